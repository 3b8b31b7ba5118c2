"""Cases: the items of an eval set, the unit of pairing and resampling."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from garden_nb.core.digest import digest

__all__ = ["Case", "CaseSet"]


@dataclass(frozen=True)
class Case:
    """One item of the eval set.

    Attributes:
        id: The name under which outputs are paired, unique in its set, always text.
        inputs: What an agent may see: every column but the expected answer, the id, the category
            and the cluster.
        expected: The right answer, for scorers only.
        category: The slice the case belongs to.
        cluster: The group of cases that are not independent of each other.
    """

    id: str
    inputs: Mapping[str, Any]
    expected: Any = None
    category: str | None = None
    cluster: str | None = None

    @cached_property
    def input_digest(self) -> str:
        """The digest of what an agent sees; a corrected expected answer does not change it."""
        return digest(self.id, self.inputs)

    @cached_property
    def digest(self) -> str:
        """The digest of the whole content."""
        return digest(self.id, self.inputs, self.expected, self.category, self.cluster)

    @cached_property
    def expected_digest(self) -> str:
        """The digest of what a scorer sees beside the output."""
        return digest(self.input_digest, self.expected, self.category, self.cluster)

    def for_agent(self) -> "Case":
        """Return the case without what an agent must not see."""
        return replace(self, expected=None, category=None, cluster=None)


@dataclass(frozen=True)
class CaseSet:
    """An eval set: cases with unique ids.

    Attributes:
        cases: The cases in the order given; no number depends on that order.
        question: The input column that holds the question, or None where the inputs are many.
        columns: The names of the columns that became something else than inputs, by role
            (`expected`, `case_id`, `category`, `cluster`).
    """

    cases: tuple[Case, ...]
    question: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.cases)

    def __iter__(self) -> Iterator[Case]:
        return iter(self.cases)

    @cached_property
    def by_id(self) -> dict[str, Case]:
        """The cases by id."""
        return {case.id: case for case in self.cases}

    @cached_property
    def digest(self) -> str:
        """The digest of the content of all cases, whatever their order."""
        return digest(sorted(case.digest for case in self.cases))

    @property
    def input_columns(self) -> tuple[str, ...]:
        """The names of the inputs of the first case, in order."""
        return tuple(self.cases[0].inputs) if self.cases else ()

    @property
    def agent_columns(self) -> tuple[str, ...]:
        """The columns that an agent may declare: all but the one with the expected answers."""
        roles = (column for role, column in self.columns.items() if role != "expected")
        return (*self.input_columns, *roles)

    def value_of(self, case: Case, column: str) -> Any:
        """Return what a case has in a column, whatever the column's role.

        Raises:
            KeyError: There is no such column.
        """
        if column in case.inputs:
            return case.inputs[column]
        role = next((role for role, name in self.columns.items() if name == column), None)
        if role is None:
            raise KeyError(column)
        return case.id if role == "case_id" else getattr(case, role)

    @property
    def categories(self) -> dict[str, int]:
        """How many cases each category has, most first; cases without one are left out."""
        counts = Counter(case.category for case in self.cases if case.category is not None)
        return dict(counts.most_common())

    def question_of(self, case: Case) -> Any:
        """Return what an agent gets first: the question, or all inputs where there is no one."""
        return case.inputs[self.question] if self.question is not None else dict(case.inputs)


def ids_from_content(rows: Sequence[Mapping[str, Any]], keys: Sequence[Any]) -> list[str]:
    """Return an id per row made from its inputs, with an occurrence number for equal ones.

    Rows with the same inputs are numbered in the order of `keys` (their full content), so that
    shuffling the rows gives each the same id.
    """
    digests = [digest(row)[:12] for row in rows]
    order = sorted(range(len(rows)), key=lambda i: (digests[i], digest(keys[i])))
    seen: Counter[str] = Counter()
    ids = [""] * len(rows)
    for i in order:
        seen[digests[i]] += 1
        number = seen[digests[i]]
        ids[i] = digests[i] if number == 1 else f"{digests[i]}-{number}"
    return ids
