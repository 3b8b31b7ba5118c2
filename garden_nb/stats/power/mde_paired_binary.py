"""The smallest difference of pass rates that paired cases can show."""

import math

from garden_nb.stats.power.levels import power_quantiles

__all__ = ["discordant_needed", "discordant_share", "mde_paired_binary"]


def mde_paired_binary(
    n: int, discordant_share: float, alpha: float = 0.05, power: float = 0.8
) -> float:
    """Return the difference of pass rates that n paired cases show with the given power.

    Args:
        n: Cases.
        discordant_share: Expected share of cases on which exactly one variant passes.
        alpha: Two-sided level; alpha / m for a family of m comparisons.
        power: Chance to show the difference if it is there.

    Returns:
        A share from 0 to `discordant_share`; NaN where no difference of any size could be shown.

    Raises:
        ValueError: If n < 1, the share is outside [0, 1], alpha or power are out of range.

    References:
        Connor (1987), doi:10.2307/2531961. Miettinen (1968), doi:10.2307/2528033.

    Example:
        >>> round(mde_paired_binary(200, 0.10), 3)
        0.062
    """
    if n < 1 or not 0 <= discordant_share <= 1:
        raise ValueError(
            f"n={n!r}, discordant_share={discordant_share!r}: give n >= 1 and a share in [0, 1]."
        )
    z_level, z_power = power_quantiles(alpha, power)
    room = n + z_power**2 - z_level**2
    if room < 0:
        return math.nan
    size = math.sqrt(discordant_share) * (z_level * math.sqrt(n) + z_power * math.sqrt(room))
    effect = size / (n + z_power**2)
    return effect if effect <= discordant_share and discordant_share > 0 else math.nan


def discordant_share(b: int, c: int, n: int) -> float:
    """Return the discordant share to plan with: the observed one, or what few cases leave open.

    Args:
        b: Cases only the contender passed.
        c: Cases only the baseline passed.
        n: Cases.

    Returns:
        max((b + c)/n, (b + c + 1)/(n + 2)): an eval set without a discordant case does not
        prove that there are none.
    """
    return max((b + c) / n if n else 0.0, (b + c + 1) / (n + 2))


def discordant_needed(tail: float) -> int:
    """Return how many discordant cases, all going one way, McNemar's score p needs to be < tail.

    Args:
        tail: The two-sided level a comparison is judged at.

    Returns:
        The smallest count; with fewer discordant cases a comparison is not testable.

    Raises:
        ValueError: If the tail is outside (0, 1).
    """
    z_level, _ = power_quantiles(tail, (1 + tail) / 2)
    return math.floor(z_level**2) + 1
