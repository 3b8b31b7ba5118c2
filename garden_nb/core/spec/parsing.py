"""Parsing: YAML or a mapping becomes a `GardenSpec`, or one error with every problem."""

from collections.abc import Mapping
from typing import Any

from garden_nb.core.spec.checking import check_spec
from garden_nb.core.spec.context import SpecContext
from garden_nb.core.spec.cursor import Cursor
from garden_nb.core.spec.findings import Findings
from garden_nb.core.spec.garden_spec import GardenSpec
from garden_nb.core.spec.grammar import GARDEN
from garden_nb.core.spec.mapping import read_mapping
from garden_nb.core.spec.marks import Marks
from garden_nb.core.spec.reading import read_text
from garden_nb.core.spec.shapes import REFUSED
from garden_nb.errors import InputError, Problem

__all__ = ["parse_spec"]

_EXAMPLE = "Write variants: {small: openai/gpt-4o-mini, large: openai/gpt-4o}."


def parse_spec(
    spec: str | Mapping[str, Any],
    source: str = "cell",
    *,
    first_line: int = 1,
    context: SpecContext | None = None,
) -> GardenSpec:
    r"""Return the garden that YAML 1.2 text or a mapping describes.

    Args:
        spec: The text, or the same as a mapping.
        source: What the text is called in places: `cell`, or a file's name.
        first_line: The number of the text's first line: 2 for the body of a cell magic.
        context: The frame, library and notebook that the spec is for, where they are known: then
            what `GardenSpec.check` finds is listed with the rest.

    Raises:
        InputError: Every problem, with line and column of a text or the path in a mapping. After
            a syntax error in a text only what stands before it is checked too.

    >>> parse_spec("variants: {a: openai/gpt-4o, b: openai/gpt-4o-mini}\nrepeats: 3").repeats
    3
    """
    findings = Findings()
    if isinstance(spec, str):
        data, marks, whole = read_text(
            Marks(source, spec.removeprefix("\ufeff"), first_line), findings
        )
    elif isinstance(spec, Mapping):
        data, marks, whole = read_mapping(spec, findings)
    else:
        raise InputError(
            Problem("spec", f"got {type(spec).__name__}.", "Accepted: YAML text or a mapping.")
        )
    at = Cursor(data, (), marks, findings)
    if data is None and whole:
        at.refuse("the spec is empty.", _EXAMPLE)
    elif not whole and isinstance(data, dict):
        GARDEN.read_present(at)
    elif whole:
        draft = _draft(at)
        if draft is not None:
            check_spec(draft, context or SpecContext(), findings)
            if not findings.problems():
                return draft
    raise InputError(findings.problems())


def _draft(at: Cursor) -> GardenSpec | None:
    """Return the spec as far as it can be used, after adding all problems of its own."""
    values = GARDEN.read(at)
    if values is REFUSED:
        return None
    if "variants" not in values:  # that is told already
        values |= {"variants": {}, "baseline": None}
    if "judge" in values:
        values["judges"] = values.pop("judge")
    return GardenSpec(**values, marks=at.marks)
