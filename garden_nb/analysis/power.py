"""Power: what a comparison could have shown, and how many cases would settle a question."""

import math
from dataclasses import dataclass

from garden_nb.core.metrics import Kind, Metric
from garden_nb.stats.pair_result import MIN_PAIRS
from garden_nb.stats.power.cases_needed import cases_needed
from garden_nb.stats.power.mde_paired_binary import discordant_share, mde_paired_binary
from garden_nb.stats.power.mde_paired_t import mde_paired_t
from garden_nb.stats.power.mde_two_proportion import mde_two_proportion

__all__ = ["PairFacts", "Power", "power_of"]

_MOST_CASES = 10_000_000


@dataclass(frozen=True, slots=True)
class PairFacts:
    """What is known of one comparison, for planning.

    Attributes:
        metric: The metric.
        n: Paired cases.
        se: Standard error of the mean difference.
        baseline_value: The baseline's mean.
        gained: Binary: cases that only the contender passed, else None.
        lost: Binary: cases that only the baseline passed, else None.
        single: Whether the outcomes are single pass/fail runs.
    """

    metric: Metric
    n: int
    se: float
    baseline_value: float
    gained: int | None
    lost: int | None
    single: bool


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


def power_of(facts: PairFacts, alpha: float, tail: float, margin: float | None) -> Power:
    """Return what one comparison could have shown.

    Args:
        facts: What is known of it.
        alpha: The plain level.
        tail: The level at which the verdict was judged; NaN where there was none.
        margin: Differences up to this size count as none, or None.
    """
    if facts.n < MIN_PAIRS or math.isnan(facts.se):
        return Power()
    judged = tail if 0 < tail < 1 else alpha
    return Power(
        mde=_mde(facts, alpha),
        mde_adj=_mde(facts, judged),
        mde_two_proportion=_unpaired(facts, alpha),
        more_cases=_more_cases(facts, judged, margin),
    )


def _share(facts: PairFacts) -> float | None:
    if not facts.single or facts.gained is None or facts.lost is None:
        return None
    return discordant_share(facts.gained, facts.lost, facts.n)


def _sd(facts: PairFacts) -> float:
    return facts.se * math.sqrt(facts.n)


def _mde(facts: PairFacts, alpha: float) -> float | None:
    share = _share(facts)
    if share is not None:
        return _known(mde_paired_binary(facts.n, share, alpha))
    return _known(mde_paired_t(_sd(facts), facts.n, alpha)) if facts.se > 0 else None


def _unpaired(facts: PairFacts, alpha: float) -> float | None:
    if facts.metric.kind is not Kind.BINARY or not 0 < facts.baseline_value < 1:
        return None
    return _known(mde_two_proportion(facts.baseline_value, facts.n, alpha))


def _more_cases(facts: PairFacts, alpha: float, margin: float | None) -> int | None:
    if margin is None:
        return None
    share = _share(facts)
    if share is not None:
        needed = cases_needed(margin, discordant_share=share, goal="equivalence", alpha=alpha)
    elif facts.se > 0:
        needed = cases_needed(margin, sd=_sd(facts), goal="equivalence", alpha=alpha)
    else:
        needed = None
    if needed is None or needed > _MOST_CASES:
        return None
    return max(0, needed - facts.n)


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value
