"""Normal quantiles of a level and a power."""

from scipy import special

from garden_nb.stats.tail import normal_quantile

__all__ = ["power_quantiles"]


def power_quantiles(alpha: float, power: float) -> tuple[float, float]:
    """Return the quantiles z of a two-sided level and of a power.

    Raises:
        ValueError: If alpha is outside (0, 1), or power is not between alpha and 1.
    """
    if not 0 < alpha < 1:
        raise ValueError(f"alpha={alpha!r} is not strictly between 0 and 1; give 0.05 for 5 %.")
    if not alpha < power < 1:
        raise ValueError(f"power={power!r} is not between alpha and 1; give 0.8 for 80 %.")
    return float(normal_quantile(alpha)), float(special.ndtri(power))
