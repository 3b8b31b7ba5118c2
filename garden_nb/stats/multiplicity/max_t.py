"""The joint correction: one common level from the correlation of the comparisons."""

import functools
import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from garden_nb.stats.exact_sum import exact_sum
from garden_nb.stats.multiplicity.joint_draws import JointDraws, joint_draws
from garden_nb.stats.tail import t_quantile

__all__ = ["MaxT", "max_t", "max_t_family"]

_ROWS = 4096
_FLAT = 1e-12


class MaxT(NamedTuple):
    """A family judged jointly.

    Attributes:
        p_adj: (m,) adjusted p-values; NaN where the raw one is.
        tail: The common two-sided level: every interval at this tail excludes 0 exactly when its
            `p_adj < alpha`, and all of them hold jointly.
        critical_value: The size of t that belongs to the level.
    """

    p_adj: NDArray[np.float64]
    tail: float
    critical_value: float


def max_t(
    p_values: ArrayLike,
    differences: ArrayLike,
    *,
    alpha: float = 0.05,
    draws: int = 40_000,
    seed: int = 0,
) -> MaxT:
    """Return single-step adjusted p-values that use how the comparisons are correlated.

    Args:
        p_values: (m,) raw p-values of any methods; NaN ones leave the family.
        differences: (n_units, m) per-case differences (cluster sums of residuals if clustered),
            NaN where absent.
        alpha: Level of the verdicts.
        draws: Number of draws.
        seed: An integer >= 0.

    Raises:
        ValueError: If shapes disagree, or alpha, draws or seed are out of range.

    References:
        Westfall, Young (1993), Resampling-Based Multiple Testing.
        Hothorn, Bretz, Westfall (2008), doi:10.1002/bimj.200810425.
    """
    table = np.asarray(differences, float)
    p = np.asarray(p_values, float)
    if table.ndim != 2 or p.shape != table.shape[1:]:
        raise ValueError(
            f"{p.size} p-values for differences of shape {table.shape}: give one p-value per "
            "column of (n_units, m) differences."
        )
    present = np.isfinite(table)
    count = present.sum(axis=0)
    mean = exact_sum(np.where(present, table, 0.0)) / np.maximum(count, 1)
    residuals = np.where(present, table - mean, 0.0)
    joint = joint_draws(residuals, draws=draws, seed=seed)
    df = float(np.min(count[~np.isnan(p)], initial=table.shape[0]) - 1)
    return max_t_family(p, joint, (np.arange(p.size), None), df=df, alpha=alpha)


def max_t_family(
    p_values: ArrayLike,
    joint: JointDraws,
    contrasts: tuple[NDArray[np.intp], NDArray[np.intp] | None],
    *,
    df: float,
    alpha: float = 0.05,
) -> MaxT:
    """Return a family judged jointly, from draws that many families may share.

    Args:
        p_values: (m,) raw p-values; NaN ones leave the family.
        joint: Draws of variants' means (or of the differences themselves).
        contrasts: Columns of the contenders, (m,), and of the baselines, (m,) or None where the
            columns are differences already.
        df: Common degrees of freedom of the t distribution; infinite for the normal.
        alpha: Level of the verdicts.

    Raises:
        ValueError: If shapes disagree or alpha is outside (0, 1).
    """
    p = np.asarray(p_values, float)
    if p.shape != contrasts[0].shape or not 0 < alpha < 1:
        raise ValueError(
            f"{p.size} p-values for {contrasts[0].size} contrasts, alpha={alpha!r}: give one "
            "p-value per contrast and an alpha strictly between 0 and 1."
        )
    known = ~np.isnan(p)
    contender = contrasts[0][known]
    baseline = None if contrasts[1] is None else contrasts[1][known]
    largest = _largest(joint, contender, baseline)
    if math.isfinite(df):
        largest = largest / _chi(df, largest.size, joint.seed)
        floor = 2 * special.stdtr(max(df, 1.0), -largest)
    else:
        floor = special.erfc(largest / math.sqrt(2))
    smallest_p = np.sort(np.asarray(floor, float))
    adjusted = np.full(p.shape, np.nan)
    beaten = np.searchsorted(smallest_p, p[known], side="right")
    adjusted[known] = np.maximum(p[known], (1 + beaten) / (smallest_p.size + 1))
    tail = _common_tail(smallest_p, alpha)
    quantile = t_quantile(df, tail) if math.isfinite(df) else -special.ndtri(tail / 2)
    return MaxT(adjusted, tail, float(quantile))


def _common_tail(smallest_p: NDArray[np.float64], alpha: float) -> float:
    """Return the level below which the adjusted p-value is below alpha, exactly."""
    size = smallest_p.size
    counts = (1 + np.arange(size + 1)) / (size + 1)
    allowed = int(np.searchsorted(counts, alpha, side="left")) - 1
    if allowed < 0:
        return 0.0
    return min(float(smallest_p[allowed]), alpha) if allowed < size else alpha


def _largest(
    joint: JointDraws, contender: NDArray[np.intp], baseline: NDArray[np.intp] | None
) -> NDArray[np.float64]:
    """Return the largest standardised size in each draw; constant contrasts are left out."""
    own = np.diag(joint.covariance)
    variance = own[contender]
    scale = variance
    if baseline is not None:
        scale = variance + own[baseline]
        variance = scale - 2 * joint.covariance[contender, baseline]
    used = variance > _FLAT * scale
    largest = np.zeros(joint.values.shape[0], np.float32)
    if not used.any():
        return largest.astype(float)
    unit = (1 / np.sqrt(variance[used])).astype(np.float32)
    for at in range(0, largest.size, _ROWS):
        rows = joint.values[at : at + _ROWS]
        drawn = rows[:, contender[used]]
        if baseline is not None:
            drawn = drawn - rows[:, baseline[used]]
        largest[at : at + _ROWS] = np.max(np.abs(drawn * unit), axis=1)
    return largest.astype(float)


@functools.lru_cache(maxsize=16)
def _chi(df: float, count: int, seed: int) -> NDArray[np.float64]:
    """Return draws of sqrt(chi-square/df), independent of the normal draws."""
    raw = np.random.SFC64(np.random.SeedSequence([seed, 0x63686932])).random_raw(count)
    uniform = ((raw >> 11).astype(float) + 0.5) * 2.0**-53
    return np.asarray(np.sqrt(special.chdtri(df, uniform) / df))
