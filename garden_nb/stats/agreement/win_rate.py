"""The rate at which a contender is preferred."""

from typing import NamedTuple

from garden_nb.stats.agreement.wilson_interval import wilson_interval
from garden_nb.stats.paired.mcnemar import mcnemar
from garden_nb.stats.paired.tango_interval import tango_interval

__all__ = ["WinRate", "win_rate"]


class WinRate(NamedTuple):
    """A preference rate with ties counted half.

    Attributes:
        rate: (wins + ties/2) / n; NaN without comparisons.
        ci_low: Lower end of Wilson's interval on the half counts (wide where there are ties).
        ci_high: Upper end.
        ci_tied_low: Lower end of the interval that knows of ties; equal to Wilson's without ties.
        ci_tied_high: Upper end.
        p_value: McNemar score p of "no preference", the dual of the tied interval; NaN without
            comparisons.
        n: Comparisons.
    """

    rate: float
    ci_low: float
    ci_high: float
    ci_tied_low: float
    ci_tied_high: float
    p_value: float
    n: int


def win_rate(wins: int, losses: int, ties: int, confidence: float = 0.95) -> WinRate:
    """Return the contender's preference rate with two intervals.

    Args:
        wins: Comparisons the contender won.
        losses: Comparisons it lost.
        ties: Comparisons without a preference.
        confidence: Level of the intervals.

    Raises:
        ValueError: If a count is negative or the confidence is outside (0, 1).

    References:
        Wilson (1927), doi:10.1080/01621459.1927.10502953.
        Tango (1998), Statistics in Medicine 17:891.

    Example:
        >>> rate = win_rate(wins=6, losses=6, ties=3)
        >>> round(rate.rate, 2), round(rate.ci_low, 3), round(rate.ci_tied_low, 3)
        (0.5, 0.274, 0.293)
    """
    if min(wins, losses, ties) < 0:
        raise ValueError(
            f"wins={wins!r}, losses={losses!r}, ties={ties!r}: counts are not negative."
        )
    n = wins + losses + ties
    points = wins + ties / 2
    low, high = wilson_interval(points, n, confidence)
    tied = tango_interval(wins, losses, n, confidence)
    return WinRate(
        rate=points / n if n else float("nan"),
        ci_low=low,
        ci_high=high,
        ci_tied_low=(1 + tied.low) / 2,
        ci_tied_high=(1 + tied.high) / 2,
        p_value=mcnemar(wins, losses) if n else float("nan"),
        n=n,
    )
