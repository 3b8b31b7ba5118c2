"""The t interval and its p-value, from sufficient statistics."""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from garden_nb.stats.tail import t_quantile

__all__ = ["t_bounds", "t_p_value"]


def t_p_value(delta: ArrayLike, se: ArrayLike, df: ArrayLike) -> NDArray[np.float64]:
    """Return two-sided p-values of "the mean difference is 0".

    Where `se` is 0 all differences are equal, and the exact sign-flip test is used: 2**-df for a
    common difference other than 0 (df + 1 equal signs out of df + 1), 1 for a common 0.

    Args:
        delta: Mean differences.
        se: Standard errors; NaN gives NaN.
        df: Degrees of freedom.
    """
    delta, se, df = (np.asarray(part, float) for part in (delta, se, df))
    spread = np.where(se > 0, se, 1.0)
    p = 2 * special.stdtr(np.where(df > 0, df, 1.0), -np.abs(delta) / spread)
    flip = np.where(delta == 0, 1.0, np.exp2(-df))
    known = ~np.isnan(delta) & ~np.isnan(se) & (df > 0)
    return np.where(known, np.where(se > 0, p, flip), np.nan)


def t_bounds(
    delta: ArrayLike, se: ArrayLike, df: ArrayLike, tail: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return both ends of the interval that inverts `t_p_value` at a two-sided tail probability.

    Where all differences are equal the interval is that one value, widened to reach 0 where the
    sign-flip p-value is not below the tail.

    Args:
        delta: Mean differences.
        se: Standard errors; NaN gives NaN.
        df: Degrees of freedom.
        tail: Two-sided tail probabilities; all four broadcast.
    """
    delta, se, df = (np.asarray(part, float) for part in (delta, se, df))
    half = np.where(se == 0, 0.0, t_quantile(df, tail) * se)
    low, high = delta - half, delta + half
    reach = (se == 0) & (np.exp2(-df) >= np.asarray(tail, float))
    low = np.where(reach, np.minimum(low, 0.0), low)
    high = np.where(reach, np.maximum(high, 0.0), high)
    known = df > 0
    return np.where(known, low, np.nan), np.where(known, high, np.nan)
