"""The ratio of geometric means, for cost and latency."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from garden_nb.stats.paired.heavy_tail import heavy_tail
from garden_nb.stats.paired.paired_t import paired_t
from garden_nb.stats.tail import tail_of

__all__ = ["RatioResult", "log_ratio"]


class RatioResult(NamedTuple):
    """A ratio contender : baseline of geometric means.

    Attributes:
        ratio: 1.24 reads "24 % more for the typical case"; NaN where it is undefined.
        se: Standard error of the logarithm of the ratio.
        df: Degrees of freedom of the t distribution.
        ci_low: Lower end of the ratio's interval.
        ci_high: Upper end.
        p_value: Two-sided p of "the ratio is 1".
        n_pairs: Cases with a value on both sides.
        method: `log_ratio`.
        heavy_tail: Whether the difference of the plain means is not to be trusted.
        top5_share: Share of the five largest cases in a variant's sum.
        note: `not_positive` (a value is 0 or negative, so there is no ratio) or as in
            `PairResult.note`.
    """

    ratio: float
    se: float
    df: float
    ci_low: float
    ci_high: float
    p_value: float
    n_pairs: int
    method: str
    heavy_tail: bool
    top5_share: float
    note: str | None = None


def log_ratio(baseline: ArrayLike, contender: ArrayLike, confidence: float = 0.95) -> RatioResult:
    """Return the ratio of geometric means with its interval, by a paired t on logarithms.

    It answers "the typical case"; the mean difference answers "the bill". The two may point in
    opposite directions.

    Args:
        baseline: (n_cases,) positive values; NaN where absent.
        contender: (n_cases,) positive values of the same cases.
        confidence: Level of the interval.

    Raises:
        ValueError: If the shapes differ or the confidence is outside (0, 1).

    References:
        Bland, Altman (1996), doi:10.1136/bmj.312.7039.1153 (logarithms and paired ratios).
    """
    tail_of(confidence)
    left, right = np.asarray(baseline, float), np.asarray(contender, float)
    if left.shape != right.shape or left.ndim != 1:
        raise ValueError(
            f"baseline has shape {left.shape}, contender {right.shape}; give one value per case."
        )
    both = np.isfinite(left) & np.isfinite(right)
    left, right = left[both], right[both]
    tail = heavy_tail(left, right)
    positive = bool(np.all(left > 0) and np.all(right > 0))
    logs = np.log(right) - np.log(left) if positive else np.full(left.size, np.nan)
    result = paired_t(logs, confidence)
    return RatioResult(
        ratio=math.exp(result.delta),
        se=result.se,
        df=result.df,
        ci_low=math.exp(result.ci_low),
        ci_high=math.exp(result.ci_high),
        p_value=result.p_value,
        n_pairs=int(left.size),
        method="log_ratio",
        heavy_tail=tail.flag,
        top5_share=tail.top5_share,
        note=result.note if positive else "not_positive",
    )
