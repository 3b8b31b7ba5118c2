"""Columns: whether a spec's roles and prompts fit the frame."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from garden_nb.core.frames import ColumnRoles
from garden_nb.core.spec.agent_variant import AgentVariant
from garden_nb.core.spec.cursor import suggest
from garden_nb.core.spec.findings import Findings
from garden_nb.core.spec.marks import Path, Place
from garden_nb.core.spec.model_variant import ModelVariant
from garden_nb.core.spec.shapes import UNREADABLE
from garden_nb.core.template import named_tokens, placeholders, template_faults

if TYPE_CHECKING:
    from garden_nb.core.spec.garden_spec import GardenSpec

__all__ = ["check_columns"]

_ROLES = ("question", "expected", "case_id", "category", "cluster")
_TAKEN = {
    "expected": "is the right answer, which no agent sees",
    "case_id": "is the id of the case, which is no input",
    "category": "is the category, which is no input",
    "cluster": "is the cluster, which is no input",
}


def check_columns(spec: "GardenSpec", columns: Sequence[str] | None, findings: Findings) -> None:
    """Add to `findings` which columns a spec uses that it cannot use.

    Args:
        spec: The spec.
        columns: The frame's columns, or None where they are not known.
        findings: Takes the problems.
    """
    _check_roles(spec, findings)
    for label, variant in spec.variants.items():
        if isinstance(variant, ModelVariant):
            _check_variation(spec, label, variant, findings)
    if columns is not None:
        _check_frame(spec, columns, findings)


def _check_roles(spec: "GardenSpec", findings: Findings) -> None:
    taken: dict[str, str] = {}
    for role in _ROLES:
        column = getattr(spec, role)
        if column in taken:
            what = f"the column {column!r} is {taken[column]} and {role}."
            findings.add(spec.marks.value((role,)), what, "A column has one role.")
        elif column is not None:
            taken[column] = role


def _check_variation(
    spec: "GardenSpec", label: str, variant: ModelVariant, findings: Findings
) -> None:
    """A prompt without any column asks the same of every case."""
    prompt = spec.prompt_for(label)
    texts = [text for _, text in variant.templates()]
    texts += [prompt] if prompt is not None else []
    asks_itself = prompt is None and not variant.messages
    if asks_itself or variant.history or variant.images or UNREADABLE in texts:
        return
    if any(placeholders(text) or template_faults(text) for text in texts):
        return
    own = "messages" if variant.prompt is None else "prompt"
    borrows = variant.prompt is None and not variant.messages
    path: Path = ("prompt",) if borrows else ("variants", label, own)
    doubled = any("{{" in text for text in texts)
    hint = "Write a column in braces, such as {question}."
    hint = f"Doubled braces are literal. {hint}" if doubled else hint
    what = f"{path[-1]} uses no column, so that every case asks the same."
    findings.add(spec.marks.value(path), what, hint)


def _check_frame(spec: "GardenSpec", columns: Sequence[str], findings: Findings) -> None:
    named = {role: getattr(spec, role) for role in _ROLES}
    for role, column in named.items():
        if column is not None and column not in columns:
            what = f"there is no column {column!r}."
            findings.add(spec.marks.value((role,)), what, suggest(column, list(columns)))
    there = {role: column for role, column in named.items() if column in columns}
    roles = ColumnRoles(**there).resolve(columns)
    frame = _Frame(columns, {roles[role]: role for role in _TAKEN if role in roles})
    asks = spec.question is not None or "question" in roles or len(frame.inputs) == 1
    for path, text in _templates(spec):
        for offset, name in named_tokens(text):
            if name == "question" and asks and name not in columns:
                continue  # whatever its column is called, the question is {question}
            place = spec.marks.inside(path, text, offset, f"{{{name}}}")
            frame.require(name, place, findings)
    for path, column in _input_columns(spec):
        frame.require(column, spec.marks.value(path), findings)
    if not asks:
        _require_prompts(spec, frame.inputs, findings)


@dataclass(frozen=True, slots=True)
class _Frame:
    """A frame's columns, and the roles of those that are no inputs."""

    columns: Sequence[str]
    taken: Mapping[str, str]

    @property
    def inputs(self) -> list[str]:
        return [name for name in self.columns if name not in self.taken]

    def require(self, column: str, place: Place, findings: Findings) -> None:
        """Add a problem unless the column is an input."""
        if not column:  # it could not be read: that is told already
            return
        if column in self.taken:
            what = f"the column {column!r} {_TAKEN[self.taken[column]]}."
            findings.add(place, what, suggest("", self.inputs))
        elif column not in self.columns:
            findings.add(place, f"there is no column {column!r}.", suggest(column, self.inputs))


def _templates(spec: "GardenSpec") -> Iterator[tuple[Path, str]]:
    if spec.prompt is not None:
        yield ("prompt",), spec.prompt
    for label, variant in spec.variants.items():
        if isinstance(variant, ModelVariant):
            yield from ((("variants", label, *path), text) for path, text in variant.templates())


def _input_columns(spec: "GardenSpec") -> Iterator[tuple[Path, str]]:
    """Yield the columns that variants read beside their prompts."""
    for label, variant in spec.variants.items():
        if isinstance(variant, AgentVariant):
            continue
        if variant.history is not None:
            yield ("variants", label, "history"), variant.history
        for i, column in enumerate(variant.images):
            yield ("variants", label, "images", i), column


def _require_prompts(spec: "GardenSpec", inputs: list[str], findings: Findings) -> None:
    """Without one question column a model needs a prompt."""
    for label, variant in spec.variants.items():
        if isinstance(variant, AgentVariant) or variant.messages:
            continue
        if spec.prompt_for(label) is None:
            what = f"{label} has no prompt, and no column is the question."
            place = spec.marks.key(("variants", label))
            findings.add(place, what, f"Write prompt or question. {suggest('', inputs)}")
