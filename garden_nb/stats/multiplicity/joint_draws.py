"""Random draws of many means that are correlated as the data say."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

__all__ = ["JointDraws", "joint_draws"]

_BITS = 2.0**-53


class JointDraws(NamedTuple):
    """Normal draws of m estimates around 0, on the scale of their summed residuals.

    Attributes:
        values: (draws, m) draws.
        covariance: (m, m) their exact covariance.
        seed: The seed of the draws.
    """

    values: NDArray[np.float32]
    covariance: NDArray[np.float64]
    seed: int


def joint_draws(residuals: ArrayLike, *, draws: int = 40_000, seed: int = 0) -> JointDraws:
    """Return joint normal draws of column means with the covariance of the residuals.

    Args:
        residuals: (n_units, m) scores or differences minus their column mean, 0 where absent;
            with clusters, their sums by cluster.
        draws: Number of draws; 40,000 give a critical value to about 0.01.
        seed: An integer >= 0.

    Raises:
        ValueError: If the array is not two-dimensional, draws < 1 or seed < 0.

    References:
        Hothorn, Bretz, Westfall (2008), doi:10.1002/bimj.200810425.
        Chernozhukov, Chetverikov, Kato (2013), arXiv:1212.6906 (why the draws may be normal).
    """
    columns = np.asarray(residuals, float)
    if columns.ndim != 2 or draws < 1 or seed < 0:
        raise ValueError(
            f"residuals of shape {columns.shape}, draws={draws!r}, seed={seed!r}: give "
            "(n_units, m), draws >= 1 and seed >= 0."
        )
    covariance = _covariance(columns)
    values, vectors = np.linalg.eigh(covariance)
    kept = values > 1e-12 * max(float(values.max(initial=0.0)), 0.0)
    root = (vectors[:, kept] * np.sqrt(values[kept])).astype(np.float32)
    normal = _normal(draws * root.shape[1], seed).reshape(draws, root.shape[1])
    return JointDraws(normal @ root.T, covariance, seed)


def _covariance(columns: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the cross products, the same to the last bit whatever the order of the rows.

    Columns are cut to so many bits that all products add up without rounding: 19 of them for
    10,000 rows, far finer than the draws.
    """
    n = max(columns.shape[0], 2)
    bits = (52 - math.ceil(math.log2(n))) // 2
    peak = np.abs(columns).max(axis=0, initial=0.0)
    exponent = np.frexp(peak)[1]
    whole = np.rint(np.ldexp(columns, bits - exponent))
    scale = np.ldexp(1.0, exponent - bits)
    return np.asarray((whole.T @ whole) * scale[:, None] * scale[None, :])


def _normal(count: int, seed: int) -> NDArray[np.float32]:
    """Return standard normal draws made from raw bits alone, which NumPy keeps stable."""
    raw = np.random.SFC64(np.random.SeedSequence([seed, 0x6D617854])).random_raw(count)
    uniform = ((raw >> 11).astype(float) + 0.5) * _BITS
    return np.asarray(special.ndtri(uniform), np.float32)
