"""One case under two variants, as facts: what rows and cards of cases are made of."""

from dataclasses import dataclass
from typing import Any

from garden_nb.analysis.flips import FlipKind
from garden_nb.core.metrics import Metric
from garden_nb.core.records import Record

__all__ = ["CasePair", "CaseSide"]


@dataclass(frozen=True, slots=True)
class CaseSide:
    """One variant's side.

    Attributes:
        variant: Its label, as shown.
        value: Its score on the case over all runs, None where there is none.
        failure: The kind of failure of a failed trial, empty where none failed.
        record: The trial shown, with its output; None where it is not there or not read.
    """

    variant: str
    value: float | None
    failure: str = ""
    record: Record | None = None


@dataclass(frozen=True, slots=True)
class CasePair:
    """One case under baseline and contender.

    Attributes:
        id: The case's id, as shown.
        kind: How it fares under the contender.
        metric: The metric that says so.
        baseline: The reference's side.
        contender: The other side.
        category: The case's category, empty where it has none.
        question: What the agents were asked, None where it is not known.
        expected: The right answer, None where there is none.
        repeat: Which of the repeats is shown, from 0.
        repeats: How many there are.
    """

    id: str
    kind: FlipKind
    metric: Metric
    baseline: CaseSide
    contender: CaseSide
    category: str = ""
    question: Any = None
    expected: Any = None
    repeat: int = 0
    repeats: int = 1
