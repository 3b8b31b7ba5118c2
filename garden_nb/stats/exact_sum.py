"""Sums that do not depend on the order of the summands."""

import math

import numpy as np
from numpy.typing import NDArray

__all__ = ["exact_sum", "round_to_grid", "split_exact"]

_MANTISSA = 52


def round_to_grid(
    values: NDArray[np.float64], peak: NDArray[np.float64], count: int
) -> NDArray[np.float64]:
    """Return the values on a grid so coarse that any sum of `count` of them is exact.

    Args:
        values: (n, ...) finite numbers.
        peak: Largest sizes of the columns, (...).
        count: How many values are added at most.
    """
    exponent = np.frexp(peak)[1] + max(1, math.ceil(math.log2(max(count, 2))) + 1)
    anchor = 1.5 * np.ldexp(1.0, exponent)
    return np.asarray((values + anchor) - anchor)


def split_exact(
    values: NDArray[np.float64], count: int | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return two arrays that add up to the values and whose own sums are free of rounding.

    Every partial sum over the first axis, in any order, with any grouping and on any number of
    threads, is a multiple of one power of two below 2**53 and so exact. What is lost is below
    2**-75 of the largest value.

    Args:
        values: (n, ...) finite numbers.
        count: How many values are added at most; default n.
    """
    count = values.shape[0] if count is None else count
    peak = np.max(np.abs(values), axis=0, initial=0.0)
    high = round_to_grid(values, peak, count)
    rest = values - high
    low = round_to_grid(rest, np.max(np.abs(rest), axis=0, initial=0.0), count)
    return high, low


def exact_sum(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sums over the first axis, equal to the last bit for every order of rows.

    Args:
        values: (n, ...) finite numbers.
    """
    high, low = split_exact(values)
    return np.asarray(high.sum(axis=0) + low.sum(axis=0))
