"""Thresholds: gates from a section of a YAML file."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from garden_nb.core.spec.findings import Findings
from garden_nb.core.spec.marks import Marks
from garden_nb.core.spec.reading import read_text
from garden_nb.errors import GatesError, Problem, did_you_mean

__all__ = ["Thresholds", "load_thresholds"]

GateValue = float | Mapping[str, Any] | list[Mapping[str, Any]]


class Thresholds(Mapping[str, GateValue]):
    """Gates by key, each knowing where it stands in its file.

    Attributes:
        places: `file:line:column` of every key.

    Args:
        gates: Floors or bounds by key.
        places: Where each key stands.
    """

    def __init__(self, gates: Mapping[str, GateValue], places: Mapping[str, str]) -> None:
        self._gates = dict(gates)
        self.places = dict(places)

    def __getitem__(self, key: str) -> GateValue:
        return self._gates[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._gates)

    def __len__(self) -> int:
        return len(self._gates)

    def __repr__(self) -> str:
        """Return the gates as a mapping shows them."""
        return f"Thresholds({self._gates!r})"


def load_thresholds(path: str | Path, section: str) -> Thresholds:
    """Return the gates of one section of a thresholds.yaml file.

    A section is named after its flow and maps `metric`, or `label:metric` in a garden, to a floor
    or to bounds:

        docs_qa:
          gemini-2.5-flash:accuracy: 0.6
          gemini-2.5-flash:latency_ms: {max: 2000}

    Args:
        path: The file.
        section: The section's name.

    Raises:
        GatesError: There is no such file or section, the text is no YAML, or a value is neither a
            number nor a mapping of bounds; every problem is listed at `file:line:column`.
    """
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        what = f"{str(path)!r} cannot be read: {type(error).__name__}."
        hint = f"Looked in {path.resolve().parent}."
        raise GatesError(Problem("thresholds", what, hint)) from None
    findings = Findings()
    data, marks, _ = read_text(Marks(path.name, text.removeprefix("\ufeff")), findings)
    problems = findings.problems()
    if not problems and not isinstance(data, dict):
        problems.append(Problem(f"{path.name}:1:1", "there are no sections.", _example(section)))
    if not problems and section not in data:
        what = f"there is no section {section!r}."
        problems.append(Problem(f"{path.name}:1:1", what, did_you_mean(section, list(data))))
    if problems:
        raise GatesError(problems)
    gates = data[section]
    if not isinstance(gates, dict) or not gates:
        place = marks.value((section,)).text
        raise GatesError(Problem(place, f"{section} has no gates.", _example(section)))
    places = {key: marks.key((section, key)).text for key in gates}
    problems = [
        Problem(places[key], f"{key} is {value!r}.", "Accepted: a number, or {min: …, max: …}.")
        for key, value in gates.items()
        if not _is_gate(value)
    ]
    if problems:
        raise GatesError(problems)
    return Thresholds(gates, places)


def _is_gate(value: Any) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number or (isinstance(value, dict | list) and bool(value))


def _example(section: str) -> str:
    return f"Write {section}: {{gemini-2.5-flash:accuracy: 0.6}}."
