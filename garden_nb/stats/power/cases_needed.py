"""How many cases would settle a question."""

import math
from typing import Literal

from scipy import special

from garden_nb.stats.power.levels import power_quantiles
from garden_nb.stats.power.mde_paired_t import mde_paired_t

__all__ = ["Goal", "cases_needed"]

Goal = Literal["difference", "bound", "equivalence"]


def cases_needed(  # noqa: PLR0913  # what is known of the cases, and what is asked
    effect: float,
    *,
    sd: float | None = None,
    discordant_share: float | None = None,
    goal: Goal = "difference",
    alpha: float = 0.05,
    power: float = 0.8,
) -> int | None:
    """Return the number of paired cases, in total, that would settle a question.

    The size that matters is given by the user (a margin, a gate's bound, the smallest difference
    of interest), never by the observed difference.

    Args:
        effect: The size in question, in the metric's unit, not 0.
        sd: Standard deviation of the per-case differences (scores); or
        discordant_share: share of cases on which exactly one variant passes (pass/fail).
        goal: `difference`: show a difference of this size; `bound`: show that a drop is smaller
            than this, if the two are equal; `equivalence`: show that any difference is smaller,
            if the two are equal.
        alpha: Two-sided level that the interval is judged at.
        power: Chance to settle it.

    Returns:
        Cases; None where no number would do (a difference above the discordant share).

    Raises:
        ValueError: If the effect is 0, not exactly one of sd and discordant_share is given, or
            goal, alpha or power are out of range.

    References:
        Connor (1987), doi:10.2307/2531961 (pass/fail differences).
        Julious (2004), doi:10.1002/sim.1783 (bounds and equivalence).

    Example:
        >>> cases_needed(0.4, discordant_share=0.5)
        23
    """
    if not abs(effect) > 0 or (sd is None) == (discordant_share is None):
        raise ValueError(
            f"effect={effect!r}, sd={sd!r}, discordant_share={discordant_share!r}: give an effect "
            "other than 0 and exactly one of sd (scores) and discordant_share (pass/fail)."
        )
    if goal not in ("difference", "bound", "equivalence"):
        raise ValueError(f"goal={goal!r} is unknown; give 'difference', 'bound' or 'equivalence'.")
    size = abs(effect)
    z_level, z_power = power_quantiles(alpha, power)
    if goal == "equivalence":
        z_power = float(special.ndtri((1 + power) / 2))
    if discordant_share is None:
        spread = float(sd or 0.0)
        sought = (1 + power) / 2 if goal == "equivalence" else power
        return _with_t(size, spread, alpha, sought)
    if goal == "difference" and size > discordant_share:
        return None
    alternative = discordant_share - (size**2 if goal == "difference" else 0.0)
    root = z_level * math.sqrt(discordant_share) + z_power * math.sqrt(alternative)
    return max(1, math.ceil((root / size) ** 2 - 1e-9))


def _with_t(size: float, sd: float, alpha: float, power: float) -> int:
    """Return the fewest cases whose smallest detectable difference is the size, by bisection."""
    low, high = 1, 2
    while mde_paired_t(sd, high, alpha, power) > size:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        if mde_paired_t(sd, middle, alpha, power) > size:
            low = middle
        else:
            high = middle
    return high
