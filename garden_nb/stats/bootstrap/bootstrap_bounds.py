"""Intervals and p-values from resampled means: three rules, each with its own inversion."""

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from garden_nb.stats.bootstrap.percentile import sorted_quantile
from garden_nb.stats.tail import normal_quantile, t_quantile

__all__ = ["BootstrapMethod", "Shape", "bootstrap_bounds", "bootstrap_p_value"]

BootstrapMethod = Literal["percentile", "expanded", "bca"]


class Shape(NamedTuple):
    """What the corrected rules know of the sample beside the resampled means.

    Attributes:
        n: Cases (or clusters) of each row.
        shift: Normal quantile of the share of resampled means below the estimate (BCa).
        acceleration: A sixth of the standardised third moment of the influence (BCa).
    """

    n: NDArray[np.float64]
    shift: NDArray[np.float64]
    acceleration: NDArray[np.float64]


def _quantiles(
    method: BootstrapMethod, tail: NDArray[np.float64], shape: Shape
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the quantiles at which both ends lie."""
    if method == "percentile":
        return tail / 2, 1 - tail / 2
    if method == "expanded":
        wide = np.sqrt(shape.n / np.maximum(shape.n - 1, 1)) * t_quantile(shape.n - 1, tail)
        low = np.where(shape.n > 1, special.ndtr(-wide), tail / 2)
        return low, 1 - low
    z = normal_quantile(tail)
    ends = []
    for point in (shape.shift - z, shape.shift + z):
        # Past its pole the correction would turn the quantile around; the end is the extreme.
        scale = 1 - shape.acceleration * point
        moved = shape.shift + point / np.where(scale > 0, scale, 1.0)
        ends.append(special.ndtr(np.where(scale > 0, moved, np.inf * np.sign(point))))
    return ends[0], ends[1]


def _tail_at(
    method: BootstrapMethod, below: NDArray[np.float64], above: NDArray[np.float64], shape: Shape
) -> NDArray[np.float64]:
    """Return the tail at which an end reaches 0, from the shares of means on both sides of it."""
    if method == "percentile":
        return 2 * np.minimum(below, above)
    if method == "expanded":
        few = np.minimum(below, above)
        narrow = special.ndtri(few) / np.sqrt(shape.n / np.maximum(shape.n - 1, 1))
        df = np.maximum(shape.n - 1, 1)
        return np.where(shape.n > 1, 2 * special.stdtr(df, narrow), 2 * few)
    tails = []
    for share, side in ((below, 1.0), (1 - above, -1.0)):
        point = special.ndtri(share) - shape.shift
        scale = 1 + shape.acceleration * point
        z = point / np.where(scale > 0, scale, np.nan) - shape.shift
        tails.append(2 * special.ndtr(side * np.where(scale > 0, z, np.sign(point) * np.inf)))
    return np.minimum(tails[0], tails[1])


def bootstrap_bounds(
    ascending: NDArray[np.float64],
    tail: ArrayLike,
    shape: Shape,
    method: BootstrapMethod = "percentile",
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return both ends of bootstrap intervals at a two-sided tail probability.

    Args:
        ascending: (..., resamples) resampled means, each row in ascending order.
        tail: Two-sided tail probabilities, one for each row or one for all.
        shape: What `expanded` and `bca` know of the sample.
        method: As in `bootstrap_pairs`.
    """
    wanted = np.broadcast_to(np.asarray(tail, float), ascending.shape[:-1])
    low, high = _quantiles(method, wanted, shape)
    return sorted_quantile(ascending, low), sorted_quantile(ascending, high)


def bootstrap_p_value(
    ascending: NDArray[np.float64], shape: Shape, method: BootstrapMethod = "percentile"
) -> NDArray[np.float64]:
    """Return the tail at which the interval of `bootstrap_bounds` just reaches 0.

    It is never below 2/(resamples + 1), the finest that so many resamples can tell.

    Args:
        ascending: (..., resamples) resampled means, each row in ascending order.
        shape: What `expanded` and `bca` know of the sample.
        method: As in `bootstrap_pairs`.
    """
    size = ascending.shape[-1]
    below = _place(ascending, (ascending <= 0).sum(axis=-1))
    above = 1 - _place(ascending, (ascending < 0).sum(axis=-1))
    # No resample beyond 0 means "fewer than one", not "never": quantiles stay finite.
    finest = 0.5 / (size + 1)
    below, above = np.clip(below, finest, 1 - finest), np.clip(above, finest, 1 - finest)
    return np.clip(_tail_at(method, below, above, shape), 2 / (size + 1), 1.0)


def _place(ascending: NDArray[np.float64], count: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return the q whose quantile is 0, between value `count - 1` and value `count` of each row."""
    size = ascending.shape[-1]
    left = np.take_along_axis(ascending, np.clip(count - 1, 0, size - 1)[..., None], axis=-1)
    right = np.take_along_axis(ascending, np.clip(count, 0, size - 1)[..., None], axis=-1)
    gap = (right - left)[..., 0]
    part = np.where(gap > 0, -left[..., 0] / np.where(gap > 0, gap, 1.0), 0.0)
    place = (count - 1 + part) / max(size - 1, 1)
    return np.where(count == 0, 0.0, np.where(count == size, 1.0, place))
