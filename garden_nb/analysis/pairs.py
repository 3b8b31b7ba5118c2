"""Pairs: every variant against every other on one metric, before any correction."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from garden_nb.analysis.columns import Bounds, Columns, bootstrapped, by_means, by_passes, by_people
from garden_nb.analysis.matrix import Matrix
from garden_nb.analysis.table import FloatArray
from garden_nb.core.metrics import Kind, Metric, Role
from garden_nb.stats.exact_sum import exact_sum
from garden_nb.stats.pair_result import MIN_PAIRS
from garden_nb.stats.paired.heavy_tail import heavy_tail

__all__ = ["Judging", "Pairs", "compare_pairs"]

IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Judging:
    """What decides the method, beside the metric.

    Attributes:
        method: `auto`, or `bootstrap` for the percentile bootstrap everywhere.
        clusters: (n_cases,) the number of each case's cluster, or None where cases are
            independent.
        resamples: Bootstrap resamples.
        seed: The seed of the resamples.
        human: (n_cases, n_variants) people's scores that correct the metric, or None.
    """

    method: str = "auto"
    clusters: npt.NDArray[np.intp] | None = None
    resamples: int = 10_000
    seed: int = 0
    human: FloatArray | None = None

    @property
    def n_clusters(self) -> int | None:
        """How many clusters there are; fewer than `MIN_PAIRS` allow no verdict."""
        return None if self.clusters is None else int(np.unique(self.clusters).size)


@dataclass(frozen=True)
class Pairs:
    """Every ordered pair of variants on one metric.

    All arrays are (n_variants, n_variants), indexed [baseline, contender]; swapping the two
    negates differences and mirrors intervals.

    Attributes:
        metric: The metric.
        method: The method's name, by pair.
        delta: Mean differences, contender - baseline, NaN without data.
        se: Standard errors of the differences.
        baseline_mean: The baseline's mean over the paired cases.
        contender_mean: The contender's mean over the paired cases.
        n: Cases with a value on both sides.
        p: Two-sided p-values, NaN below `MIN_PAIRS` pairs; of the ratio where there is one.
        gained: Binary metrics: cases on which the contender passed more often, else -1.
        lost: Binary metrics: cases on which the baseline passed more often, else -1.
        n_clusters: Clusters that the cases come in; None where cases are independent.
        heavy: Whether a few giant cases decide the mean, so that no interval of it is to be
            trusted; a success metric then has no p-value.
        odd: Cases whose difference is not the common one, where so few differ that their mean
            cannot be judged; else -1. A success metric then has no p-value.
        skewed: Whether the interval of the mean difference is not to be trusted, whatever the
            verdict rests on.
        skewed_means: (n_variants,) the same of each variant's own mean.
        worse: Cases on which the contender is worse.
        log_ratio: Means of log(contender / baseline), NaN where some value is not positive.
        bounds: Ends of the intervals of `delta` at two-sided tail probabilities (broadcast).
        log_bounds: The same of `log_ratio`.
    """

    metric: Metric
    method: npt.NDArray[np.str_]
    delta: FloatArray
    se: FloatArray
    baseline_mean: FloatArray
    contender_mean: FloatArray
    n: IntArray
    p: FloatArray
    gained: IntArray
    lost: IntArray
    n_clusters: int | None
    heavy: npt.NDArray[np.bool_]
    odd: IntArray
    skewed: npt.NDArray[np.bool_]
    skewed_means: npt.NDArray[np.bool_]
    worse: IntArray
    log_ratio: FloatArray
    bounds: Callable[[FloatArray], Bounds]
    log_bounds: Callable[[FloatArray], Bounds]

    def plain_bounds(self, alpha: float) -> tuple[Bounds, Bounds]:
        """Return the ends of the uncorrected intervals, of `delta` and of `log_ratio`."""
        return self._plain(alpha)

    @cached_property
    def _plain(self) -> Callable[[float], tuple[Bounds, Bounds]]:
        def both(alpha: float) -> tuple[Bounds, Bounds]:
            tail = np.full(self.p.shape, alpha)
            return self.bounds(tail), self.log_bounds(tail)

        return lru_cache(maxsize=8)(both)


def compare_pairs(matrix: Matrix, judging: Judging | None = None) -> Pairs:
    """Return every pair of a matrix's variants, judged by the metric's own method.

    Pass/fail outcomes are judged by a score test (McNemar's with Tango's interval where repeats
    agree), everything else by the paired t on case means, cluster-robust where cases cluster. A
    guardrail whose values are all positive is judged by the ratio of geometric means (the same on
    logarithms), the typical case; its `delta` stays the mean difference.

    References:
        Tango (1998), doi:10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B.
        Pustejovsky, Tipton (2018), arXiv:1601.01981. Miller (2024), arXiv:2411.00640.
    """
    judging = judging or Judging()
    upper = _Upper(matrix, judging)
    square = _Square(matrix.values.shape[1], upper)
    gained, lost = upper.flips()
    return Pairs(
        metric=matrix.metric,
        method=square.names(upper.method),
        delta=square.odd(upper.columns.delta),
        se=square.even(upper.columns.se),
        baseline_mean=square.spread(upper.means[0], upper.means[1], np.nan),
        contender_mean=square.spread(upper.means[1], upper.means[0], np.nan),
        n=square.even(upper.columns.n, 0).astype(np.int64),
        p=square.even(upper.p),
        gained=square.spread(gained, lost, -1).astype(np.int64),
        lost=square.spread(lost, gained, -1).astype(np.int64),
        n_clusters=judging.n_clusters,
        heavy=square.even(upper.heavy, 0) > 0,
        odd=square.even(upper.odd, -1).astype(np.int64),
        skewed=square.even(upper.skewed, 0) > 0,
        skewed_means=_skewed_means(matrix),
        worse=square.spread(*upper.worse(), 0).astype(np.int64),
        log_ratio=square.odd(upper.logs.delta),
        bounds=square.both(upper.columns),
        log_bounds=square.both(upper.logs),
    )


class _Upper:
    """The pairs with first < second, one array entry per pair."""

    def __init__(self, matrix: Matrix, judging: Judging) -> None:
        first, second = np.triu_indices(matrix.values.shape[1], k=1)
        self.first, self.second = first, second
        left, right = matrix.values[:, first], matrix.values[:, second]
        self._differences = right - left
        paired = ~np.isnan(self._differences)
        self.means = (_mean(left, paired), _mean(right, paired))
        self._binary = matrix.metric.kind is Kind.BINARY
        self._higher = matrix.metric.higher_is_better
        self.columns = self._judged(matrix, judging, paired)
        guardrail = matrix.metric.role is Role.GUARDRAIL
        positive = ((left > 0) & (right > 0) | ~paired).all(axis=0) & paired.any(axis=0)
        logged = positive & guardrail
        usable = paired & logged
        logs = np.log(np.where(usable, right, 1.0)) - np.log(np.where(usable, left, 1.0))
        self.logs = by_means(np.where(usable, logs, np.nan), judging.clusters)
        giant, odd = _heavy(matrix, first, second)
        self.skewed = giant | (odd >= 0)
        self.heavy = giant & ~logged
        self.odd = np.where(logged, -1, odd)
        hidden = (self.columns.n < MIN_PAIRS) | (self.skewed & (not guardrail))
        hidden |= judging.n_clusters is not None and judging.n_clusters < MIN_PAIRS
        self.p = np.where(hidden, np.nan, np.where(logged, self.logs.p, self.columns.p))
        self.method = np.where(logged, "log_ratio", self.columns.method)

    def _judged(self, matrix: Matrix, judging: Judging, paired: npt.NDArray[np.bool_]) -> Columns:
        if judging.human is not None:
            scored = judging.human[:, self.second] - judging.human[:, self.first]
            return by_people(self._differences, scored)
        if judging.method == "bootstrap":
            pairs = list(zip(self.first.tolist(), self.second.tolist(), strict=True))
            draws = (judging.resamples, judging.seed)
            return bootstrapped(matrix.values, pairs, judging.clusters, draws)
        if self._binary and judging.clusters is None:
            agree = matrix.agree[:, self.first] & matrix.agree[:, self.second]
            return by_passes(self._differences, np.asarray((agree | ~paired).all(axis=0)))
        return by_means(self._differences, judging.clusters)

    def worse(self) -> Bounds:
        """Return on how many cases the second variant is worse, and the first."""
        down, up = (self._differences < 0).sum(axis=0), (self._differences > 0).sum(axis=0)
        down, up = down.astype(float), up.astype(float)
        return (down, up) if self._higher else (up, down)

    def flips(self) -> Bounds:
        """Return gained and lost of each pair, -1 where the metric is not binary."""
        if not self._binary:
            none = np.full(self.columns.n.shape, -1.0)
            return none, none
        up, down = (self._differences > 0).sum(axis=0), (self._differences < 0).sum(axis=0)
        return up.astype(float), down.astype(float)


class _Square:
    """Spreads one entry per pair over both orders of the pair."""

    def __init__(self, size: int, upper: _Upper) -> None:
        self._shape = (size, size)
        self._at, self._mirror = (upper.first, upper.second), (upper.second, upper.first)
        self._few = upper.columns.n < MIN_PAIRS

    def spread(self, values: FloatArray, mirrored: FloatArray, diagonal: float) -> FloatArray:
        full = np.full(self._shape, diagonal, dtype=float)
        full[self._at], full[self._mirror] = values, mirrored
        return full

    def even(self, values: npt.ArrayLike, diagonal: float = np.nan) -> FloatArray:
        return self.spread(np.asarray(values, float), np.asarray(values, float), diagonal)

    def odd(self, values: FloatArray) -> FloatArray:
        return self.spread(values, -values, 0.0)

    def names(self, values: npt.NDArray[np.str_]) -> npt.NDArray[np.str_]:
        full = np.full(self._shape, "", dtype="<U20")
        full[self._at] = full[self._mirror] = values
        return full

    def both(self, columns: Columns) -> Callable[[FloatArray], Bounds]:
        """Return the intervals of both orders; the mirrored ones are exact mirrors."""

        def ends(tail: FloatArray) -> Bounds:
            tails = np.broadcast_to(np.asarray(tail, float), self._shape)
            low, high = self._hidden(columns.bounds(tails[self._at]))
            same = bool(np.array_equal(tails[self._at], tails[self._mirror], equal_nan=True))
            back = (low, high) if same else self._hidden(columns.bounds(tails[self._mirror]))
            return self.spread(low, -back[1], 0.0), self.spread(high, -back[0], 0.0)

        return ends

    def _hidden(self, bounds: Bounds) -> Bounds:
        low, high = (np.where(self._few, np.nan, end) for end in bounds)
        return low, high


def _heavy(
    matrix: Matrix, first: IntArray, second: IntArray
) -> tuple[npt.NDArray[np.bool_], IntArray]:
    """Return for each pair whether a few giant cases decide the mean of an unbounded metric.

    And how many cases differ from the rest where so few do that their mean cannot be judged,
    else -1.
    """
    if matrix.metric.kind is not Kind.NUMERIC:
        return np.zeros(first.shape, dtype=bool), np.full(first.shape, -1)
    columns = matrix.values.T
    pairs = zip(first.tolist(), second.tolist(), strict=True)
    found = [heavy_tail(columns[i], columns[j]) for i, j in pairs]
    odd = [-1 if each.n_odd is None else each.n_odd for each in found]
    giant = [each.flag for each in found]
    return np.array(giant, dtype=bool), np.array(odd, dtype=np.int64)


def _skewed_means(matrix: Matrix) -> npt.NDArray[np.bool_]:
    """Return for each variant whether the interval of its own mean is not to be trusted."""
    columns = matrix.values.T
    if matrix.metric.kind is not Kind.NUMERIC:
        return np.zeros(len(columns), dtype=bool)
    found = [heavy_tail(np.zeros_like(column), column) for column in columns]
    return np.array([each.flag or each.n_odd is not None for each in found], dtype=bool)


def _mean(values: FloatArray, paired: npt.NDArray[np.bool_]) -> FloatArray:
    n = paired.sum(axis=0)
    total = exact_sum(np.where(paired, values, 0.0))
    return np.where(n > 0, total / np.maximum(n, 1), np.nan)
