"""Power: what a comparison could have shown, and how many cases would settle a question."""

import math
from dataclasses import dataclass

from garden_nb.analysis.comparison import Comparison
from garden_nb.core.metrics import Kind, Metric
from garden_nb.stats.pair_result import MIN_PAIRS
from garden_nb.stats.power.cases_needed import cases_needed
from garden_nb.stats.power.mde_paired_binary import discordant_share, mde_paired_binary
from garden_nb.stats.power.mde_paired_t import mde_paired_t
from garden_nb.stats.power.mde_two_proportion import mde_two_proportion

__all__ = ["Power", "power_of"]

_MOST_CASES = 10_000_000


@dataclass(frozen=True, slots=True)
class Power:
    """What a comparison shows 8 times in 10 if it is there, in the metric's unit.

    It is never computed from the observed difference: that would only repeat the p-value
    (Hoenig, Heisey 2001, doi:10.1198/000313001300339897).

    Attributes:
        mde: The smallest difference at the plain level; None where none could be shown.
        mde_adj: The same at the level at which the verdict was judged.
        mde_two_proportion: Binary: what two unpaired samples of this size would show.
        more_cases: About how many more cases would show that any difference is smaller than the
            margin, if the two are equal; 0 where these are enough, None without a margin.
    """

    mde: float | None = None
    mde_adj: float | None = None
    mde_two_proportion: float | None = None
    more_cases: int | None = None


def power_of(row: Comparison, metric: Metric, alpha: float, margin: float | None) -> Power:
    """Return what one comparison could have shown.

    Args:
        row: The comparison.
        metric: Its metric.
        alpha: The plain level.
        margin: Differences up to this size count as none, or None.
    """
    if row.n_pairs < MIN_PAIRS or row.se is None:
        return Power()
    judged = row.tail or alpha
    return Power(
        mde=_mde(row, alpha),
        mde_adj=_mde(row, judged),
        mde_two_proportion=_unpaired(row, metric, alpha),
        more_cases=_more_cases(row, judged, margin),
    )


def _share(row: Comparison) -> float | None:
    """Return the discordant share to plan with, of single pass/fail runs."""
    if row.method != "tango" or row.gained is None or row.lost is None:
        return None
    return discordant_share(row.gained, row.lost, row.n_pairs)


def _sd(row: Comparison) -> float:
    return (row.se or 0.0) * math.sqrt(row.n_pairs)


def _mde(row: Comparison, alpha: float) -> float | None:
    share = _share(row)
    if share is not None:
        return _known(mde_paired_binary(row.n_pairs, share, alpha))
    return _known(mde_paired_t(_sd(row), row.n_pairs, alpha)) if row.se else None


def _unpaired(row: Comparison, metric: Metric, alpha: float) -> float | None:
    base = row.baseline_value
    if metric.kind is not Kind.BINARY or base is None or not 0 < base < 1:
        return None
    return _known(mde_two_proportion(base, row.n_pairs, alpha))


def _more_cases(row: Comparison, alpha: float, margin: float | None) -> int | None:
    if margin is None:
        return None
    share = _share(row)
    if share is not None:
        needed = cases_needed(margin, discordant_share=share, goal="equivalence", alpha=alpha)
    elif row.se:
        needed = cases_needed(margin, sd=_sd(row), goal="equivalence", alpha=alpha)
    else:
        needed = None
    if needed is None or needed > _MOST_CASES:
        return None
    return max(0, needed - row.n_pairs)


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value
