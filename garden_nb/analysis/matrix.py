"""Matrices: one metric's values by case and variant, under a policy about failures."""

from dataclasses import dataclass, replace

import numpy as np

from garden_nb.analysis.table import BoolArray, FloatArray, TrialTable
from garden_nb.core.metrics import Kind, Metric, Role

__all__ = ["Matrix", "Policy", "build_matrix"]


@dataclass(frozen=True, slots=True)
class Policy:
    """What failed and absent trials count as.

    Attributes:
        on_error: `fail`: a failed trial counts as the worst value where the metric has one;
            `drop`: it leaves the case's mean (and the pair, when none is left).
        missing: `pairwise`: a pair uses the cases that both variants have; `common`: every pair
            uses the cases that all variants have; `fail`: a value that is not there, for want of
            a trial or of a score, counts as the worst one.
    """

    on_error: str = "fail"
    missing: str = "pairwise"


@dataclass(frozen=True, slots=True)
class Matrix:
    """One metric by case and variant.

    Attributes:
        metric: The metric.
        values: (n_cases, n_variants) means over repeats, NaN where absent.
        agree: (n_cases, n_variants), True where all repeats gave one value.
        n_missing: One number per variant: trials without a value that did not fail.
    """

    metric: Metric
    values: FloatArray
    agree: BoolArray
    n_missing: tuple[int, ...]

    @property
    def single(self) -> bool:
        """Whether the metric is binary and no case's repeats disagree."""
        return self.metric.kind is Kind.BINARY and bool(self.agree.all())

    def of_cases(self, cases: BoolArray | None) -> "Matrix":
        """Return the matrix of some of the cases; None means all."""
        if cases is None:
            return self
        return replace(self, values=self.values[cases], agree=self.agree[cases])


def build_matrix(table: TrialTable, metric: Metric, policy: Policy) -> Matrix:
    """Return the matrix of one metric; repeats are averaged inside each case.

    A guardrail has no value where its trial failed, whatever the policy.
    """
    scores = table.scores[metric.name]
    absent = np.isnan(scores)
    n_missing = tuple(int(n) for n in (absent & ~table.failed).sum(axis=(0, 2)))
    if metric.role is Role.SUCCESS and metric.worst is not None:
        as_worst = np.zeros_like(absent)
        if policy.on_error == "fail":
            as_worst |= table.failed
        if policy.missing == "fail":
            as_worst |= absent & ~table.failed
        scores = np.where(as_worst, metric.worst, scores)
        if policy.on_error == "drop":
            scores = np.where(table.failed, np.nan, scores)
    values, agree = _over_repeats(scores)
    if policy.missing == "common":
        values = np.where(np.isnan(values).any(axis=1, keepdims=True), np.nan, values)
    return Matrix(metric, values, agree, n_missing)


def _over_repeats(scores: FloatArray) -> tuple[FloatArray, BoolArray]:
    """Return the mean over the repeats that have a value, and whether these agree."""
    present = ~np.isnan(scores)
    n = present.sum(axis=2)
    filled = np.where(present, scores, 0.0)
    with np.errstate(invalid="ignore"):
        # 0.1 + 0.2 is not 0.3: rounding noise must not pass for a difference between variants.
        means = np.where(n > 0, np.round(filled.sum(axis=2) / np.maximum(n, 1), 12), np.nan)
    low = np.where(present, scores, np.inf).min(axis=2)
    high = np.where(present, scores, -np.inf).max(axis=2)
    agree = (n == 0) | (low == high)
    return np.where(agree & (n > 0), low, means), agree
