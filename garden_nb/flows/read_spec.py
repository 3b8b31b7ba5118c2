"""From what was written to a garden's arguments, with every problem at its place."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from garden_nb.analysis.gates import parse_gates
from garden_nb.analysis.table import MEASURED
from garden_nb.core.frames import frame_columns
from garden_nb.core.metrics import default_metric
from garden_nb.core.spec import AgentVariant, GardenSpec, SpecContext, parse_spec
from garden_nb.core.spec.context import Found
from garden_nb.core.spec.findings import Findings
from garden_nb.core.spec.marks import Marks
from garden_nb.core.spec.reading import read_text
from garden_nb.engine.llm.providers import Providers
from garden_nb.engine.scorers import LIBRARY, Scorer, library_scorer
from garden_nb.errors import InputError, Problem, did_you_mean
from garden_nb.flows.arguments_of import arguments_of
from garden_nb.flows.checks import collected
from garden_nb.flows.placing import placed
from garden_nb.flows.sources import Source

__all__ = ["Origin", "ReadSpec", "Written", "read_spec"]

Written = GardenSpec | str | Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a written garden stands.

    Attributes:
        source: What the text is called in the places of its problems.
        first_line: The number of the text's first line.
        named_after: What the cases are called: a spec without a name gets one that all specs on
            these cases share, so that running it again resumes. By default what the spec says.
        cases: The place of what names the cases, where that is not the spec.
    """

    source: str = "cell"
    first_line: int = 1
    named_after: str | None = None
    cases: str = "cases"


class ReadSpec(NamedTuple):
    """What was written, ready to be made.

    Attributes:
        spec: The spec.
        arguments: The arguments of `Garden`.
        cases: The place of what names the cases.
        names: What the agents and scorers of the notebook are called there, by identity.
    """

    spec: GardenSpec
    arguments: dict[str, Any]
    cases: str
    names: Mapping[int, str]

    def placed(self, error: InputError) -> InputError:
        """Return what a garden found wrong, at the places where it was written."""
        found = [placed(problem, self.spec, self.cases) for problem in error.problems]
        return InputError(sorted(found, key=_line_and_column))


def _line_and_column(problem: Problem) -> tuple[int, int]:
    *_, line, column = ("0", "0", *problem.where.rsplit(":", 2)[1:])
    return (int(line), int(column)) if line.isdigit() and column.isdigit() else (0, 0)


def read_spec(
    written: Written,
    cases: Any = None,
    namespace: Mapping[str, Any] | None = None,
    origin: Origin | None = None,
) -> ReadSpec:
    """Return what was written as the arguments of `Garden`.

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
    said = _cases_of(written) if cases is None else cases
    faults: list[Problem] = []
    if said is None:
        faults.append(Problem("cases", "there are no cases.", "Name a frame or a file."))
    source = None if said is None else collected(faults, lambda: _source(said, names), None)
    inside = cases is None and said is not None
    problems = [] if inside else [Problem(at.cases, p.what, p.accepted) for p in faults]
    context = SpecContext(
        _columns(source),
        tuple(LIBRARY),
        {name: _called(value) for name, value in names.items()},
        Providers(),
        partial(_further, namespace=names, faults=faults if inside else ()),
    )
    spec = collected(problems, lambda: _parsed(written, at, context), None)
    if problems or spec is None:
        raise InputError(problems)
    called = at.named_after or spec.cases
    name = spec.name if called is None else spec.default_name(called)
    arguments = {**arguments_of(spec, names), "cases": source, "name": name}
    used = [v.agent for v in spec.variants.values() if isinstance(v, AgentVariant)]
    used += [choice.name for choice in spec.scorers if choice.name not in LIBRARY]
    called_there = {id(names[name]): name for name in used if name in names}
    return ReadSpec(spec, arguments, at.cases, called_there)


def _cases_of(written: Written) -> Any:
    """Return what names the cases, whatever else is wrong."""
    if isinstance(written, GardenSpec):
        return written.cases
    data = read_text(Marks(text=written), Findings()).data if isinstance(written, str) else written
    said = data.get("cases") if isinstance(data, Mapping) else None
    return said if isinstance(said, str) and said.strip() else None


def _source(cases: Any, namespace: Mapping[str, Any]) -> Any:
    """Return the table that is meant: itself, a variable's value, or a file's content."""
    if not isinstance(cases, str | Path):
        return cases
    if isinstance(cases, str) and cases.isidentifier():
        if cases in namespace:
            return Source(namespace[cases], cases)
        frames = [name for name, value in namespace.items() if _columns(value) is not None]
        what = f"there is no variable {cases!r}."
        raise InputError(Problem("cases", what, did_you_mean(cases, frames)))
    return Source.of_file(cases)


def _called(value: Any) -> Any:
    """Return the function of a scorer, by which it can be told from what cannot be called."""
    return value.function if isinstance(value, Scorer) else value


def _columns(source: Any) -> list[str] | None:
    table = source.table if isinstance(source, Source) else source
    return None if table is None else frame_columns(table)


def _parsed(written: Written, at: Origin, context: SpecContext) -> GardenSpec:
    if not isinstance(written, GardenSpec):
        return parse_spec(written, at.source, first_line=at.first_line, context=context)
    problems = written.check(context.columns, context.scorers, context.namespace, context.providers)
    found = () if context.further is None else context.further(written)
    problems += [Problem(written.where(*path), *rest) for path, *rest in found]
    if problems:
        raise InputError(problems)
    return written


def _further(
    spec: GardenSpec, *, namespace: Mapping[str, Any], faults: Sequence[Problem]
) -> Iterator[Found]:
    """Yield what is wrong with the cases that the spec names, options of scorers, and gates."""
    yield from ((("cases",), fault.what, fault.accepted) for fault in faults)
    for i, choice in enumerate(spec.scorers):
        if choice.name in LIBRARY:
            found: list[Problem] = []
            collected(found, partial(library_scorer, choice.name, choice.options), None)
            yield from ((("scorers", i), f"{choice.name}: {p.what}", p.accepted) for p in found)
    yield from _gates(spec, namespace)


def _gates(spec: GardenSpec, namespace: Mapping[str, Any]) -> Iterator[Found]:
    """Yield what is wrong with gates; a scorer that there is not is told of elsewhere."""
    there = {*LIBRARY, *(name for name, value in namespace.items() if callable(_called(value)))}
    known = {choice.called for choice in spec.scorers if choice.name in there}
    misspelt = {choice.called for choice in spec.scorers} - known
    names = [
        *sorted(known),
        *(judge.called for judge in spec.judges),
        *(LIBRARY if misspelt else ()),
    ]
    metrics = [default_metric(name) for name in (*dict.fromkeys(names), *MEASURED)]
    for key, rules in spec.gates.items():
        metric = key.rpartition(":")[2]
        if metric in misspelt or any(f"{name}." in key for name in names):
            continue  # a part of a scorer that returns a mapping is known once it has run
        found: list[Problem] = []
        collected(found, partial(parse_gates, {key: rules}, list(spec.variants), metrics), ())
        yield from ((("gates", key), f"{p.where}: {p.what}", p.accepted) for p in found)
