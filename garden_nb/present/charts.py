"""The estimation plot: deltas against the baseline with the interval of each verdict.

Specifications are plain Vega-Lite that versions 5 and 6 both take; `delta_chart` gives the Altair
object for people to change, and pictures are rendered from the same specification.
"""

import math
from typing import TYPE_CHECKING, Any

from garden_nb.analysis.comparison import Comparison
from garden_nb.analysis.numbers import Scale
from garden_nb.analysis.report import Report
from garden_nb.core.metrics import Metric, Role
from garden_nb.present.axes import delta_axis, ratio_axis
from garden_nb.present.marks import INK, LINE, OPEN, PAPER, SHAPES, SOFT, TONES
from garden_nb.present.tables import metric_scale, shown_status, verdict_interval
from garden_nb.present.words import label

if TYPE_CHECKING:
    import altair as alt

__all__ = ["delta_chart", "delta_spec"]

_ROW_HEIGHT = 26
_WIDTH = 516
_LEAST_PLOT = 240
_LABEL_LENGTH = 26
_CHARACTER_WIDTH = 6.8
_NO_VERDICT = "no verdict yet"
_LABEL = (
    "length(datum.label) > 26"
    " ? slice(datum.label, 0, 13) + '…' + slice(datum.label, -12) : datum.label"
)
_STATUSES = [*SHAPES, _NO_VERDICT]
_HOLLOW = {"unclear", "no data", _NO_VERDICT}

Spec = dict[str, Any]


def delta_chart(report: Report) -> "alt.VConcatChart":
    """Return the estimation plot of `report` as an Altair chart.

    Each metric has its own axis. Points and thick lines are deltas with their plain intervals,
    thin lines the intervals at the level of the verdict; guardrails are ratios on a log axis.
    """
    import altair as alt  # noqa: PLC0415  # two seconds that pictures do not need

    return alt.VConcatChart.from_dict(delta_spec(report))


def delta_spec(report: Report) -> Spec:
    """Return the estimation plot of `report` as a Vega-Lite specification."""
    compared = {row.metric for row in report.comparisons}
    shown = [metric for metric in report.metrics if metric.name in compared]
    return {
        "vconcat": [_facet(report, metric) for metric in shown],
        "title": {"text": f"Differences to {label(report.spec.baseline)}", "color": SOFT}
        | {"fontSize": 11, "fontWeight": "normal", "offset": 8},
        "spacing": 10,
        "background": PAPER,
        "padding": {"left": 8, "top": 8, "right": 24, "bottom": 8},
        "config": {
            "font": "system-ui, sans-serif",
            "view": {"stroke": None},
            "axis": {"labelColor": SOFT, "titleColor": SOFT, "gridColor": LINE}
            | {"labelFontSize": 11, "titleFontSize": 11, "titleFontWeight": "normal"}
            | {"domain": False, "ticks": False, "labelPadding": 6, "titlePadding": 4},
            "title": {"anchor": "start", "frame": "bounds", "fontSize": 13, "color": INK}
            | {"offset": 2},
        },
    }


def _facet(report: Report, metric: Metric) -> Spec:
    rows = [row for row in report.comparisons if row.metric == metric.name]
    ratio = metric.role is Role.GUARDRAIL and any(row.ratio is not None for row in rows)
    scale = metric_scale(report, metric)
    values = [_ratio_values(row) if ratio else _delta_values(row, scale) for row in rows]
    ends = [end for value in values for end in value.values()]
    x = ratio_axis(metric, ends) if ratio else delta_axis(metric, scale, ends)
    reference = _fixed({"type": "rule", "color": SOFT}, {"x": x | {"datum": +ratio}})
    plot = max(_LEAST_PLOT, _WIDTH - _label_width(rows))
    data = [_named(report, row) | value for row, value in zip(rows, values, strict=True)]
    return {
        "title": label(metric.name),
        "width": plot,
        "height": {"step": _ROW_HEIGHT},
        "data": {"values": data},
        "layer": [*_band(report, metric, scale, x), reference, *_layers(x, rows, plot)],
    }


