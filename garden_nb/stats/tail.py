"""Confidence levels carried as two-sided tail probabilities.

A level of 1 - 1e-40 cannot be told from 1 in a float, a tail of 1e-40 can. Every interval is
therefore computed from its tail; confidences are only read at the public functions.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

__all__ = ["normal_quantile", "t_quantile", "tail_of"]


def tail_of(confidence: float) -> float:
    """Return the two-sided tail probability of a confidence level.

    Args:
        confidence: A level strictly between 0 and 1.

    Raises:
        ValueError: If the level is not strictly between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise ValueError(
            f"confidence={confidence!r} is not strictly between 0 and 1; give 0.95 for 95 %."
        )
    return 1.0 - confidence


def normal_quantile(tail: ArrayLike) -> NDArray[np.float64]:
    """Return z > 0 such that a standard normal exceeds it in size with probability `tail`."""
    return np.asarray(-special.ndtri(np.asarray(tail, float) / 2))


def t_quantile(df: ArrayLike, tail: ArrayLike) -> NDArray[np.float64]:
    """Return t > 0 that Student's t with `df` degrees exceeds in size with probability `tail`.

    Args:
        df: Degrees of freedom, fractional ones allowed; NaN or 0 give NaN.
        tail: Two-sided tail probabilities.
    """
    df = np.asarray(df, float)
    usable = df > 0
    quantile = np.abs(special.stdtrit(np.where(usable, df, 1.0), np.asarray(tail, float) / 2))
    return np.where(usable, quantile, np.nan)
