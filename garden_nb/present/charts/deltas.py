"""The estimation plot: deltas against the baseline with the interval of each verdict."""

from collections.abc import Sequence

from garden_nb.analysis.comparison import Comparison
from garden_nb.analysis.numbers import Scale
from garden_nb.analysis.report import Report
from garden_nb.core.metrics import Metric, Role
from garden_nb.errors import InputError, Problem
from garden_nb.present.axes import delta_axis, ratio_axis
from garden_nb.present.charts.canvas import WIDTH, Spec, canvas, finite, fixed, short, told
from garden_nb.present.charts.gates import GateLines, delta_gates
from garden_nb.present.charts.names import short_names
from garden_nb.present.charts.rows import (
    ROW_HEIGHT,
    interval,
    name_axis,
    point,
    row_words,
    status_of,
    words,
)
from garden_nb.present.marks import LINE, SOFT
from garden_nb.present.tables import verdict_interval
from garden_nb.present.words import label

__all__ = ["delta_spec"]

_BESIDE = 84
"""Room for the words right of a plot and the padding."""
_LEAST_PLOT = 240
_FAR = 2.0
"""Bounds further out than this many times the reach of the data would squeeze the data."""


def delta_spec(
    report: Report, *, width: int = WIDTH, gates: bool = True, beside: Sequence[Report] = ()
) -> Spec:
    """Return the estimation plot of `report` as a Vega-Lite specification.

    Each metric has its own axis. Points and thick lines are deltas with their plain intervals,
    thin lines the intervals at the level of the verdict; guardrails are ratios on a log axis. The
    band holds the differences that count as none, dashed lines are the bounds of gates.

    Args:
        report: The report.
        width: Pixels across, names and words included.
        gates: Whether to draw the bounds of gates.
        beside: Other judgements against the same baseline that people switch to: one axis holds
            all of them, so that nothing but what differs moves.

    Raises:
        InputError: There is no contender.
    """
    if not report.comparisons:
        hint = "Compare two variants at least; `estimates` shows one alone."
        raise InputError(Problem("deltas", "there is no contender to plot.", hint))
    compared = {row.metric for row in report.comparisons}
    shown = [metric for metric in report.metrics if metric.name in compared]
    panels = [_panel(report, metric, width, beside, gates=gates) for metric in shown]
    about = f"Differences to {label(report.spec.baseline)}"
    title = {"text": about, "color": SOFT, "fontSize": 11, "fontWeight": "normal", "offset": 8}
    lines = [
        f"{label(metric.name)}, {row_words(report, row, metric)}"
        for metric in shown
        for row in report.comparisons
        if row.metric == metric.name
    ]
    return canvas({"vconcat": panels, "spacing": 10}, title, told(about, lines))


def _panel(
    report: Report, metric: Metric, width: int, beside: Sequence[Report], *, gates: bool
) -> Spec:
    rows = _rows(report, metric)
    ratio = _is_ratio(metric, rows)
    scale = report.scale(metric.name)
    values = [_values(row, scale, ratio=ratio) for row in rows]
    others = [row for other in beside for row in _rows(other, metric)]
    ends = [end for row in [*rows, *others] for end in _values(row, scale, ratio=ratio).values()]
    lines = delta_gates(report, metric, scale) if gates and not ratio else GateLines()
    margin = _margin(report, metric, scale)
    near = [*ends, *_near(ends, margin, lines)]
    x = ratio_axis(metric, ends) if ratio else delta_axis(metric, scale, near)
    names = short_names(report.variants)
    y = name_axis([names[row.variant] for row in rows])
    plot = max(_LEAST_PLOT, width - _BESIDE - y["axis"]["minExtent"])
    data = [
        {"name": names[row.variant], "status": status_of(report, row)}
        | {"words": row_words(report, row, metric)}
        | value
        for row, value in zip(rows, values, strict=True)
    ]
    return {
        "title": _title(metric, margin, lines, scale),
        "width": plot,
        "height": {"step": ROW_HEIGHT},
        "data": {"values": data},
        "layer": [
            *_band(margin, x),
            fixed({"type": "rule", "color": SOFT}, {"x": x | {"datum": +ratio}}),
            *lines.layer(y, x, names),
            interval(y, x, ("adj_low", "adj_high"), 1.5),
            interval(y, x, ("low", "high"), 5),
            point(y, x, "delta"),
            words(y, "status", plot + 8),
        ],
    }


def _rows(report: Report, metric: Metric) -> list[Comparison]:
    return [row for row in report.comparisons if row.metric == metric.name]


def _is_ratio(metric: Metric, rows: Sequence[Comparison]) -> bool:
    return metric.role is Role.GUARDRAIL and any(row.ratio is not None for row in rows)


def _values(row: Comparison, scale: Scale, *, ratio: bool) -> dict[str, float]:
    return _ratio_values(row) if ratio else _delta_values(row, scale)


def _delta_values(row: Comparison, scale: Scale) -> dict[str, float]:
    adj_low, adj_high = verdict_interval(row)
    numbers = {"delta": row.delta, "low": row.ci_low, "high": row.ci_high}
    return finite(numbers | {"adj_low": adj_low, "adj_high": adj_high}, scale.factor)


def _ratio_values(row: Comparison) -> dict[str, float]:
    drawn = finite({"delta": row.ratio, "low": row.ratio_low, "high": row.ratio_high})
    return {key: number for key, number in drawn.items() if number > 0}


def _margin(report: Report, metric: Metric, scale: Scale) -> float | None:
    margin = report.spec.margin_of(metric)
    if margin is None or metric.role is Role.GUARDRAIL:
        return None
    return short(margin * scale.factor)


def _near(ends: Sequence[float], margin: float | None, lines: GateLines) -> list[float]:
    """Return the bounds to keep in view: not those that would squeeze the data."""
    reach = _FAR * max(map(abs, ends), default=0.0)
    bounds = [at for _, at in lines.marks]
    bounds += [-margin, margin] if margin is not None else []
    return [max(-reach, min(reach, bound)) for bound in bounds]


def _title(metric: Metric, margin: float | None, lines: GateLines, scale: Scale) -> Spec:
    notes = [f"dashed: {', '.join(lines.words)}"] if lines.marks else []
    if margin is not None:
        notes.insert(0, f"band: margin of {scale.size(margin / scale.factor)}")
    return {"text": label(metric.name)} | ({"subtitle": " · ".join(notes)} if notes else {})


def _band(margin: float | None, x: Spec) -> list[Spec]:
    """Return the band of differences that count as none, where a margin was given."""
    if margin is None:
        return []
    low, high = x["scale"]["domain"]
    ends = {"x": x | {"datum": max(low, -margin)}, "x2": {"datum": min(high, margin)}}
    return [fixed({"type": "rect", "color": LINE, "opacity": 0.5}, ends)]
