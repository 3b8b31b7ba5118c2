"""The smallest difference of pass rates that two independent samples can show."""

import math
from functools import lru_cache
from typing import Literal

from scipy import special

from garden_nb.stats.power.levels import power_quantiles

__all__ = ["mde_two_proportion", "power_two_proportion"]


def _angle(rate: float) -> float:
    if not 0 <= rate <= 1:
        raise ValueError(f"pass rate {rate!r} is outside [0, 1].")
    return math.asin(math.sqrt(rate))


def _check_cases(n: float) -> None:
    if not n >= 1:
        raise ValueError(f"n={n!r} is below 1; give the cases of each variant.")


@lru_cache(maxsize=64)
def _shift(alpha: float, power: float) -> float:
    """Return the standardised difference that a two-sided test of a normal mean shows."""
    z_level, z_power = power_quantiles(alpha, power)
    shift = z_level + z_power
    for _ in range(100):  # the far tail's share of the power, a contraction
        shift = z_level + float(special.ndtri(power - special.ndtr(-shift - z_level)))
    return shift


def mde_two_proportion(
    p: float,
    n: float,
    alpha: float = 0.05,
    power: float = 0.8,
    direction: Literal["up", "down"] = "up",
) -> float:
    """Return the difference of pass rates that n cases per variant show, pairing ignored.

    Paired cases mostly show smaller differences; `mde_paired_binary` says which.

    Args:
        p: Pass rate of the baseline.
        n: Cases of each variant.
        alpha: Two-sided level.
        power: Chance to show the difference if it is there.
        direction: Whether the contender passes more (`up`) or less (`down`).

    Returns:
        The size of the difference, positive in both directions; NaN where the rate would leave
        [0, 1].

    Raises:
        ValueError: If p is outside [0, 1], n < 1, or alpha, power or direction are out of range.

    References:
        Cohen (1988), Statistical Power Analysis, chapter 6 (effect size h).
    """
    if direction not in ("up", "down"):
        raise ValueError(f"direction={direction!r} is unknown; give 'up' or 'down'.")
    _check_cases(n)
    start = _angle(p)
    half = _shift(alpha, power) * math.sqrt(2 / n) / 2
    end = start + half if direction == "up" else start - half
    if not 0 <= end <= math.pi / 2:
        return math.nan
    return abs(math.sin(end) ** 2 - p)


def power_two_proportion(p: float, q: float, n: float, alpha: float = 0.05) -> float:
    """Return the planned power of a two-sided comparison of two independent pass rates.

    Args:
        p: Supposed pass rate of one variant (never the observed one).
        q: Supposed pass rate of the other.
        n: Cases of each variant.
        alpha: Two-sided level.

    Raises:
        ValueError: If a rate is outside [0, 1], n < 1 or alpha is outside (0, 1).

    References:
        Cohen (1988), Statistical Power Analysis, chapter 6.
        Hoenig, Heisey (2001), doi:10.1198/000313001300339897 (why not from observed effects).
    """
    _check_cases(n)
    z_level, _ = power_quantiles(alpha, (1 + alpha) / 2)
    shift = 2 * abs(_angle(q) - _angle(p)) * math.sqrt(n / 2)
    return float(special.ndtr(shift - z_level) + special.ndtr(-shift - z_level))
