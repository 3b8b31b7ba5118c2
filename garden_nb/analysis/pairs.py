"""Pairs: every variant against every other on one metric, before any correction."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from garden_nb.analysis.matrix import Matrix
from garden_nb.analysis.table import FloatArray
from garden_nb.core.metrics import Kind, Metric, Role
from garden_nb.stats.paired.mcnemar import mcnemar_p
from garden_nb.stats.paired.paired_t import paired_t_columns
from garden_nb.stats.paired.t_bounds import t_bounds
from garden_nb.stats.paired.tango_interval import tango_bounds

__all__ = ["MIN_PAIRS", "Pairs", "compare_pairs"]

IntArray = npt.NDArray[np.int64]
Bounds = tuple[FloatArray, FloatArray]

MIN_PAIRS = 5
"""Below this many pairs there is an estimate, but no interval and no test."""


@dataclass(frozen=True)
class Pairs:
    """Every ordered pair of variants on one metric.

    All arrays are (n_variants, n_variants), indexed [baseline, contender]; swapping the two
    negates differences and mirrors intervals.

    Attributes:
        metric: The metric.
        method: `tango`, `paired_t` or `log_ratio`, by pair.
        delta: Mean differences, contender - baseline, NaN without data.
        baseline_mean: The baseline's mean over the paired cases.
        contender_mean: The contender's mean over the paired cases.
        n: Cases with a value on both sides.
        p: Two-sided p-values, NaN below `MIN_PAIRS` pairs.
        gained: Binary metrics: cases that only the contender passed, else -1.
        lost: Binary metrics: cases that only the baseline passed, else -1.
        log_ratio: Means of log(contender / baseline), NaN where some value is not positive.
        bounds: Ends of the intervals of `delta` at two-sided tail probabilities (broadcast).
        log_bounds: The same of `log_ratio`.
    """

    metric: Metric
    method: npt.NDArray[np.str_]
    delta: FloatArray
    baseline_mean: FloatArray
    contender_mean: FloatArray
    n: IntArray
    p: FloatArray
    gained: IntArray
    lost: IntArray
    log_ratio: FloatArray
    bounds: Callable[[FloatArray], Bounds]
    log_bounds: Callable[[FloatArray], Bounds]


def compare_pairs(matrix: Matrix) -> Pairs:
    """Return every pair of a matrix's variants, judged by the metric's own method.

    Binary metrics whose repeats agree are judged by McNemar's score test with Tango's interval,
    everything else by the paired t on case means. A guardrail whose values are all positive is
    judged by the ratio of geometric means (paired t on logarithms), the typical case; its `delta`
    stays the mean difference.

    References:
        Tango (1998), doi:10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B.
        Miller (2024), arXiv:2411.00640.
    """
    first, second = np.triu_indices(matrix.values.shape[1], k=1)
    pairs = _Upper(matrix, first, second)
    shape = (matrix.values.shape[1],) * 2

    def spread(values: FloatArray, mirrored: FloatArray, diagonal: float) -> FloatArray:
        full = np.full(shape, diagonal)
        full[first, second], full[second, first] = values, mirrored
        return full

    def both(bounds: Callable[[FloatArray], Bounds]) -> Callable[[FloatArray], Bounds]:
        def ends(tail: FloatArray) -> Bounds:
            tails = np.broadcast_to(np.asarray(tail, float), shape)
            low, high = bounds(tails[first, second])
            back_low, back_high = bounds(tails[second, first])
            return spread(low, -back_high, 0.0), spread(high, -back_low, 0.0)

        return ends

    method = np.full(shape, "", dtype="<U10")
    method[first, second] = method[second, first] = pairs.method
    gained, lost = pairs.flips()
    return Pairs(
        metric=matrix.metric,
        method=method,
        delta=spread(pairs.delta, -pairs.delta, 0.0),
        baseline_mean=spread(pairs.first_mean, pairs.second_mean, np.nan),
        contender_mean=spread(pairs.second_mean, pairs.first_mean, np.nan),
        n=spread(pairs.n.astype(float), pairs.n.astype(float), 0.0).astype(np.int64),
        p=spread(pairs.p, pairs.p, np.nan),
        gained=spread(gained, lost, -1.0).astype(np.int64),
        lost=spread(lost, gained, -1.0).astype(np.int64),
        log_ratio=spread(pairs.log_ratio, -pairs.log_ratio, 0.0),
        bounds=both(pairs.bounds),
        log_bounds=both(pairs.log_bounds),
    )


class _Upper:
    """The pairs with first < second, one array entry per pair."""

    def __init__(self, matrix: Matrix, first: IntArray, second: IntArray) -> None:
        values, metric = matrix.values, matrix.metric
        differences = values[:, second] - values[:, first]
        paired = ~np.isnan(differences)
        self._columns = paired_t_columns(differences)
        self.n = self._columns.n_pairs
        self.delta = self._columns.delta
        self.first_mean = _mean(values[:, first], paired)
        self.second_mean = _mean(values[:, second], paired)
        self._binary = metric.kind is Kind.BINARY
        self._b = ((differences > 0) & paired).sum(axis=0).astype(float)
        self._c = ((differences < 0) & paired).sum(axis=0).astype(float)
        unanimous = matrix.agree[:, first] & matrix.agree[:, second] | ~paired
        self._tango = unanimous.all(axis=0) & self._binary
        self._set_logs(values, first, second, guardrail=metric.role is Role.GUARDRAIL)
        few = self.n < MIN_PAIRS
        p = np.where(self._tango, mcnemar_p(self._b, self._c), self._columns.p_value)
        self.p = np.where(few, np.nan, np.where(self._logged, self._log_columns.p_value, p))
        self._few = few
        self.method = np.where(
            self._logged, "log_ratio", np.where(self._tango, "tango", "paired_t")
        )

    def _set_logs(
        self, values: FloatArray, first: IntArray, second: IntArray, *, guardrail: bool
    ) -> None:
        left, right = values[:, first], values[:, second]
        paired = ~np.isnan(left) & ~np.isnan(right)
        positive = ((left > 0) & (right > 0) | ~paired).all(axis=0) & paired.any(axis=0)
        self._logged = positive & guardrail
        usable = paired & self._logged
        logs = np.where(
            usable,
            np.log(np.where(usable, right, 1.0)) - np.log(np.where(usable, left, 1.0)),
            np.nan,
        )
        self._log_columns = paired_t_columns(logs)
        self.log_ratio = self._log_columns.delta

    def flips(self) -> Bounds:
        """Return gained and lost of each pair, -1 where the metric is not binary."""
        none = np.full(self.n.shape, -1.0)
        return (self._b, self._c) if self._binary else (none, none)

    def bounds(self, tail: FloatArray) -> Bounds:
        """Return the ends of the intervals of `delta` at two-sided tails, one per pair."""
        columns = self._columns
        low, high = t_bounds(columns.delta, columns.se, columns.df, tail)
        score = tango_bounds(self._b, self._c, self.n, tail)
        low = np.where(self._tango, score[0], low)
        high = np.where(self._tango, score[1], high)
        return np.where(self._few, np.nan, low), np.where(self._few, np.nan, high)

    def log_bounds(self, tail: FloatArray) -> Bounds:
        """Return the ends of the intervals of `log_ratio`."""
        columns = self._log_columns
        low, high = t_bounds(columns.delta, columns.se, columns.df, tail)
        return np.where(self._few, np.nan, low), np.where(self._few, np.nan, high)


def _mean(values: FloatArray, paired: npt.NDArray[np.bool_]) -> FloatArray:
    n = paired.sum(axis=0)
    total = np.where(paired, values, 0.0).sum(axis=0)
    return np.where(n > 0, total / np.maximum(n, 1), np.nan)
