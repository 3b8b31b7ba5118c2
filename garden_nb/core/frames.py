"""Frames become cases: pandas, polars and everything else that narwhals reads."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from garden_nb.core.cases import Case, CaseSet, ids_from_content
from garden_nb.errors import InputError, Problem, did_you_mean

__all__ = ["ColumnRoles", "cases_from_frame", "frame_columns", "frame_rows", "identifiers"]

_ANSWERS = (
    *("expected", "answer", "gold", "ground_truth", "expected_answer", "expected_output"),
    *("correct_answer", "gold_answer", "reference_answer", "target"),
)
"""One that is overlooked is told to agents that take every column: better one too many."""
_GUESSES = {
    "question": ("question",),
    "expected": _ANSWERS,
    "case_id": ("case_id", "id"),
    "category": ("category",),
    "cluster": ("cluster",),
}
_SHOWN = 8


@dataclass(frozen=True, slots=True)
class ColumnRoles:
    """Which column plays which role; None takes the usual name where the frame has it.

    The usual names, in any case, are `question`; `expected`, `answer`, `gold`, `ground_truth`,
    `target` and the like; `case_id` or `id`; `category`; `cluster`. Every other column is an
    input.
    """

    question: str | None = None
    expected: str | None = None
    case_id: str | None = None
    category: str | None = None
    cluster: str | None = None

    def resolve(self, columns: Sequence[str]) -> dict[str, str]:
        """Return the column of each role that has one.

        Raises:
            InputError: A column that was named is not there.
        """
        roles: dict[str, str] = {}
        problems: list[Problem] = []
        for role in _GUESSES:
            given = getattr(self, role)
            if given is not None and given not in columns:
                what = f"there is no column {given!r}."
                problems.append(Problem(role, what, did_you_mean(given, list(columns))))
            elif given is not None:
                roles[role] = given
        if problems:
            raise InputError(problems)
        for role, usual in _GUESSES.items():
            free = [
                name for name in columns if name.lower() in usual and name not in roles.values()
            ]
            free.sort(key=lambda name: usual.index(name.lower()))
            if role not in roles and free:
                roles[role] = free[0]
        return roles


def frame_rows(frame: Any) -> tuple[list[str], list[dict[str, Any]]]:
    """Return the columns and the rows of a frame or of a sequence of mappings.

    Raises:
        InputError: It is neither, or two columns have one name.
    """
    import narwhals as nw  # noqa: PLC0415  # with the frame's own library, not on import

    if isinstance(frame, Sequence) and all(isinstance(row, Mapping) for row in frame):
        columns = list(dict.fromkeys(str(name) for row in frame for name in row))
        return columns, [{name: row.get(name) for name in columns} for row in frame]
    try:
        native = nw.from_native(frame)
    except (TypeError, ValueError) as error:
        accepted = "Accepted: a pandas or polars frame, or a list of mappings."
        what = f"got {type(frame).__name__}."
        if "unique" in str(error):
            what = "two columns have the same name."
        raise InputError(Problem("cases", what, accepted)) from None
    if isinstance(native, nw.LazyFrame):
        native = native.collect()
    columns = [str(name) for name in native.columns]
    rows = [dict(zip(columns, row, strict=True)) for row in native.iter_rows()]
    return columns, rows


def frame_columns(frame: Any) -> list[str] | None:
    """Return the columns of a frame or of a sequence of mappings, or None of anything else."""
    import narwhals as nw  # noqa: PLC0415  # with the frame's own library, not on import

    if isinstance(frame, Sequence) and all(isinstance(row, Mapping) for row in frame):
        return list(dict.fromkeys(str(name) for row in frame for name in row))
    try:
        native = nw.from_native(frame)
    except (TypeError, ValueError):
        return None
    if isinstance(native, nw.LazyFrame):
        return list(native.collect_schema().names())
    return [str(name) for name in native.columns]


def cases_from_frame(frame: Any, roles: ColumnRoles | None = None) -> CaseSet:
    """Return the cases of a frame, one per row.

    Args:
        frame: A pandas or polars frame, or a list of mappings.
        roles: Which column is the question, the expected answer, the id, the category, the
            cluster.

    Raises:
        InputError: No rows, missing columns, ids that are missing or occur twice (`1` and `"1"`
            are the same id); all of them are listed.
    """
    columns, rows = frame_rows(frame)
    if not rows:
        raise InputError(Problem("cases", "there are no rows.", "Give at least one case."))
    named = (roles or ColumnRoles()).resolve(columns)
    taken = {
        named[role] for role in ("expected", "case_id", "category", "cluster") if role in named
    }
    inputs = [name for name in columns if name not in taken]
    if not inputs:
        raise InputError(Problem("cases", "every column has a role; none is left as an input."))
    case_inputs = [{name: _present(row[name]) for name in inputs} for row in rows]
    ids = _ids(rows, named.get("case_id"), case_inputs)
    cases = tuple(
        Case(
            id=ids[i],
            inputs=case_inputs[i],
            expected=_cell(row, named.get("expected")),
            category=_label(_cell(row, named.get("category"))),
            cluster=_label(_cell(row, named.get("cluster"))),
        )
        for i, row in enumerate(rows)
    )
    question = named.get("question") or (inputs[0] if len(inputs) == 1 else None)
    return CaseSet(cases, question, {role: named[role] for role in named if role != "question"})


def identifiers(values: Iterable[Any], where: str) -> list[str]:
    """Return ids as text, one per value.

    Raises:
        InputError: Ids that are missing, or that occur more than once; all are listed with their
            rows, counted from 0.
    """
    texts = [identifier(value) for value in values]
    problems = []
    absent = [i for i, text in enumerate(texts) if text is None]
    if absent:
        problems.append(Problem(where, f"no id in {_rows(absent)}.", "Every case needs an id."))
    places: dict[str, list[int]] = defaultdict(list)
    for i, text in enumerate(texts):
        if text is not None:
            places[text].append(i)
    problems += [
        Problem(where, f"the id {text!r} stands in {_rows(rows)}.", "Ids are compared as text.")
        for text, rows in places.items()
        if len(rows) > 1
    ]
    if problems:
        shown = problems[:_SHOWN]
        if len(problems) > _SHOWN:
            shown.append(Problem(where, f"and {len(problems) - _SHOWN} more ids like these."))
        raise InputError(shown)
    return [text for text in texts if text is not None]


def identifier(value: Any) -> str | None:
    """Return one id as text, or None where it is missing.

    Whole floats lose their `.0`: a frame turns integers into floats where a row lacks one.
    """
    value = _present(value)
    if value is None:
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).strip() or None


def _ids(rows: list[dict[str, Any]], column: str | None, inputs: list[dict[str, Any]]) -> list[str]:
    if column is None:
        return ids_from_content(inputs, rows)
    return identifiers((row[column] for row in rows), f'column "{column}"')


def _rows(numbers: Sequence[int]) -> str:
    shown = ", ".join(str(number) for number in numbers[:_SHOWN])
    more = f" and {len(numbers) - _SHOWN} more" if len(numbers) > _SHOWN else ""
    return f"row {shown}" if len(numbers) == 1 else f"rows {shown}{more}"


def _present(value: Any) -> Any:
    """Return the value, or None where the frame marks it as missing."""
    if isinstance(value, float) and math.isnan(value):
        return None
    if type(value).__name__ in {"NAType", "NaTType"}:
        return None
    return value


def _cell(row: Mapping[str, Any], column: str | None) -> Any:
    return None if column is None else _present(row[column])


def _label(value: Any) -> str | None:
    return None if value is None else str(value)
