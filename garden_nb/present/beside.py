"""What views show beside the numbers of a report: slices, cases, facts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from garden_nb.analysis.report import AnalysisSpec
from garden_nb.analysis.slices import Slice
from garden_nb.present.flips import ChangedCases

__all__ = ["Beside"]


@dataclass(frozen=True)
class Beside:
    """What stands beside the numbers.

    Attributes:
        slices: What gives the slices of a report by its choices; by default there are none.
        changed: By baseline, the cases that changed against it under each contender, and under
            each failure policy where there are failures.
        facts: What else every view says in its context.
        to_come: The choices that are offered though their numbers follow in a second payload, as
            do all pictures: drawing takes a second, and the first numbers need not wait for it.
    """

    slices: Callable[[AnalysisSpec], Sequence[Slice]] = lambda _: ()
    changed: Mapping[str, Sequence[ChangedCases]] = field(default_factory=dict)
    facts: Sequence[str] = ()
    to_come: Sequence[AnalysisSpec] = ()
