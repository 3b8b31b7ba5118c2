"""The variants that may be the best."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["best_set"]


def best_set(means: ArrayLike, p_adj: ArrayLike, alpha: float = 0.05) -> NDArray[np.bool_]:
    """Return which variants are not shown to be worse than the leader.

    The truly best variant is left out with probability alpha at most: that needs the leader to
    be shown better than it within the family that has it as the baseline.

    Args:
        means: (k,) means over common cases, higher is better (negate costs); NaN where absent.
        p_adj: (k, k) adjusted p-values; entry (i, j) is the comparison of j with baseline i,
            adjusted over the comparisons with baseline i. NaN is no evidence.
        alpha: Level of the verdicts.

    Returns:
        (k,) membership; no variant without a mean belongs.

    Raises:
        ValueError: If the shapes disagree.

    References:
        Hsu (1996), Multiple Comparisons: Theory and Methods, chapter 4 (comparison with the best).
    """
    value, p = np.asarray(means, float), np.asarray(p_adj, float)
    if p.shape != (value.size, value.size):
        raise ValueError(f"{value.size} means need p_adj of that many rows and columns, {p.shape}.")
    known = np.asarray(~np.isnan(value))
    if not known.any():
        return known
    leader = int(np.nanargmax(value))
    worse = (p[:, leader] < alpha) & (value < value[leader])
    return np.asarray(known & ~worse)
