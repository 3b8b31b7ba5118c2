"""Arrays to numbers: every estimate, interval, p-value and sample size of a report.

Why: the worth of a comparison is a right decision. Common reports pair an interval from one
formula with a p-value from another and correct only the latter, so that in a third to a half of
small comparisons the picture contradicts the table. Here each method has one p-value function,
each interval is that function inverted, an adjustment for many comparisons only moves the level,
and each statistic has a source, an outside oracle and a rule for degenerate data.

Deltas are contender minus baseline; `b` counts the cases only the contender passed, `c` those only
the baseline passed. NaN is a value that is absent.
"""

from garden_nb.stats.agreement.wilson_interval import wilson_bounds, wilson_interval
from garden_nb.stats.interval import Interval
from garden_nb.stats.multiplicity.adjust_p import adjust_p
from garden_nb.stats.multiplicity.matched_level import (
    matched_level,
    matched_tail,
    settled_bounds,
)
from garden_nb.stats.pair_result import MIN_PAIRS, PairColumns, PairResult
from garden_nb.stats.paired.mcnemar import mcnemar, mcnemar_p
from garden_nb.stats.paired.paired_binary import paired_binary
from garden_nb.stats.paired.paired_t import paired_t, paired_t_columns
from garden_nb.stats.paired.t_bounds import t_bounds, t_p_value
from garden_nb.stats.paired.tango_interval import tango_bounds, tango_interval

__all__ = [
    "MIN_PAIRS",
    "Interval",
    "PairColumns",
    "PairResult",
    "adjust_p",
    "matched_level",
    "matched_tail",
    "mcnemar",
    "mcnemar_p",
    "paired_binary",
    "paired_t",
    "paired_t_columns",
    "settled_bounds",
    "t_bounds",
    "t_p_value",
    "tango_bounds",
    "tango_interval",
    "wilson_bounds",
    "wilson_interval",
]