def _named(report: Report, row: Comparison) -> Spec:
    return {"variant": label(row.variant), "status": shown_status(report, row) or _NO_VERDICT}


def _delta_values(row: Comparison, scale: Scale) -> dict[str, float]:
    adj_low, adj_high = verdict_interval(row)
    numbers = {"delta": row.delta, "low": row.ci_low, "high": row.ci_high}
    numbers |= {"adj_low": adj_low, "adj_high": adj_high}
    return {
        key: _short(number * scale.factor)
        for key, number in numbers.items()
        if number is not None and math.isfinite(number)
    }


def _ratio_values(row: Comparison) -> dict[str, float]:
    numbers = {"delta": row.ratio, "low": row.ratio_low, "high": row.ratio_high}
    return {
        key: _short(number)
        for key, number in numbers.items()
        if number is not None and math.isfinite(number) and number > 0
    }


def _short(number: float) -> float:
    """Five digits are more than a plot can show."""
    return float(f"{number:.5g}")


def _band(report: Report, metric: Metric, scale: Scale, x: Spec) -> list[Spec]:
    """Return the band of differences that count as none, where a margin was given."""
    if report.spec.margin is None or metric.role is Role.GUARDRAIL:
        return []
    margin = _short(report.spec.margin * scale.factor)
    ends = {"x": x | {"datum": -margin}, "x2": {"datum": margin}}
    return [_fixed({"type": "rect", "color": LINE, "opacity": 0.5}, ends)]


def _fixed(mark: Spec, encoding: Spec) -> Spec:
    """Return a layer that is drawn once, not once per row."""
    return {"data": {"values": [{}]}, "mark": mark, "encoding": encoding}


def _label_width(rows: list[Comparison]) -> float:
    """Return a width that fits the labels in any font: the renderer knows its own only."""
    longest = max(min(len(label(row.variant)), _LABEL_LENGTH) for row in rows)
    return round(longest * _CHARACTER_WIDTH + 8)


def _layers(x: Spec, rows: list[Comparison], plot: float) -> list[Spec]:
    labels = _label_width(rows)
    order = [label(row.variant) for row in rows]
    axis = {"labelExpr": _LABEL, "labelColor": INK, "labelLimit": 0}
    axis |= {"minExtent": labels, "maxExtent": labels}
    y = {"field": "variant", "type": "nominal", "sort": order, "title": None, "axis": axis}
    tones = [TONES.get(status, OPEN) for status in _STATUSES]
    fills = [PAPER if status in _HOLLOW else TONES[status] for status in _STATUSES]
    shapes = [SHAPES.get(status, "circle") for status in _STATUSES]

    def by_status(colours: list[str]) -> Spec:
        scale = {"domain": _STATUSES, "range": colours}
        return {"field": "status", "type": "nominal", "legend": None, "scale": scale}

    def rule(low: str, high: str, width: float) -> Spec:
        ends = {"x": x | {"field": low}, "x2": {"field": high}}
        mark = {"type": "rule", "strokeWidth": width}
        return {"mark": mark, "encoding": {"y": y, **ends, "color": by_status(tones)}}

    point = {
        "mark": {"type": "point", "size": 80, "strokeWidth": 1.5, "opacity": 1},
        "encoding": {"y": y, "x": x | {"field": "delta"}, "shape": by_status(shapes)}
        | {"fill": by_status(fills), "stroke": by_status(tones)},
    }
    words = {
        "mark": {"type": "text", "align": "left", "fontSize": 11, "fontWeight": "bold"},
        "encoding": {"y": y, "x": {"value": plot + 8}, "text": {"field": "status"}}
        | {"color": by_status(tones)},
    }
    return [rule("adj_low", "adj_high", 1.5), rule("low", "high", 5), point, words]
