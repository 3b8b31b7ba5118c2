"""The leaderboard: ranks of one score, and what they are worth."""

from dataclasses import dataclass

from garden_nb.analysis.report import Report
from garden_nb.core.metrics import Metric
from garden_nb.errors import InputError, Problem, did_you_mean

__all__ = ["LeaderboardRow", "known_metric", "leaderboard_of"]


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One variant's place.

    Attributes:
        variant: Its name.
        score: The pass rate of a score that is true or false, else the mean, repeats averaged
            within each task; None where nothing was graded.
        n: Trials that the score is about: those graded, and failed ones where they count.
        rank: 1 + the number of variants that are strictly better; equal scores share a rank.
        ci_low: Lower end of the interval of `score`, None where there is none.
        ci_high: Upper end.
        told_apart: Whether the evidence shows it worse than the leader, after the correction for
            all comparisons; None where there is no verdict (nothing graded, one variant, a run
            that is not finished, a guardrail such as `latency_ms`).
    """

    variant: str
    score: float | None
    n: int
    rank: int
    ci_low: float | None = None
    ci_high: float | None = None
    told_apart: bool | None = None


def known_metric(report: Report, key: str) -> Metric:
    """Return the metric of a name.

    Raises:
        InputError: There is no such metric; those that there are are listed.
    """
    for metric in report.metrics:
        if metric.name == key:
            return metric
    names = [metric.name for metric in report.metrics]
    raise InputError(Problem("key", f"there is no score {key!r}.", did_you_mean(key, names)))


def leaderboard_of(report: Report, key: str) -> list[LeaderboardRow]:
    """Return one row per variant, the best first, and those without a score last.

    Rank = 1 + the number of strictly better scores (competition ranking). Of cost, latency,
    tokens and steps less is better.

    Raises:
        InputError: There is no such score.
    """
    metric = known_metric(report, key)
    sign = 1 if metric.higher_is_better else -1
    planned = {count.variant: count.planned for count in report.counts}
    tied = report.best_sets.get(key)
    found = []
    for label in report.variants:
        row = report.estimate(label, key)
        dropped = row.n_failed if report.spec.on_error == "drop" else 0
        n = max(planned[label] - row.n_missing - dropped, 0) if row.value is not None else 0
        found.append((row, n))
    values = [sign * row.value for row, _ in found if row.value is not None]
    rows = []
    for row, n in found:
        own = None if row.value is None else sign * row.value
        better = len(values) if own is None else sum(value > own for value in values)
        no_verdict = tied is None or own is None or len(report.variants) < 2
        rows.append(
            LeaderboardRow(
                variant=row.variant,
                score=row.value,
                n=n,
                rank=1 + better,
                ci_low=row.ci_low,
                ci_high=row.ci_high,
                told_apart=None if no_verdict or tied is None else row.variant not in tied,
            )
        )
    return sorted(rows, key=lambda row: row.rank)
