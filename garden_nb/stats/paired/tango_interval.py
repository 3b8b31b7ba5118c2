"""The score interval for a difference of paired proportions."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from garden_nb.stats.interval import Interval
from garden_nb.stats.tail import normal_quantile, tail_of

__all__ = ["check_counts", "tango_bounds", "tango_interval"]


def check_counts(b: int, c: int, n: int) -> None:
    """Check the counts of a paired 2 x 2 table.

    Raises:
        ValueError: If a count is negative or more cases are discordant than there are.
    """
    if min(b, c, n) < 0 or b + c > n:
        raise ValueError(
            f"b={b!r}, c={c!r}, n={n!r} is no paired table: counts are >= 0 and b + c <= n."
        )


def tango_bounds(
    b: ArrayLike, c: ArrayLike, n: ArrayLike, tail: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return both ends of Tango's interval for (b - c) / n at a two-sided tail probability.

    With d = (b - c)/n, psi = (b + c)/n and u = z**2/n the score equation is a quartic in the
    difference x. One of its roots is d itself, whatever z is; without it a depressed cubic in
    w = (1 + u)x - d is left, w**3 - u(u + psi - d**2)w - u**2 d(1 - psi) = 0, whose outer roots
    are the ends.

    Args:
        b: Cases only the contender passed.
        c: Cases only the baseline passed.
        n: Cases; 0 gives NaN.
        tail: Two-sided tail probabilities; all four broadcast.
    """
    b, c, n = (np.asarray(count, float) for count in (b, c, n))
    cases = np.where(n > 0, n, np.nan)
    d, psi = (b - c) / cases, (b + c) / cases
    u = normal_quantile(tail) ** 2 / cases
    linear = u * (u + psi - d * d)
    radius = 2 * np.sqrt(linear / 3)
    with np.errstate(divide="ignore", invalid="ignore"):
        cosine = 3 * u * u * d * (1 - psi) / (linear * radius)
    # u = 0 (a tail of 1) leaves only the estimate; the cosine is then 0/0.
    angle = np.arccos(np.clip(np.where(radius > 0, cosine, 0.0), -1, 1)) / 3
    high = radius * np.cos(angle)
    low = radius * np.cos(angle + 2 * np.pi / 3)
    # With an empty cell the cubic factors; near its double root only the factors are accurate.
    spread = np.sqrt(u * u + 4 * u * np.abs(d) * (1 - np.abs(d)))
    high = np.where(c == 0, (u + spread) / 2, np.where(b == 0, _outer(u, spread), high))
    low = np.where(c == 0, -_outer(u, spread), np.where(b == 0, -(u + spread) / 2, low))
    return _unit((low + d) / (1 + u)), _unit((high + d) / (1 + u))


def _outer(u: NDArray[np.float64], spread: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the size of the outer root on the side of the empty cell."""
    return np.maximum(u, (spread - u) / 2)


def _unit(ends: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.clip(ends, -1.0, 1.0)


def tango_interval(b: int, c: int, n: int, confidence: float = 0.95) -> Interval:
    """Return Tango's score interval for the difference of pass rates (b - c) / n.

    It excludes 0 exactly when the uncorrected McNemar score test rejects, and it has a width even
    where no case is discordant.

    Args:
        b: Cases only the contender passed.
        c: Cases only the baseline passed.
        n: Cases; 0 gives NaN ends.
        confidence: Level of the interval.

    Raises:
        ValueError: If the counts are no paired table or the confidence is outside (0, 1).

    References:
        Tango (1998), Statistics in Medicine 17:891.
        Yang, Sun, Hardin (2013), doi:10.1002/sim.5561 (not iterative).

    Example:
        >>> low, high = tango_interval(b=9, c=4, n=50)
        >>> round(low, 3), round(high, 3)
        (-0.045, 0.248)
    """
    check_counts(b, c, n)
    low, high = tango_bounds(b, c, n, tail_of(confidence))
    return Interval(float(low), float(high))
