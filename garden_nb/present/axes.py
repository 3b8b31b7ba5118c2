"""Axes of deltas and ratios: domains, ticks and titles that say which way is better."""

import math
from collections.abc import Sequence
from typing import Any

from garden_nb.analysis.numbers import Scale
from garden_nb.core.metrics import Metric
from garden_nb.present.words import label

__all__ = ["delta_axis", "ratio_axis"]

_MOST_TICKS = 6
_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
_LINEAR_BELOW = 4.0

Channel = dict[str, Any]


def delta_axis(metric: Metric, scale: Scale, ends: Sequence[float]) -> Channel:
    """Return the x channel of deltas in the metric's unit, zero always in view.

    Args:
        metric: The metric.
        scale: How its values are written.
        ends: Every delta and end of an interval, already in the unit that is written.
    """
    low, high = min(0.0, *ends, 0.0), max(0.0, *ends, 0.0)
    room = (high - low) * 0.05 or 1.0
    sign = "'+$,.6~g'" if scale.prefix == "$" else "'+,.6~g'"
    unit = f", {label(scale.unit)}" if scale.unit else ""
    return {
        "type": "quantitative",
        "title": _hint(f"delta{unit}", metric),
        "scale": {"domain": [low - room, high + room], "nice": False},
        "axis": {
            "grid": True,
            "tickCount": _MOST_TICKS,
            "labelExpr": f"datum.value === 0 ? '0' : format(datum.value, {sign})",
        },
    }


def ratio_axis(metric: Metric, ends: Sequence[float]) -> Channel:
    """Return the x channel of ratios to the baseline on a log axis, one always in view.

    Args:
        metric: The metric.
        ends: Every ratio and end of an interval, all positive.
    """
    low, high = min(1.0, *ends, 1.0), max(1.0, *ends, 1.0)
    room = (high / low) ** 0.05 if high > low else 1.1
    low, high = low / room, high * room
    return {
        "type": "quantitative",
        "title": _hint("ratio to the baseline", metric),
        "scale": {"type": "log", "domain": [low, high], "nice": False},
        "axis": {
            "grid": True,
            "values": _ticks(low, high),
            "labelExpr": "'×' + format(datum.value, '.4~g')",
        },
    }


def _hint(words: str, metric: Metric) -> str:
    return f"{words} · better →" if metric.higher_is_better else f"← better · {words}"


def _ticks(low: float, high: float) -> list[float]:
    if high / low < _LINEAR_BELOW:
        step = next(step for step in _STEPS if (high - low) / step <= _MOST_TICKS or step == 1.0)
        return [round(k * step, 2) for k in range(math.ceil(low / step), int(high / step) + 1)]
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for digits in ((1, 2, 5), (1,)):
        ticks = [digit * 10.0**decade for decade in decades for digit in digits]
        inside = [tick for tick in ticks if low <= tick <= high]
        if len(inside) <= _MOST_TICKS:
            return inside
    return inside[:: math.ceil(len(inside) / _MOST_TICKS)]
