"""The eval set of a flow: a frame whose columns have the roles that were named."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.frames import ColumnRoles, cases_from_frame
from garden_nb.errors import InputError, Problem, did_you_mean
from garden_nb.flows.checks import collected

__all__ = ["CONTEXT", "EvalColumns", "EvalSet", "context_of"]

CONTEXT = "context"
"""The column with the formatted context, as agents see it; `formatted_context` where the frame has
a column of that name."""


@dataclass(frozen=True, slots=True)
class EvalColumns:
    """Which column of the frame plays which role; None is no such role.

    Attributes:
        question: The questions.
        expected: The right answers, for judges and scorers only.
        category: The categories.
        id: The ids by which outputs are paired.
        context: The columns that are told the agent as context.
        formatter: Makes the context's text of a row's context columns.
    """

    question: str = "question"
    expected: str | None = None
    category: str | None = None
    id: str | None = None
    context: Sequence[str] = ()
    formatter: Callable[[dict[str, Any]], str] | None = None

    def named(self) -> list[tuple[str, str]]:
        """Return the argument and the column of each role that has one."""
        single = [(f"{role}_column", getattr(self, role)) for role in _ROLES]
        return [
            *((argument, column) for argument, column in single if column is not None),
            *(("context_columns", column) for column in self.context),
        ]


def context_of(given: Any, problems: list[Problem]) -> tuple[str, ...]:
    """Return the context columns, adding to `problems` what is no list of them."""
    if given is None:
        return ()
    if not isinstance(given, list | tuple):
        is_name = isinstance(given, str)
        what = f"got {given!r}." if is_name else f"got {type(given).__name__}."
        accepted = f"Accepted: a list of columns, such as [{given if is_name else 'hint'!r}]."
        problems.append(Problem("context_columns", what, accepted))
        return ()
    return tuple(given)


_ROLES = ("question", "expected", "category", "id")


class _Declared(ColumnRoles):
    """Roles without guesses: a flow uses the columns that were named and no others."""

    def resolve(self, columns: Sequence[str]) -> dict[str, str]:
        found = super().resolve(columns)
        return {role: name for role, name in found.items() if getattr(self, role) is not None}


@dataclass(frozen=True)
class EvalSet:
    """A frame and its cases, one per row, in the same order.

    Attributes:
        frame: The frame as it was given.
        cases: The cases; a formatted context is an input of theirs.
        columns: The roles.
    """

    frame: pd.DataFrame
    cases: CaseSet
    columns: EvalColumns

    @property
    def context_name(self) -> str | None:
        """The input that holds the formatted context, or None without context columns."""
        return _context_name(self.frame) if self.columns.context else None

    @classmethod
    def of(
        cls, frame: Any, columns: EvalColumns, problems: list[Problem], reserved: Sequence[str] = ()
    ) -> "EvalSet":
        """Return the eval set, adding to `problems` everything that is wrong with it.

        Args:
            frame: A pandas frame.
            columns: The roles.
            problems: The list that takes every problem found.
            reserved: Columns that the flow adds, so that the frame may not have them.
        """
        empty = cls(pd.DataFrame(), CaseSet(()), columns)
        if not isinstance(frame, pd.DataFrame):
            what = f"got {type(frame).__name__}."
            problems.append(Problem("eval_data", what, "Accepted: a pandas frame."))
            return empty
        found = _column_problems(frame, columns, reserved)
        problems += found
        if found:
            return empty
        cases = collected(problems, lambda: _cases(frame, columns), None)
        return empty if cases is None else cls(frame, cases, columns)

    def with_columns(self, frame: pd.DataFrame) -> CaseSet:
        """Return the cases with the columns that `frame` has beyond the eval set's own."""
        added = [str(name) for name in frame.columns if name not in self.frame.columns]
        rows = [
            {str(name): value for name, value in row.items()}
            for row in frame[added].to_dict("records")
        ]
        return CaseSet(
            tuple(
                Case(case.id, {**case.inputs, **row}, case.expected, case.category, case.cluster)
                for case, row in zip(self.cases, rows, strict=True)
            ),
            self.cases.question,
            self.cases.columns,
        )

    @property
    def rows(self) -> dict[str, dict[str, Any]]:
        """The rows by case id, with every column."""
        records = self.frame.to_dict("records")
        return {
            case.id: {str(name): value for name, value in row.items()}
            for case, row in zip(self.cases, records, strict=True)
        }


def _column_problems(
    frame: pd.DataFrame, columns: EvalColumns, reserved: Sequence[str]
) -> list[Problem]:
    names = [str(name) for name in frame.columns]
    problems = [
        Problem(argument, f"there is no column {column!r}.", did_you_mean(column, names))
        for argument, column in columns.named()
        if column not in names
    ]
    used: dict[str, str] = {}
    for argument, column in columns.named():
        other = used.setdefault(column, argument)
        if other != argument and "context_columns" not in {other, argument}:
            problems.append(Problem(argument, f"{column!r} is the {other} already."))
        if argument == "context_columns" and other == "expected_column":
            problems.append(Problem(argument, f"{column!r} holds the answers."))
    problems += [
        Problem("eval_data", f"it has a column {name!r}, which the flow adds.", "Rename it.")
        for name in reserved
        if name in names
    ]
    if not len(frame):
        problems.append(Problem("eval_data", "there are no rows.", "Give at least one."))
    return problems


def _cases(frame: pd.DataFrame, columns: EvalColumns) -> CaseSet:
    roles = _Declared(columns.question, columns.expected, columns.id, columns.category)
    try:
        cases = cases_from_frame(frame, roles)
    except InputError as error:
        where = {f'column "{columns.id}"': f"id_column {columns.id!r}", "cases": "eval_data"}
        raise InputError(
            [Problem(where.get(p.where, p.where), p.what, p.accepted) for p in error.problems]
        ) from None
    if not columns.context:
        return cases
    rows = frame[list(columns.context)].to_dict("records")
    told = [
        _context(case.id, row, columns.formatter) for case, row in zip(cases, rows, strict=True)
    ]
    name = _context_name(frame)
    with_context = tuple(
        Case(case.id, {**case.inputs, name: text}, case.expected, case.category)
        for case, text in zip(cases, told, strict=True)
    )
    return CaseSet(with_context, cases.question, cases.columns)


def _context_name(frame: pd.DataFrame) -> str:
    return f"formatted_{CONTEXT}" if CONTEXT in frame.columns else CONTEXT


def _context(
    case_id: str, row: Mapping[Any, Any], formatter: Callable[[dict[str, Any]], str] | None
) -> str:
    given = {str(name): None if _absent(value) else value for name, value in row.items()}
    if formatter is None and len(given) == 1:
        return "".join(str(value) for value in given.values() if value is not None)
    if formatter is None:
        return "\n".join(f"{name}: {value}" for name, value in given.items() if value is not None)
    try:
        text = formatter(given)
    except Exception as error:
        what = f"raised {type(error).__name__} on case {case_id!r}: {error}."
        raise InputError(Problem("context_formatter", what)) from error
    if not isinstance(text, str):
        what = f"returned {type(text).__name__} on case {case_id!r}."
        raise InputError(Problem("context_formatter", what, "Accepted: text."))
    return text


def _absent(value: Any) -> bool:
    return value is None or (isinstance(value, float) and value != value)  # noqa: PLR0124  # NaN
