"""Bins: where the values of a metric are counted, the same for all variants."""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from garden_nb.analysis.table import FloatArray
from garden_nb.core.metrics import Kind, Metric

__all__ = ["Bins"]

_MOST_LEVELS = 12
_N_BINS = 10
_LOG_FROM = 8.0
_BAR = 0.42


@dataclass(frozen=True, slots=True)
class Bins:
    """Bins that hold every value of a metric once.

    Attributes:
        edges: Ends of the bins, one more than there are bins.
        bars: Pairs of ends, where the bars are drawn: levels have a gap between them.
        levels: The levels of an ordinal scale, None where values are continuous.
        logged: Whether the bins are even on a log axis.
    """

    edges: tuple[float, ...]
    bars: tuple[tuple[float, float], ...]
    levels: tuple[float, ...] | None = None
    logged: bool = False

    @classmethod
    def of(cls, metric: Metric, values: FloatArray) -> "Bins":
        """Return the bins of `values`: the levels of ratings, tenths of a scale, else even bins.

        Args:
            metric: The metric; its scale is covered whole.
            values: At least one number, none of them NaN.
        """
        bounded = metric.kind is not Kind.NUMERIC and metric.low is not None
        low = metric.low if bounded and metric.low is not None else float(values.min())
        high = metric.high if bounded and metric.high is not None else float(values.max())
        low, high = min(low, float(values.min())), max(high, float(values.max()))
        whole = bool((values == np.round(values)).all()) and float(low).is_integer()
        if whole and high - low < _MOST_LEVELS and high > low:
            return _levels(low, high)
        if low == high:
            return cls((low - 0.5, high + 0.5), ((low - 0.5, high + 0.5),))
        logged = not bounded and low > 0 and high >= _LOG_FROM * low
        edges = np.geomspace(low, high, _N_BINS + 1) if logged else _even(low, high, bounded)
        ends = tuple(float(edge) for edge in edges)
        return cls(ends, tuple(pairwise(ends)), None, logged)

    def shares(self, values: FloatArray) -> list[float]:
        """Return the share of `values` in each bin; the last bin holds its upper end."""
        inside = np.clip(values, self.edges[0], self.edges[-1])
        counts, _ = np.histogram(inside, np.array(self.edges))
        return [float(count) / values.size for count in counts]


def _levels(low: float, high: float) -> Bins:
    levels = tuple(float(level) for level in range(int(low), math.ceil(high) + 1))
    edges = tuple(level - 0.5 for level in (*levels, levels[-1] + 1))
    return Bins(edges, tuple((level - _BAR, level + _BAR) for level in levels), levels)


def _even(low: float, high: float, bounded: bool) -> FloatArray:
    """Return edges that are round numbers, unless the scale's own ends are given."""
    if bounded:
        return np.linspace(low, high, _N_BINS + 1)
    raw = (high - low) / _N_BINS
    unit = 10.0 ** math.floor(math.log10(raw))
    step = next(digit * unit for digit in (1, 2, 5, 10) if digit * unit >= raw)
    first, last = math.floor(low / step), math.ceil(high / step)
    return np.arange(first, last + 1, dtype=float) * step
