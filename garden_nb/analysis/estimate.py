"""Estimates: each variant's own mean and its interval."""

import math

import numpy as np

from garden_nb.analysis.comparison import Estimate
from garden_nb.analysis.matrix import Matrix
from garden_nb.analysis.table import FloatArray
from garden_nb.core.metrics import Metric
from garden_nb.stats.agreement.wilson_interval import wilson_interval
from garden_nb.stats.paired.paired_t import paired_t

__all__ = ["estimate_variant"]


def estimate_variant(
    matrix: Matrix, column: int, label: str, n_failed: int, confidence: float
) -> Estimate:
    """Return one variant's mean over the cases that have a value.

    Pass rates of single runs get Wilson's interval, other means the t interval on case means, cut
    at the metric's lowest and highest value. Fewer than 2 cases, or cases that are all equal,
    have no interval: data without spread say nothing about it.

    Args:
        matrix: The metric's matrix.
        column: The variant's column.
        label: The variant's label.
        n_failed: Its failed trials.
        confidence: The level of the interval.
    """
    values = matrix.values[:, column]
    values = values[~np.isnan(values)]
    n = values.size
    single = matrix.single and n > 0
    if single:
        low, high = wilson_interval(int(values.sum()), n, confidence)
    else:
        low, high = _t_interval(values, matrix.metric, confidence)
    return Estimate(
        variant=label,
        metric=matrix.metric,
        value=math.fsum(values) / n if n else None,
        ci_low=_known(low),
        ci_high=_known(high),
        n_cases=n,
        n_failed=n_failed,
        n_missing=matrix.n_missing[column],
        method="wilson" if single else "t",
    )


def _t_interval(values: FloatArray, metric: Metric, confidence: float) -> tuple[float, float]:
    result = paired_t(values, confidence)
    if not result.se > 0:
        return math.nan, math.nan
    low = result.ci_low if metric.low is None else max(result.ci_low, metric.low)
    high = result.ci_high if metric.high is None else min(result.ci_high, metric.high)
    return low, high


def _known(value: float) -> float | None:
    return None if math.isnan(value) else float(value)
