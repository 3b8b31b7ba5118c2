"""The level at which an adjusted verdict was judged, and the interval at that level."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from garden_nb.stats.multiplicity.adjust_p import SMALLEST_P

__all__ = ["matched_level", "matched_tail", "settled_bounds"]


def matched_tail(p: ArrayLike, p_adj: ArrayLike, alpha: float = 0.05) -> NDArray[np.float64]:
    """Return the two-sided tail at which the interval says what the adjusted p-value says.

    An interval dual to p at this tail excludes 0 exactly when `p_adj < alpha`, for every method
    and every adjustment.

    Args:
        p: p-values that are dual to the intervals (for a strict binary p: the score p).
        p_adj: Adjusted p-values, best before they are cut at 1; NaN gives NaN.
        alpha: Level of the verdict.
    """
    raw = np.maximum(np.asarray(p, float), SMALLEST_P)
    adjusted = np.maximum(np.asarray(p_adj, float), SMALLEST_P)
    return np.asarray(alpha * (raw / adjusted))


def matched_level(p: float, p_adj: float, alpha: float = 0.05) -> float:
    """Return the confidence level of the interval that says what the adjusted p-value says.

    Args:
        p: The interval's own p-value.
        p_adj: The adjusted p-value.
        alpha: Level of the verdict.

    Returns:
        1 - alpha * p / p_adj, always below 1. Intervals are computed from `matched_tail`, which
        stays exact where this level is too close to 1 for a float.

    Raises:
        ValueError: If alpha is outside (0, 1).

    Example:
        >>> round(matched_level(0.01, 0.04, 0.05), 4)
        0.9875
    """
    if not 0 < alpha < 1:
        raise ValueError(f"alpha={alpha!r} is not strictly between 0 and 1; give 0.05 for 5 %.")
    return min(1.0 - float(matched_tail(p, p_adj, alpha)), math.nextafter(1.0, 0.0))


def settled_bounds(
    bounds: tuple[ArrayLike, ArrayLike], delta: ArrayLike, rejected: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the ends moved across 0 where rounding put them on the wrong side of the verdict.

    Args:
        bounds: Lower and upper ends at the matched tails.
        delta: Estimates.
        rejected: Whether `p_adj < alpha`.
    """
    low, high = (np.asarray(end, float) for end in bounds)
    delta, rejected = np.asarray(delta, float), np.asarray(rejected, bool)
    least = SMALLEST_P
    low = np.where(rejected & (delta > 0), np.maximum(low, least), low)
    high = np.where(rejected & (delta < 0), np.minimum(high, -least), high)
    low = np.where(rejected, low, np.minimum(low, 0.0))
    high = np.where(rejected, high, np.maximum(high, 0.0))
    return low, high
