"""What one variant did."""

from collections.abc import Mapping
from dataclasses import dataclass

from garden_nb.analysis.report import Report
from garden_nb.core.metrics import Kind
from garden_nb.errors import InputError, Problem
from garden_nb.flows.sweep.leaderboard import known_metric

__all__ = ["VariantResult"]


@dataclass(frozen=True)
class VariantResult:
    """What one variant did on a suite.

    Attributes:
        run_id: The run's id with the variant's name behind it, in letters that any file can have.
        variant: Its name.
        report: The report of all variants, as data.
        failures: How many trials failed in which way, the most frequent first.
    """

    run_id: str
    variant: str
    report: Report
    failures: Mapping[str, int]

    @property
    def errors(self) -> int:
        """How many trials failed."""
        return sum(count.failed for count in self.report.counts if count.variant == self.variant)

    def mean(self, key: str) -> float | None:
        """Return the mean of a score over tasks, repeats averaged first; None without any.

        Raises:
            InputError: There is no such score.
        """
        known_metric(self.report, key)
        return self.report.estimate(self.variant, key).value

    def pass_rate(self, key: str) -> float | None:
        """Return the share in [0, 1] that a score found true; None where nothing was graded.

        Raises:
            InputError: There is no such score, or it is not true or false.
        """
        if known_metric(self.report, key).kind is not Kind.BINARY:
            what = f"{key!r} is a number, which has no pass rate."
            raise InputError(Problem("key", what, f"Call mean({key!r})."))
        return self.mean(key)
