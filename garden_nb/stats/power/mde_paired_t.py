"""The smallest mean difference that paired cases can show."""

import math

from scipy import special

from garden_nb.stats.power.levels import power_quantiles
from garden_nb.stats.tail import t_quantile

__all__ = ["mde_paired_t"]


def mde_paired_t(sd: float, n: int, alpha: float = 0.05, power: float = 0.8) -> float:
    """Return the mean difference that n paired cases show with the given power.

    Args:
        sd: Standard deviation of the per-case differences, in the metric's unit.
        n: Cases.
        alpha: Two-sided level; alpha / m for a family of m comparisons.
        power: Chance to show the difference if it is there.

    Returns:
        The difference in the metric's unit; NaN for n < 2.

    Raises:
        ValueError: If sd is negative, alpha or power are out of range.

    References:
        Cohen (1988), Statistical Power Analysis, chapter 2.
    """
    power_quantiles(alpha, power)
    if not sd >= 0:
        raise ValueError(f"sd={sd!r} is negative; give the spread of the differences.")
    if n < 2:
        return math.nan
    quantiles = float(t_quantile(n - 1, alpha)) + float(special.stdtrit(n - 1, power))
    return quantiles * sd / math.sqrt(n)
