"""Effect sizes of a contender against a baseline."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["cohen_d", "common_language", "odds_ratio", "risk_ratio"]


def _pairs(
    baseline: ArrayLike, contender: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    left, right = np.asarray(baseline, float), np.asarray(contender, float)
    if left.shape != right.shape or left.ndim != 1:
        raise ValueError(
            f"baseline has shape {left.shape}, contender {right.shape}; give one score per case."
        )
    both = np.isfinite(left) & np.isfinite(right)
    return left[both], right[both]


def cohen_d(baseline: ArrayLike, contender: ArrayLike) -> float:
    """Return the mean difference in units of the variants' own standard deviation.

    The unit is the root of the mean of both variances, so that the size can be compared with
    unpaired studies; pairing makes an effect easier to prove, not larger.

    Args:
        baseline: (n_cases,) scores, NaN where absent.
        contender: (n_cases,) scores of the same cases.

    Returns:
        d; 0 for equal constant scores, infinite for different ones, NaN for n < 2.

    Raises:
        ValueError: If the shapes differ.

    References:
        Cohen (1988), Statistical Power Analysis, section 2.2. Lakens (2013),
        doi:10.3389/fpsyg.2013.00863 (d_av).
    """
    left, right = _pairs(baseline, contender)
    if left.size < 2:
        return math.nan
    delta = float(right.mean() - left.mean())
    unit = math.sqrt((float(left.var(ddof=1)) + float(right.var(ddof=1))) / 2)
    if unit == 0:
        return math.copysign(math.inf, delta) if delta else 0.0
    return delta / unit


def common_language(baseline: ArrayLike, contender: ArrayLike) -> float:
    """Return the chance that the contender scores higher on a case, a tie counted half.

    Args:
        baseline: (n_cases,) scores, NaN where absent.
        contender: (n_cases,) scores of the same cases.

    Returns:
        A share from 0 to 1; NaN without pairs.

    Raises:
        ValueError: If the shapes differ.

    References:
        McGraw, Wong (1992), doi:10.1037/0033-2909.111.2.361.
    """
    left, right = _pairs(baseline, contender)
    if not left.size:
        return math.nan
    return float((right > left).mean() + (right == left).mean() / 2)


def odds_ratio(b: int, c: int) -> float:
    """Return the odds that a discordant case goes the contender's way, b / c.

    Args:
        b: Cases only the contender passed.
        c: Cases only the baseline passed.

    Returns:
        The conditional odds ratio of paired outcomes; infinite for c = 0 < b, NaN for none.

    Raises:
        ValueError: If a count is negative.

    References:
        Agresti (2013), Categorical Data Analysis, section 11.2.
    """
    if min(b, c) < 0:
        raise ValueError(f"b={b!r}, c={c!r}: counts are not negative.")
    if c == 0:
        return math.inf if b else math.nan
    return b / c


def risk_ratio(both: int, b: int, c: int) -> float:
    """Return the ratio of the contender's to the baseline's pass rate.

    Args:
        both: Cases both passed.
        b: Cases only the contender passed.
        c: Cases only the baseline passed.

    Returns:
        (both + b) / (both + c); infinite where only the contender passed anything, NaN where
        neither did.

    Raises:
        ValueError: If a count is negative.

    References:
        Agresti (2013), Categorical Data Analysis, section 2.2.
    """
    if min(both, b, c) < 0:
        raise ValueError(f"both={both!r}, b={b!r}, c={c!r}: counts are not negative.")
    if both + c == 0:
        return math.inf if b else math.nan
    return (both + b) / (both + c)
