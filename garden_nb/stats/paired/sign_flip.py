"""The exact sign-flip test."""

import numpy as np
from numpy.typing import ArrayLike

__all__ = ["sign_flip"]

_MOST = 20


def sign_flip(differences: ArrayLike) -> float:
    """Return the exact two-sided p-value of "the differences are symmetric around 0".

    All 2**n assignments of signs are counted, with sums that are equal but for rounding counted
    as equal. Differences of 0 carry no sign and leave the count unchanged.

    Args:
        differences: (n_cases,) contender minus baseline; NaN entries are left out.

    Returns:
        The p-value; 1 where no difference is other than 0, NaN without data.

    Raises:
        ValueError: If more than 20 differences are other than 0.

    References:
        Fisher (1935), The Design of Experiments, section 21.

    Example:
        >>> sign_flip([0.1, 0.1, 0.1, 0.1, 0.1])
        0.0625
    """
    values = np.asarray(differences, float)
    values = values[np.isfinite(values)]
    if values.size == 0:
        return float("nan")
    sizes = np.sort(np.abs(values[values != 0]))
    if sizes.size > _MOST:
        raise ValueError(
            f"{sizes.size} differences are not 0; the exact test takes {_MOST}: use paired_t."
        )
    sums = np.zeros(1)
    for size in sizes:
        sums = np.concatenate([sums + size, sums - size])
    observed, slack = abs(float(values.sum())), 1e-9 * float(sizes.sum())
    return float(np.mean(np.abs(sums) >= observed - slack))
