"""The score interval of one proportion."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from garden_nb.stats.interval import Interval
from garden_nb.stats.tail import normal_quantile, tail_of

__all__ = ["wilson_bounds", "wilson_interval"]


def wilson_bounds(
    successes: ArrayLike, n: ArrayLike, tail: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return both ends of Wilson's interval at a two-sided tail probability.

    Args:
        successes: Successes, fractions allowed.
        n: Trials; 0 gives NaN.
        tail: Two-sided tail probabilities; all three broadcast.
    """
    successes, n = np.asarray(successes, float), np.asarray(n, float)
    trials = np.where(n > 0, n, np.nan)
    rate, u = successes / trials, normal_quantile(tail) ** 2 / trials
    centre = rate + u / 2
    half = np.sqrt(u * rate * (1 - rate) + u * u / 4)
    low = np.where(successes == 0, 0.0, (centre - half) / (1 + u))
    high = np.where(successes == n, 1.0, (centre + half) / (1 + u))
    return np.where(n > 0, low, np.nan), np.where(n > 0, high, np.nan)


def wilson_interval(successes: float, n: float, confidence: float = 0.95) -> Interval:
    """Return Wilson's score interval for a success rate.

    Args:
        successes: Successes; fractions (half a point for a tie) are allowed.
        n: Trials; 0 gives NaN ends.
        confidence: Level of the interval.

    Raises:
        ValueError: If successes are outside 0..n or the confidence is outside (0, 1).

    References:
        Wilson (1927), doi:10.1080/01621459.1927.10502953.

    Example:
        >>> low, high = wilson_interval(7, 10)
        >>> round(low, 3), round(high, 3)
        (0.397, 0.892)
    """
    if not (0 <= successes <= n and math.isfinite(n)):
        raise ValueError(f"successes={successes!r} of n={n!r}: give 0 <= successes <= n.")
    low, high = wilson_bounds(successes, n, tail_of(confidence))
    return Interval(float(low), float(high))
