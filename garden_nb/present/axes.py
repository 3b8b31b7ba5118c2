"""Axes of deltas and ratios: domains, ticks and titles that say which way is better."""

import math
from collections.abc import Sequence
from typing import Any

from garden_nb.analysis.numbers import Scale
from garden_nb.core.metrics import Kind, Metric
from garden_nb.present.words import label

__all__ = [
    "delta_axis",
    "hint",
    "log_ticks",
    "log_value_axis",
    "plain_labels",
    "ratio_axis",
    "unit_words",
    "value_axis",
    "value_words",
]

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
    return {
        "type": "quantitative",
        "title": hint(f"delta{unit_words(metric, scale)}", metric),
        "scale": {"domain": [low - room, high + room], "nice": False},
        "axis": {
            "grid": True,
            "tickCount": _MOST_TICKS,
            "labelExpr": f"datum.value === 0 ? '0' : format(datum.value, {sign})",
        },
    }


def value_axis(metric: Metric, scale: Scale, ends: Sequence[float]) -> Channel:
    """Return the x channel of a metric's own values, no wider than what values there can be.

    Args:
        metric: The metric.
        scale: How its values are written.
        ends: Every value and end of an interval, already in the unit that is written.
    """
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    room = (high - low) * 0.05 or abs(high) * 0.1 or 1.0
    least = -math.inf if metric.low is None else metric.low * scale.factor
    most = math.inf if metric.high is None else metric.high * scale.factor
    domain = [max(least, low - room), min(most, high + room)]
    return {
        "type": "quantitative",
        "title": hint(value_words(metric, scale), metric),
        "scale": {"domain": domain, "nice": False, "zero": False},
        "axis": {"grid": True, "tickCount": _MOST_TICKS, "labelExpr": plain_labels(scale)},
    }


def log_value_axis(metric: Metric, scale: Scale, ends: Sequence[float]) -> Channel:
    """Return the channel of a metric's own values on a log axis.

    Args:
        metric: The metric.
        scale: How its values are written.
        ends: Every value and end of an interval, all positive, in the unit that is written.
    """
    room = (max(ends) / min(ends)) ** 0.05
    domain = [min(ends) / room, max(ends) * room]
    return {
        "type": "quantitative",
        "title": hint(value_words(metric, scale), metric),
        "scale": {"type": "log", "domain": domain, "nice": False},
        "axis": {"grid": True, "values": log_ticks(*domain), "labelExpr": plain_labels(scale)},
    }


def value_words(metric: Metric, scale: Scale) -> str:
    """Return what a metric's values are, with their unit."""
    if metric.kind is Kind.BINARY:
        return "cases passed, %"
    return f"mean per case{', %' if scale.share else unit_words(metric, scale)}"


def plain_labels(scale: Scale) -> str:
    """Return the expression that writes the ticks of values."""
    sign = "'$' + " if scale.prefix == "$" else ""
    return f"{sign}format(datum.value, ',.6~g')"


def unit_words(metric: Metric, scale: Scale) -> str:
    """Return what follows a quantity in the title of its axis: its unit, or the scale it is on."""
    if scale.unit:
        return f", {label(scale.unit)}"
    if metric.kind is Kind.BOUNDED and metric.low is not None and metric.high is not None:
        return f" on {metric.low:g}–{metric.high:g}"
    return ""


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
        "title": hint("ratio to the baseline", metric),
        "scale": {"type": "log", "domain": [low, high], "nice": False},
        "axis": {
            "grid": True,
            "values": log_ticks(low, high),
            "labelExpr": "'×' + format(datum.value, '.4~g')",
        },
    }


def hint(words: str, metric: Metric) -> str:
    """Return the title of an axis with an arrow to where it is better."""
    return f"{words} · better →" if metric.higher_is_better else f"← better · {words}"


def log_ticks(low: float, high: float) -> list[float]:
    """Return few round places between two positive numbers for a log axis."""
    if high / low < _LINEAR_BELOW:
        step = next(step for step in _STEPS if (high - low) / step <= _MOST_TICKS or step == 1.0)
        return [round(k * step, 2) for k in range(math.ceil(low / step), int(high / step) + 1)]
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for digits in (range(1, 10), (1, 2, 3, 5, 7), (1, 2, 5), (1,)):
        ticks = [digit * 10.0**decade for decade in decades for digit in digits]
        inside = [tick for tick in ticks if low <= tick <= high]
        if len(inside) <= _MOST_TICKS:
            return inside
    return inside[:: math.ceil(len(inside) / _MOST_TICKS)]
