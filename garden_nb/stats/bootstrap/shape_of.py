"""What the corrected bootstrap rules need to know of a sample."""

import numpy as np
from numpy.typing import NDArray
from scipy import special

from garden_nb.stats.bootstrap.bootstrap_bounds import Shape

__all__ = ["shape_of"]

_TIE = 1e-12


def shape_of(residuals: NDArray[np.float64], means: NDArray[np.float64]) -> Shape:
    """Return the size, the shift and the acceleration of samples, for `expanded` and `bca`.

    Args:
        residuals: (n, m) differences (or cluster sums) minus their mean, 0 where absent.
        means: (m, resamples) or (resamples,) resampled means minus the estimate.

    References:
        Efron (1987), doi:10.1080/01621459.1987.10478410 (BCa).
    """
    rows = np.atleast_2d(means)
    slack = _TIE * np.abs(rows).max(axis=-1, keepdims=True)
    # Means that equal the estimate but for rounding lie half below it.
    share = ((rows < -slack).sum(axis=-1) + (rows <= slack).sum(axis=-1)) / (2 * rows.shape[-1])
    finest = 0.5 / (rows.shape[-1] + 1)
    share = np.clip(share, finest, 1 - finest)
    square = (residuals**2).sum(axis=0)
    cube = (residuals**3).sum(axis=0)
    acceleration = np.where(square > 0, cube / (6 * np.where(square > 0, square, 1.0) ** 1.5), 0.0)
    shape = Shape(
        np.full(share.shape, float(residuals.shape[0])), special.ndtri(share), acceleration
    )
    return shape if means.ndim > 1 else Shape(*(part[0] for part in shape))
