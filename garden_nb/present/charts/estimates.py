"""Estimates: each variant's own mean with its interval, one panel per metric."""

from garden_nb.analysis.comparison import Estimate
from garden_nb.analysis.numbers import Scale
from garden_nb.analysis.report import Report
from garden_nb.core.metrics import Metric
from garden_nb.errors import InputError, Problem
from garden_nb.present.axes import value_axis
from garden_nb.present.charts.canvas import WIDTH, Spec, canvas, finite, told
from garden_nb.present.charts.gates import GateLines, mean_gates
from garden_nb.present.charts.names import short_names
from garden_nb.present.charts.rows import ROW_HEIGHT, interval, name_axis, point, status_of, words
from garden_nb.present.words import label, level_words

__all__ = ["estimates_spec"]

_VALUE = 66
"""Pixels from a plot to the right end of its column of values."""
_BESIDE = 150
"""Room for values and words right of a plot and the padding."""
_LEAST_PLOT = 200
_FAR = 2.0


def estimates_spec(report: Report, *, width: int = WIDTH) -> Spec:
    """Return every variant's mean of every metric as a Vega-Lite specification.

    The words at the right are those of the paired comparison: two of these intervals may overlap
    although the difference of the two means is shown.

    Args:
        report: The report.
        width: Pixels across, names and words included.

    Raises:
        InputError: No variant has a value.
    """
    known = {row.metric.name for row in report.estimates if row.value is not None}
    if not known:
        hint = "Run the variants first, or look into the failed trials."
        raise InputError(Problem("estimates", "no variant has a value of any metric.", hint))
    shown = [metric for metric in report.metrics if metric.name in known]
    level = level_words(report)
    note = f"{level} interval of each mean by itself; the word is the paired comparison's"
    title = {"text": "Means", "subtitle": note, "offset": 14}
    panels = [_panel(report, metric, width) for metric in shown]
    lines = [
        f"{label(row.metric.name)}, {_words(row, report.scale(row.metric.name))}"
        for row in report.estimates
        if row.metric in shown
    ]
    words = told(f"Means with {level} intervals", lines)
    return canvas({"vconcat": panels, "spacing": 10}, title, words)


def _panel(report: Report, metric: Metric, width: int) -> Spec:
    rows = [report.estimate(variant, metric.name) for variant in report.variants]
    scale = report.scale(metric.name)
    values = [_values(row, scale) for row in rows]
    ends = [end for value in values for end in value.values()]
    lines = mean_gates(report, metric, scale)
    x = value_axis(metric, scale, [*ends, *_near(ends, lines)])
    names = short_names(report.variants)
    y = name_axis([names[row.variant] for row in rows])
    plot = max(_LEAST_PLOT, width - _BESIDE - y["axis"]["minExtent"])
    data = [
        {"name": names[row.variant], "status": _status(report, row)}
        | {"value": scale.value(row.value), "words": _words(row, scale)}
        | value
        for row, value in zip(rows, values, strict=True)
    ]
    note = {"subtitle": f"dashed: {', '.join(lines.words)}"} if lines.marks else {}
    return {
        "title": {"text": label(metric.name)} | note,
        "width": plot,
        "height": {"step": ROW_HEIGHT},
        "data": {"values": data},
        "layer": [
            *lines.layer(y, x, names),
            interval(y, x, ("low", "high"), 5),
            point(y, x, "mean"),
            words(y, "value", plot + _VALUE, tone=False),
            words(y, "status", plot + _VALUE + 10),
        ],
    }


def _values(row: Estimate, scale: Scale) -> dict[str, float]:
    return finite({"mean": row.value, "low": row.ci_low, "high": row.ci_high}, scale.factor)


def _status(report: Report, row: Estimate) -> str:
    if row.value is None:
        return "no data"
    if row.variant == report.spec.baseline:
        return status_of(report, None)
    return status_of(report, report.comparison(row.variant, row.metric.name))


def _words(row: Estimate, scale: Scale) -> str:
    return f"{label(row.variant)}: {scale.estimate(row.value, row.ci_low, row.ci_high)}"


def _near(ends: list[float], lines: GateLines) -> list[float]:
    """Return the bounds to keep in view: not those that would squeeze the data."""
    low, high = min(ends, default=0.0), max(ends, default=0.0)
    reach = _FAR * (high - low)
    return [at for _, at in lines.marks if low - reach <= at <= high + reach]
