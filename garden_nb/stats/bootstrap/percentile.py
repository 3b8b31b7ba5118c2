"""Quantiles by linear interpolation."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["percentile", "sorted_quantile"]


def sorted_quantile(ascending: NDArray[np.float64], q: ArrayLike) -> NDArray[np.float64]:
    """Return the q-quantiles of rows in ascending order.

    Args:
        ascending: (..., size) rows in ascending order.
        q: (...) quantiles, one for each row, or one for all.
    """
    size = ascending.shape[-1]
    place = np.broadcast_to(np.asarray(q, float), ascending.shape[:-1]) * (size - 1)
    below = np.clip(np.floor(place), 0, max(size - 2, 0)).astype(np.intp)
    above = np.minimum(below + 1, size - 1)
    left = np.take_along_axis(ascending, below[..., None], axis=-1)[..., 0]
    right = np.take_along_axis(ascending, above[..., None], axis=-1)[..., 0]
    part = place - below
    # Written from the nearer end, so that q = 0 and q = 1 give the ends themselves.
    gap = right - left
    return np.asarray(np.where(part < 0.5, left + gap * part, right - gap * (1 - part)))


def percentile(sorted_values: Sequence[float] | NDArray[np.float64], q: float) -> float:
    """Return the q-quantile of sorted values, linearly interpolated at q * (n - 1).

    Args:
        sorted_values: (n,) values in ascending order.
        q: A number from 0 to 1.

    Raises:
        ValueError: If there are no values or q is outside [0, 1].

    References:
        Hyndman, Fan (1996), doi:10.1080/00031305.1996.10473566 (definition 7).

    Example:
        >>> percentile([1, 2, 3, 4], 0.5)
        2.5
    """
    values = np.asarray(sorted_values, float)
    if values.size == 0:
        raise ValueError("sorted_values is empty; a percentile needs one value at least.")
    if not 0 <= q <= 1:
        raise ValueError(f"q={q!r} is outside [0, 1]; give 0.025 for the 2.5th percentile.")
    return float(sorted_quantile(values, q))
