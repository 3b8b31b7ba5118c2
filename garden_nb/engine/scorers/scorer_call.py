"""A scorer's call: what it gets of a case and an output."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from garden_nb.core.cases import Case, CaseSet
from garden_nb.engine.parameters import Parameters, is_async
from garden_nb.engine.scorers.matching import contains, exact_match
from garden_nb.engine.scorers.scorer import Scorer

__all__ = ["OFFERED", "ScorerCall", "columns_of"]

OFFERED = ("output", "expected", "question", "case")
"""What every scorer may declare, beside columns."""
_QUICK = (contains, exact_match)
"""What takes microseconds whatever the output, so that a thread would cost more than the call."""


@dataclass(frozen=True, slots=True)
class ScorerCall:
    """How one scorer is called on the cases of one eval set.

    Attributes:
        scorer: The scorer.
        is_async: Whether it gives a coroutine; others are called in a thread.
        names: What is given by name. A function that takes any names gets all of `OFFERED`.
    """

    scorer: Scorer
    is_async: bool
    names: tuple[str, ...]

    @classmethod
    def of(cls, scorer: Scorer, cases: CaseSet) -> "ScorerCall":
        """Return how `scorer` is called; see `check_scorers` for what cannot be."""
        parameters = Parameters.of(scorer.function)
        if parameters is None:
            return cls(scorer, is_async(scorer.function), ("output", "expected"))
        declared = (*parameters.names, *(OFFERED if parameters.takes_any else ()))
        offered = {*OFFERED, *columns_of(cases)}
        names = tuple(name for name in dict.fromkeys(declared) if name in offered)
        return cls(scorer, is_async(scorer.function), names)

    @property
    def is_quick(self) -> bool:
        """Whether it never keeps anybody waiting, so that it needs no thread."""
        return any(self.scorer.function is quick for quick in _QUICK)

    @property
    def function(self) -> Callable[..., Any]:
        """What is called."""
        return self.scorer.function

    def arguments(self, cases: CaseSet, case: Case, output: Any) -> dict[str, Any]:
        """Return what the function is called with."""
        return {name: _value(name, cases, case, output) for name in self.names}


def columns_of(cases: CaseSet) -> tuple[str, ...]:
    """Return the names of the columns that a scorer may declare."""
    return (*cases.input_columns, *cases.columns.values())


def _value(name: str, cases: CaseSet, case: Case, output: Any) -> Any:
    if name == "output":
        return output
    if name == "case":
        return case
    if name == "question" and (cases.question is not None or name not in case.inputs):
        return cases.question_of(case)
    if name != "expected" and name in case.inputs:
        return case.inputs[name]
    roles = {column: role for role, column in cases.columns.items()}
    role = roles.get(name, name)
    return case.id if role == "case_id" else getattr(case, role)
