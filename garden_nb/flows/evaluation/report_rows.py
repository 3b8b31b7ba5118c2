"""The rows of a statistical report."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = [
    "CategorySummary",
    "ComparisonResult",
    "FailureFlips",
    "FailureModeSummary",
    "GateOutcome",
    "PowerAnalysis",
    "RecordResult",
    "VariantInfo",
]


@dataclass(frozen=True, slots=True)
class VariantInfo:
    """One variant of a report.

    Attributes:
        name: The full id of the model.
        label: Its short label, by which metrics and gates are named.
        is_baseline: Whether the others are compared with it.
        n_cases: Cases that it was asked.
        n_failed: Cases that it failed on.
        cost_usd: What its answers cost, None where some price is unknown.
        judge_cost_usd: What judging them cost, None where some price is unknown or none was paid.
        input_tokens: Tokens that it read, None where unknown.
        output_tokens: Tokens that it wrote, None where unknown.
        judge_tokens: Tokens that its judges read and wrote, None where unknown.
    """

    name: str
    label: str
    is_baseline: bool = False
    n_cases: int = 0
    n_failed: int = 0
    cost_usd: float | None = None
    judge_cost_usd: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    judge_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class RecordResult:
    """One variant on one case.

    Attributes:
        record_id: The case's id.
        tag: The full id of the model; None outside a garden.
        question: What was asked.
        expected: The right answer, None where there is none.
        category: The case's category, or None.
        output: What the agent answered, None where it failed.
        scores: Values by name, None where missing; labels of categorical scores are text.
        reasons: By name, a judge's explanation or why the value is missing.
        error: Why the agent failed, or None.
        failure_mode: The way in which it failed; None for a success and where nobody knows.
        latency_ms: Wall time of the answer.
    """

    record_id: str
    tag: str | None
    question: Any
    expected: Any
    category: str | None
    output: Any
    scores: Mapping[str, float | str | None]
    reasons: Mapping[str, str] = field(default_factory=dict)
    error: str | None = None
    failure_mode: str | None = None
    latency_ms: float | None = None


@dataclass(frozen=True, slots=True)
class GateOutcome:
    """What one bound decided for one variant.

    Attributes:
        metric_name: The metric, `label:name` in a report of several variants.
        rule: `min`, `max`, `min_delta`, `max_delta`, `min_delta_pct` or `max_delta_pct`.
        threshold: The bound, inclusive.
        value: What was compared with it, None without data.
        passed: Whether it holds; a skipped one counts as passed.
        skipped: Whether there was nothing to compare it with.
        reason: One line for people.
        variant: The full id of the model; None outside a garden.
    """

    metric_name: str
    rule: str
    threshold: float
    value: float | None
    passed: bool
    skipped: bool
    reason: str
    variant: str | None = None


@dataclass(frozen=True, slots=True)
class ComparisonResult:
    """One contender against the baseline on one score.

    Attributes:
        metric: The score's name.
        variant: The full id of the contender.
        baseline: The full id of the baseline.
        delta: Mean difference, contender - baseline.
        ci_lower: Lower end of the interval at which the verdict was judged.
        ci_upper: Upper end; the interval excludes 0 exactly when `p_adj` is below alpha.
        p_value: The comparison's own p.
        p_adj: The same after the correction over the whole family.
        status: What it shows: improvement, regression, equivalent, inconclusive, not_testable or
            no_data.
        effect_size: `delta` in standard deviations of the pairs' differences; None without spread.
        method: The method's name.
        n_pairs: Cases with a value on both sides.
        gained: Binary: cases that only the contender passed.
        lost: Binary: cases that only the baseline passed.
        interpretation: What it means, in words.
        depends_on_failures: Whether leaving failed trials out gives another status.
        delta_dropped: The difference without failed trials; None where none failed.
        status_dropped: What that shows.
    """

    metric: str
    variant: str
    baseline: str
    delta: float | None
    ci_lower: float | None
    ci_upper: float | None
    p_value: float | None
    p_adj: float | None
    status: str
    effect_size: float | None
    method: str
    n_pairs: int
    gained: int | None = None
    lost: int | None = None
    interpretation: str = ""
    depends_on_failures: bool = False
    delta_dropped: float | None = None
    status_dropped: str | None = None


@dataclass(frozen=True, slots=True)
class PowerAnalysis:
    """What one comparison of a binary score could have shown.

    Attributes:
        metric: The score's name.
        variant: The full id of the contender.
        n_pairs: Cases with a value on both sides.
        mde: The smallest difference that these cases show 8 times in 10, None where none could be.
        mde_adj: The same at the level of the verdict.
        mde_two_proportion: The same for two samples of other cases each, as a reference.
    """

    metric: str
    variant: str
    n_pairs: int
    mde: float | None
    mde_adj: float | None
    mde_two_proportion: float | None


@dataclass(frozen=True, slots=True)
class CategorySummary:
    """One metric of one variant within one category.

    Attributes:
        category: The category.
        metric: The metric's name, `label:name` in a report of several variants.
        point_estimate: The mean, None without data.
        ci_lower: Lower end of its interval.
        ci_upper: Upper end.
        sample_size: Cases of the category with a value.
        variant: The full id of the model; None outside a garden.
        method: The interval's method.
    """

    category: str
    metric: str
    point_estimate: float | None
    ci_lower: float | None
    ci_upper: float | None
    sample_size: int
    variant: str | None = None
    method: str = ""


@dataclass(frozen=True, slots=True)
class FailureModeSummary:
    """How often one variant failed in one way.

    Attributes:
        failure_mode: The way, `label:mode` in a report of several variants.
        count: Cases that failed so.
        sample_size: Cases that were tried.
        record_ids: The ids of the cases, sorted.
        description: What the taxonomy says of it; empty for modes that are found by rule.
    """

    failure_mode: str
    count: int
    sample_size: int
    record_ids: tuple[str, ...]
    description: str = ""


@dataclass(frozen=True, slots=True)
class FailureFlips:
    """How one way of failing changed from the baseline to a contender, case by case.

    Attributes:
        failure_mode: The way.
        variant: The full id of the contender.
        newly_failing: Ids of the cases that only the contender fails on so.
        fixed: Ids of the cases that only the baseline fails on so.
        both: Ids of the cases that both fail on so.
        p_value: Exact McNemar test of newly failing against fixed.
        p_adj: The same after Holm's correction over all flips of the report.
    """

    failure_mode: str
    variant: str
    newly_failing: tuple[str, ...]
    fixed: tuple[str, ...]
    both: tuple[str, ...]
    p_value: float
    p_adj: float
