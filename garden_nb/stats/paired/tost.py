"""Two one-sided tests of equivalence."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from garden_nb.stats.paired.paired_t import paired_t
from garden_nb.stats.paired.t_bounds import t_bounds

__all__ = ["TostResult", "tost"]


class TostResult(NamedTuple):
    """Whether a mean difference lies inside a margin.

    Attributes:
        delta: Mean difference.
        se: Standard error of `delta`.
        ci_low: Lower end of the interval at confidence 1 - 2 alpha.
        ci_high: Upper end.
        p_value: The larger of the two one-sided p-values; NaN for n < 2.
        n_pairs: Cases with a value on both sides.
        equivalent: Whether p < alpha, which is: the interval lies inside the margin.
    """

    delta: float
    se: float
    ci_low: float
    ci_high: float
    p_value: float
    n_pairs: int
    equivalent: bool


def tost(differences: ArrayLike, margin: float, alpha: float = 0.05) -> TostResult:
    """Return the test that the mean difference lies within (-margin, margin).

    A report calls two variants equivalent by the stricter rule that the interval it draws lies
    inside the margin; this is the textbook test.

    Args:
        differences: (n_cases,) contender minus baseline; NaN entries are left out.
        margin: The largest difference that does not matter, in the metric's unit, above 0.
        alpha: Level of the test.

    Raises:
        ValueError: If the margin is not positive or alpha is outside (0, 0.5).

    References:
        Schuirmann (1987), doi:10.1007/BF01068419.
    """
    if not margin > 0:
        raise ValueError(f"margin={margin!r} is not positive; give the largest harmless change.")
    if not 0 < alpha < 0.5:
        raise ValueError(f"alpha={alpha!r} is not between 0 and 0.5; give 0.05 for 5 %.")
    result = paired_t(differences, 1 - 2 * alpha)
    low, high = t_bounds(result.delta, result.se, result.df, 2 * alpha)
    distance = margin - abs(result.delta)
    if result.se > 0:
        p_value = float(special.stdtr(result.df, -distance / result.se))
    else:
        # All differences are equal: flipping the signs around the nearer margin.
        p_value = float(np.exp2(-result.df)) if distance > 0 else 1.0
    if np.isnan(result.p_value):
        p_value = float("nan")
    return TostResult(
        delta=result.delta,
        se=result.se,
        ci_low=float(low),
        ci_high=float(high),
        p_value=p_value,
        n_pairs=result.n_pairs,
        equivalent=p_value < alpha,
    )
