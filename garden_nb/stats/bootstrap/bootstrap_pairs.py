"""The bootstrap of every pair of variants on every metric, from one set of draws."""

import itertools
import math
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from garden_nb.stats.bootstrap.bootstrap_bounds import (
    BootstrapMethod,
    Shape,
    bootstrap_bounds,
    bootstrap_p_value,
)
from garden_nb.stats.bootstrap.pair_sums import PairSums, pair_sums
from garden_nb.stats.bootstrap.shape_of import shape_of
from garden_nb.stats.tail import tail_of

__all__ = ["BootstrapPairs", "bootstrap_pairs", "resamples_needed"]

_CELLS = 1 << 22


@dataclass(frozen=True)
class BootstrapPairs:
    """Bootstrap comparisons of many pairs; every array is (n_pairs, n_metrics).

    Attributes:
        pairs: (n_pairs, 2) column numbers, (baseline, contender).
        delta: Contender minus baseline; NaN without data.
        ci_low: Lower ends at the given confidence; NaN for n < 2.
        ci_high: Upper ends.
        p_value: The tails at which the intervals reach 0; NaN for n < 2.
        n_pairs: Cases with a value on both sides.
        method: The rule that made the intervals.
        seed: The seed, also where it was drawn.
    """

    pairs: NDArray[np.intp]
    delta: NDArray[np.float64]
    ci_low: NDArray[np.float64]
    ci_high: NDArray[np.float64]
    p_value: NDArray[np.float64]
    n_pairs: NDArray[np.int64]
    method: BootstrapMethod
    seed: int
    _sums: PairSums

    def bounds(self, tail: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return both ends at other two-sided tail probabilities, from the same draws.

        Args:
            tail: One, or (n_pairs, n_metrics).
        """
        low, high, _ = _judge(self._sums, tail, self.method)
        return low, high


def resamples_needed(m: int, alpha: float = 0.05) -> int:
    """Return how many resamples a family of m comparisons needs to be judged at alpha.

    Args:
        m: Comparisons in the family.
        alpha: Level of the verdict.

    Returns:
        40 m / alpha, at least 10,000: the corrected tail alpha / m then holds 20 resamples on
        each side. With fewer nothing may be able to reach significance.
    """
    return max(10_000, math.ceil(40 * m / alpha))


def bootstrap_pairs(  # noqa: PLR0913  # one keyword per question of the design
    scores: ArrayLike,
    *,
    pairs: Sequence[tuple[int, int]] | None = None,
    clusters: ArrayLike | None = None,
    resamples: int = 10_000,
    confidence: float = 0.95,
    seed: int | None = 0,
    method: BootstrapMethod = "percentile",
) -> BootstrapPairs:
    """Return bootstrap intervals and p-values of all pairs of variants on all metrics.

    One matrix of draws serves all pairs and metrics: it is multiplied once with the variants'
    centred scores, and pairs are differences of the products. Pairs with absent values use the
    ratio of resampled sums and counts. Draw k depends only on (seed, n, k).

    Args:
        scores: (n_cases, n_variants) or (n_cases, n_variants, n_metrics), NaN where absent.
        pairs: (baseline, contender) column numbers; default all, baseline first in column order.
        clusters: (n_cases,) labels; whole clusters are drawn.
        resamples: Number of resamples; see `resamples_needed` for corrected verdicts.
        confidence: Level of the intervals.
        seed: An integer >= 0; None draws one, which the result carries.
        method: `percentile`, `expanded` (corrected for small n) or `bca`.

    Raises:
        ValueError: If shapes, pairs, seed, resamples, method or confidence are out of range.

    References:
        Efron, Tibshirani (1993), An Introduction to the Bootstrap.
        Hesterberg (2015), doi:10.1080/00031305.2015.1089789 (expanded percentile).
    """
    table = np.asarray(scores, float)
    table = table[:, :, None] if table.ndim == 2 else table
    tail = tail_of(confidence)
    _check(table, resamples, seed, method)
    if seed is None:
        seed = secrets.randbits(63)
    chosen = list(itertools.combinations(range(table.shape[1]), 2)) if pairs is None else pairs
    numbers = np.array(chosen, np.intp).reshape(-1, 2)
    if numbers.size and not (numbers.min() >= 0 and numbers.max() < table.shape[1]):
        raise ValueError(f"pairs name columns outside 0..{table.shape[1] - 1}.")
    sums = pair_sums(table, numbers, clusters, (resamples, seed))
    low, high, p_value = _judge(sums, tail, method)
    return BootstrapPairs(numbers, sums.delta, low, high, p_value, sums.n_pairs, method, seed, sums)


def _check(
    table: NDArray[np.float64], resamples: int, seed: int | None, method: BootstrapMethod
) -> None:
    if table.ndim != 3 or table.shape[0] < 1:
        raise ValueError(
            f"scores have shape {table.shape}; give (n_cases, n_variants[, n_metrics])."
        )
    if resamples < 1 or (seed is not None and seed < 0):
        raise ValueError(f"resamples={resamples!r}, seed={seed!r}: give resamples >= 1, seed >= 0.")
    if method not in ("percentile", "expanded", "bca"):
        raise ValueError(f"method={method!r} is unknown; give 'percentile', 'expanded' or 'bca'.")


def _judge(
    sums: PairSums, tail: ArrayLike, method: BootstrapMethod
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return both ends and the p-values of every comparison, a bounded number at a time."""
    count = sums.delta.size
    wanted = np.broadcast_to(np.asarray(tail, float), sums.delta.shape).reshape(-1)
    low, high, p = np.empty((3, count))
    step = max(1, _CELLS // sums.resamples)
    for at in range(0, count, step):
        part = slice(at, min(at + step, count))
        centre = sums.delta.reshape(-1)[part]
        means = sums.means(np.arange(part.start, part.stop))
        shape = _plain(sums, part) if method != "bca" else shape_of(sums.residuals(part), means)
        means.sort(axis=-1)
        ends = bootstrap_bounds(means, wanted[part], shape, method)
        low[part] = centre + np.minimum(ends[0], 0.0)
        high[part] = centre + np.maximum(ends[1], 0.0)
        p[part] = bootstrap_p_value(means + centre[:, None], shape, method)
    return _settle(sums, wanted, (low, high, p))


def _plain(sums: PairSums, part: slice) -> Shape:
    units = sums.units.reshape(-1)[part].astype(float)
    return Shape(units, np.zeros(units.shape), np.zeros(units.shape))


def _settle(
    sums: PairSums,
    tail: NDArray[np.float64],
    judged: tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the ends and p-values with the rules for equal differences and lone cases."""
    low, high, p = judged
    delta, units = sums.delta.reshape(-1), sums.units.reshape(-1)
    equal = sums.constant.reshape(-1)
    p = np.where(equal, np.where(delta == 0, 1.0, np.exp2(1.0 - units)), p)
    reach = p >= tail
    low = np.where(reach, np.minimum(low, 0.0), low)
    high = np.where(reach, np.maximum(high, 0.0), high)
    judgeable = units > 1
    low, high, p = (
        np.where(judgeable, part, np.nan).reshape(sums.delta.shape) for part in (low, high, p)
    )
    return low, high, p
