"""From what was written to a garden's arguments, with every problem at its place."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from garden_nb.analysis.gates import parse_gates
from garden_nb.analysis.table import MEASURED
from garden_nb.core.frames import frame_columns
from garden_nb.core.metrics import default_metric
from garden_nb.core.spec import GardenSpec, SpecContext, parse_spec
from garden_nb.core.spec.context import Found
from garden_nb.engine.llm.providers import Providers
from garden_nb.engine.scorers import LIBRARY, library_scorer
from garden_nb.errors import InputError, Problem, did_you_mean
from garden_nb.flows.checks import collected
from garden_nb.flows.sources import read_table
from garden_nb.flows.written import arguments_of

__all__ = ["Origin", "Written", "read_spec"]

Written = GardenSpec | str | Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a written garden stands.

    Attributes:
        source: What the text is called in the places of its problems.
        first_line: The number of the text's first line.
        named_after: What the cases are called: a spec without a name gets one that all specs on
            these cases share, so that running it again resumes. By default what the spec says.
    """

    source: str = "cell"
    first_line: int = 1
    named_after: str | None = None


def read_spec(
    written: Written,
    cases: Any = None,
    namespace: Mapping[str, Any] | None = None,
    origin: Origin | None = None,
) -> dict[str, Any]:
    """Return the arguments of `Garden` for what was written.

    Args:
        written: YAML text, a mapping, or a parsed spec.
        cases: A frame, a list of mappings, a file, or the name of a frame; by default what the
            spec names.
        namespace: The notebook's variables.
        origin: Where the text stands.

    Raises:
        InputError: Every problem of the text, of what it names and of its gates, at its place.
    """
    names, at = namespace or {}, origin or Origin()
    table = None if cases is None else _table(cases, names)
    context = _context(table, names)
    spec = (
        written
        if isinstance(written, GardenSpec)
        else parse_spec(written, at.source, first_line=at.first_line, context=context)
    )
    problems: list[Problem] = []
    if table is None and spec.cases is None:
        problems.append(Problem("cases", "there are none.", "Name a frame: cases: qa_df."))
    elif table is None:
        table = _table(str(spec.cases), names)
        context = _context(table, names)
    problems += spec.check(*_parts(context))
    if isinstance(written, GardenSpec):
        problems += [Problem(spec.where(*path), *rest) for path, *rest in _further(spec)]
    if problems:
        raise InputError(problems)
    called = at.named_after or spec.cases
    name = spec.name if called is None else spec.default_name(called)
    return {**arguments_of(spec, names), "cases": table, "name": name}


def _table(cases: Any, namespace: Mapping[str, Any]) -> Any:
    """Return the frame that is meant: itself, a variable's value, or a file's content."""
    if not isinstance(cases, str | Path):
        return cases
    if isinstance(cases, str) and cases.isidentifier():
        if cases in namespace:
            return namespace[cases]
        frames = [name for name, value in namespace.items() if hasattr(value, "columns")]
        what = f"there is no variable {cases!r}."
        raise InputError(Problem("cases", what, did_you_mean(cases, frames)))
    return read_table(Path(cases))


def _context(table: Any, namespace: Mapping[str, Any]) -> SpecContext:
    columns = None if table is None else frame_columns(table)
    return SpecContext(columns, tuple(LIBRARY), namespace, Providers(), _further)


def _parts(context: SpecContext) -> tuple[Any, Any, Any, Any]:
    return context.columns, context.scorers, context.namespace, context.providers


def _further(spec: GardenSpec) -> Iterator[Found]:
    """Yield what is wrong with options of scorers and with gates."""
    for i, choice in enumerate(spec.scorers):
        if choice.name in LIBRARY:
            found: list[Problem] = []
            collected(found, partial(library_scorer, choice.name, choice.options), None)
            yield from ((("scorers", i), f"{choice.name}: {p.what}", p.accepted) for p in found)
    names = [str(choice.options.get("name", choice.name)) for choice in spec.scorers]
    names += [judge.name for judge in spec.judges]
    metrics = [default_metric(name) for name in (*names, *MEASURED)]
    for key, rules in spec.gates.items():
        if any(f"{name}." in key for name in names):
            continue  # a part of a scorer that returns a mapping: known once it has run
        found = []
        collected(found, partial(parse_gates, {key: rules}, list(spec.variants), metrics), ())
        yield from ((("gates", key), f"{p.where}: {p.what}", p.accepted) for p in found)
