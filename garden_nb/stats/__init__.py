"""Arrays to numbers: every estimate, interval, p-value and sample size of a report.

Why: the worth of a comparison is a right decision. Common reports pair an interval from one
formula with a p-value from another and correct only the latter, so that in a third to a half of
small comparisons the picture contradicts the table. Here each method has one p-value function,
each interval is that function inverted, an adjustment for many comparisons only moves the level,
and each statistic has a source, an outside oracle and a rule for degenerate data.

Deltas are contender minus baseline; `b` counts the cases only the contender passed, `c` those only
the baseline passed. NaN is a value that is absent. Functions ending in `_columns`, `_bounds` or
`_p` judge many comparisons at once and take two-sided tail probabilities, not confidences.
"""

from garden_nb.stats.agreement.cohen_kappa import KappaResult, cohen_kappa
from garden_nb.stats.agreement.effect_sizes import (
    cohen_d,
    common_language,
    odds_ratio,
    risk_ratio,
)
from garden_nb.stats.agreement.wilson_interval import wilson_bounds, wilson_interval
from garden_nb.stats.agreement.win_rate import WinRate, win_rate
from garden_nb.stats.bootstrap.bootstrap_pairs import (
    BootstrapPairs,
    bootstrap_pairs,
    resamples_needed,
)
from garden_nb.stats.bootstrap.paired_bootstrap import paired_bootstrap
from garden_nb.stats.bootstrap.percentile import percentile
from garden_nb.stats.interval import Interval
from garden_nb.stats.multiplicity.adjust_p import SECOND_LOOK, adjust_p
from garden_nb.stats.multiplicity.best_set import best_set
from garden_nb.stats.multiplicity.joint_draws import JointDraws, joint_draws
from garden_nb.stats.multiplicity.matched_level import (
    matched_level,
    matched_tail,
    settled_bounds,
)
from garden_nb.stats.multiplicity.max_t import MaxT, max_t, max_t_family
from garden_nb.stats.pair_result import MIN_PAIRS, PairColumns, PairResult
from garden_nb.stats.paired.cluster_t import cluster_t, cluster_t_columns
from garden_nb.stats.paired.heavy_tail import HeavyTail, heavy_tail
from garden_nb.stats.paired.log_ratio import RatioResult, log_ratio
from garden_nb.stats.paired.mcnemar import mcnemar, mcnemar_p
from garden_nb.stats.paired.missing_bounds import MissingBounds, missing_bounds
from garden_nb.stats.paired.paired_binary import paired_binary
from garden_nb.stats.paired.paired_t import paired_t, paired_t_columns
from garden_nb.stats.paired.ppi_delta import PpiResult, ppi_delta
from garden_nb.stats.paired.repeated_binary import (
    RepeatedColumns,
    repeated_binary,
    repeated_binary_bounds,
    repeated_binary_columns,
)
from garden_nb.stats.paired.sign_flip import sign_flip
from garden_nb.stats.paired.t_bounds import t_bounds, t_p_value
from garden_nb.stats.paired.tango_interval import tango_bounds, tango_interval
from garden_nb.stats.paired.tost import TostResult, tost
from garden_nb.stats.power.cases_needed import cases_needed
from garden_nb.stats.power.mde_paired_binary import (
    discordant_needed,
    discordant_share,
    mde_paired_binary,
)
from garden_nb.stats.power.mde_paired_t import mde_paired_t
from garden_nb.stats.power.mde_two_proportion import mde_two_proportion, power_two_proportion
from garden_nb.stats.repeats.pass_at_k import (
    pass_at_k,
    pass_at_k_cases,
    pass_hat_k,
    pass_hat_k_cases,
)
from garden_nb.stats.repeats.repeat_variance import RepeatVariance, repeat_variance
from garden_nb.stats.sequential.e_value_paired import (
    anytime_p,
    e_value_paired,
    log_e_value_paired,
)

__all__ = [
    "MIN_PAIRS",
    "SECOND_LOOK",
    "BootstrapPairs",
    "HeavyTail",
    "Interval",
    "JointDraws",
    "KappaResult",
    "MaxT",
    "MissingBounds",
    "PairColumns",
    "PairResult",
    "PpiResult",
    "RatioResult",
    "RepeatVariance",
    "RepeatedColumns",
    "TostResult",
    "WinRate",
    "adjust_p",
    "anytime_p",
    "best_set",
    "bootstrap_pairs",
    "cases_needed",
    "cluster_t",
    "cluster_t_columns",
    "cohen_d",
    "cohen_kappa",
    "common_language",
    "discordant_needed",
    "discordant_share",
    "e_value_paired",
    "heavy_tail",
    "joint_draws",
    "log_e_value_paired",
    "log_ratio",
    "matched_level",
    "matched_tail",
    "max_t",
    "max_t_family",
    "mcnemar",
    "mcnemar_p",
    "mde_paired_binary",
    "mde_paired_t",
    "mde_two_proportion",
    "missing_bounds",
    "odds_ratio",
    "paired_binary",
    "paired_bootstrap",
    "paired_t",
    "paired_t_columns",
    "pass_at_k",
    "pass_at_k_cases",
    "pass_hat_k",
    "pass_hat_k_cases",
    "percentile",
    "power_two_proportion",
    "ppi_delta",
    "repeat_variance",
    "repeated_binary",
    "repeated_binary_bounds",
    "repeated_binary_columns",
    "resamples_needed",
    "risk_ratio",
    "settled_bounds",
    "sign_flip",
    "t_bounds",
    "t_p_value",
    "tango_bounds",
    "tango_interval",
    "tost",
    "wilson_bounds",
    "wilson_interval",
    "win_rate",
]
