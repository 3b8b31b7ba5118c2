"""The rows of a report: estimates of variants and comparisons of contenders."""

from dataclasses import dataclass
from enum import StrEnum

from garden_nb.core.metrics import Metric

__all__ = ["Comparison", "Estimate", "Status"]


class Status(StrEnum):
    """What a comparison shows.

    People read better, worse, equivalent, unclear and no data: see `word`.
    """

    IMPROVEMENT = "improvement"
    REGRESSION = "regression"
    EQUIVALENT = "equivalent"
    INCONCLUSIVE = "inconclusive"
    NOT_TESTABLE = "not_testable"
    NO_DATA = "no_data"

    @property
    def word(self) -> str:
        """The word that people read."""
        return {
            Status.IMPROVEMENT: "better",
            Status.REGRESSION: "worse",
            Status.EQUIVALENT: "equivalent",
            Status.INCONCLUSIVE: "unclear",
            Status.NOT_TESTABLE: "unclear",
            Status.NO_DATA: "no data",
        }[self]


@dataclass(frozen=True, slots=True)
class Estimate:
    """One variant's mean of one metric over the cases that have a value.

    Attributes:
        variant: The variant.
        metric: The metric.
        value: The mean over cases (repeats averaged within each case), None without data.
        ci_low: Lower end of the interval of the mean, None where there is none.
        ci_high: Upper end.
        n_cases: Cases with a value.
        n_failed: Failed trials of the variant, counted or dropped as `on_error` says.
        n_missing: Planned trials without a value for another reason (no trial yet, NaN, a scorer
            that raised).
        method: The interval's method.
    """

    variant: str
    metric: Metric
    value: float | None
    ci_low: float | None
    ci_high: float | None
    n_cases: int
    n_failed: int
    n_missing: int
    method: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """One contender against the baseline on one metric.

    Attributes:
        variant: The contender.
        baseline: The baseline.
        metric: The metric's name.
        role: `success` (in the corrected family) or `guardrail` (outside it).
        baseline_value: The baseline's mean over the paired cases.
        value: The contender's mean over the paired cases.
        delta: Mean difference, contender - baseline, in the metric's unit.
        se: Its standard error, None where there is none.
        ci_low: Lower end of the plain interval of `delta`.
        ci_high: Upper end.
        ci_adj_low: Lower end at the level at which the verdict was judged.
        ci_adj_high: Upper end; the interval excludes 0 exactly when `p_adj` < alpha.
        p_value: The comparison's own two-sided p.
        p_adj: The same after the correction over the family; None for guardrails.
        tail: The two-sided level at which the verdict was judged (alpha over the family's share).
        status: What the comparison shows.
        n_pairs: Cases (or clusters' cases) with a value on both sides.
        method: The method's name.
        ratio: Ratio of geometric means, contender / baseline, where all values are positive
            (guardrails).
        ratio_low: Lower end of the ratio's interval.
        ratio_high: Upper end.
        gained: Binary: cases that only the contender passed.
        lost: Binary: cases that only the baseline passed.
        mde: The smallest true difference that these cases would show 8 times in 10 at the plain
            level; None where none could be shown.
        mde_adj: The same at the level at which the verdict was judged.
        mde_two_proportion: Binary: the same for two unpaired samples, as a reference.
        more_cases: About how many more cases would show that any difference is smaller than the
            margin, if the two are equal; 0 where these are enough, None without a margin.
        n_clusters: Clusters that the cases come in; None where cases are independent.
        heavy_tail: Whether a few giant cases decide the mean, so that no verdict rests on it.
        odd_cases: Cases that differ in another way than most, where they are too few for a
            verdict on the mean; None elsewhere.
        depends_on_failures: Whether the other failure policy gives another status.
        depends_on_missing: Whether counting absent trials as failed gives another status.
        outlook: What the numbers do not exclude and what would settle it, as one clause for the
            summary line; of a decided row only that its difference is within the margin.
        notes: Plain sentences: what was estimated, by which method and why, what it supports.
    """

    variant: str
    baseline: str
    metric: str
    role: str
    status: Status
    n_pairs: int
    method: str
    baseline_value: float | None = None
    value: float | None = None
    delta: float | None = None
    se: float | None = None
    ci_low: float | None = None
    ci_high: float | None = None
    ci_adj_low: float | None = None
    ci_adj_high: float | None = None
    p_value: float | None = None
    p_adj: float | None = None
    tail: float | None = None
    ratio: float | None = None
    ratio_low: float | None = None
    ratio_high: float | None = None
    gained: int | None = None
    lost: int | None = None
    mde: float | None = None
    mde_adj: float | None = None
    mde_two_proportion: float | None = None
    more_cases: int | None = None
    n_clusters: int | None = None
    heavy_tail: bool = False
    odd_cases: int | None = None
    depends_on_failures: bool = False
    depends_on_missing: bool = False
    outlook: str = ""
    notes: tuple[str, ...] = ()
