"""Suites: tasks as people give them, as the cases of a garden."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from garden_nb.core.cases import Case, CaseSet
from garden_nb.errors import InputError, Problem, did_you_mean
from garden_nb.flows.sources import read_table

__all__ = ["read_suite"]

_KEYS = ("task_id", "inputs", "reference_outputs", "tags", "metadata")
_ROLES = {"case_id": "task_id", "expected": "reference_outputs", "category": "tags"}
_ACCEPTED = 'Accepted: a text, a list such as [{"inputs": {"input": "2 + 2"}}], a .jsonl file.'


def read_suite(suite: Any, problems: list[Problem]) -> CaseSet:
    """Return the cases of a suite, adding to `problems` what cannot be used.

    A task's id is its `task_id`, else `task-0000` and so on by its place. `reference_outputs`
    are for scorers only: as `expected` the value where all tasks have just one of the same name,
    else the mapping. The first of the `tags` is the slice. `metadata` is not read.

    Args:
        suite: One task's text, mappings with `inputs`, the path of a JSON Lines file (a `Path`,
            or text that ends in `.jsonl`), or a `CaseSet`.
        problems: The list that takes every problem found.
    """
    if isinstance(suite, CaseSet):
        return suite
    tasks = _tasks(suite, problems)
    before = len(problems)
    cases = [_case(task, index, problems) for index, task in enumerate(tasks)]
    counts = Counter(case.id for case in cases)
    doubled = [id_ for id_, count in counts.items() if count > 1]
    if doubled:
        what = f"these task ids stand more than once: {_shown(doubled)}."
        problems.append(Problem("suite", what, "Give each task an id of its own."))
    if len(problems) > before or not cases:
        return CaseSet(())
    roles = {role: name for role, name in _ROLES.items() if _has(cases, role)}
    return CaseSet(_with_one_answer(cases), question="input", columns=roles)


def _tasks(suite: Any, problems: list[Problem]) -> Sequence[Any]:
    if isinstance(suite, Path) or (isinstance(suite, str) and suite.lower().endswith(".jsonl")):
        try:
            suite = _lines(Path(suite))
        except InputError as error:
            problems += [Problem("suite", one.what, one.accepted) for one in error.problems]
            return ()
    elif isinstance(suite, str):
        suite = [{"inputs": {"input": suite}}] if suite.strip() else []
    if not isinstance(suite, list | tuple):
        problems.append(Problem("suite", f"got {type(suite).__name__}.", _ACCEPTED))
        return ()
    if not suite:
        problems.append(Problem("suite", "there are no tasks.", _ACCEPTED))
    return suite


def _lines(path: Path) -> Any:
    if path.suffix.lower() != ".jsonl":
        raise InputError(Problem("suite", f"cannot read {str(path)!r}.", _ACCEPTED))
    return read_table(path)


def _case(task: Any, index: int, problems: list[Problem]) -> Case:
    """Return the case of one task; one with problems is never run."""
    place = f"suite[{index}]"
    if not isinstance(task, Mapping):
        problems.append(Problem(place, f"got {type(task).__name__}.", _ACCEPTED))
        return Case(f"task-{index:04d}", {})
    given = task.get("task_id")
    id_ = f"task-{index:04d}" if given is None else str(given)
    place = f"{place} ({id_!r})"
    problems += [
        Problem(place, f"unknown key {key!r}.", did_you_mean(key, _KEYS))
        for key in task
        if key not in _KEYS
    ]
    inputs, tags = task.get("inputs"), task.get("tags", ())
    if not isinstance(inputs, Mapping) or "input" not in inputs:
        what = f"its inputs are {inputs!r}."
        problems.append(Problem(place, what, 'Accepted: a mapping with "input".'))
    reference = task.get("reference_outputs")
    if reference is not None and not isinstance(reference, Mapping):
        what = f"its reference_outputs are {reference!r}."
        problems.append(Problem(place, what, 'Accepted: a mapping such as {"answer": "4"}.'))
    tags = (tags,) if isinstance(tags, str) else tags
    if not isinstance(tags, list | tuple) or not all(isinstance(tag, str) for tag in tags):
        problems.append(Problem(place, f"its tags are {tags!r}.", "Accepted: texts in a list."))
        tags = ()
    if not isinstance(task.get("metadata", {}), Mapping):
        what = f"its metadata are {task['metadata']!r}."
        problems.append(Problem(place, what, "Accepted: a mapping."))
    fields = dict(inputs) if isinstance(inputs, Mapping) else {}
    answers = dict(reference) if isinstance(reference, Mapping) else None
    return Case(id_, fields, answers, tags[0] if tags else None)


def _with_one_answer(cases: Sequence[Case]) -> tuple[Case, ...]:
    """Return the cases with inputs under the same names, and an only answer as itself."""
    names = dict.fromkeys(name for case in cases for name in case.inputs)
    answers = [case.expected for case in cases if case.expected is not None]
    keys = {tuple(answer) for answer in answers}
    only = next(iter(keys))[0] if len(keys) == 1 and len(next(iter(keys))) == 1 else None
    return tuple(
        Case(
            case.id,
            {name: case.inputs.get(name) for name in names},
            case.expected[only] if only is not None and case.expected else case.expected,
            case.category,
        )
        for case in cases
    )


def _has(cases: Sequence[Case], role: str) -> bool:
    return role == "case_id" or any(getattr(case, role) is not None for case in cases)


def _shown(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - 5} more" if len(ids) > 5 else ""
    return ", ".join(map(repr, ids[:5])) + more
