"""The trade-off: quality against what it costs, with both uncertainties and the Pareto front."""

from dataclasses import dataclass

from garden_nb.analysis.comparison import Estimate
from garden_nb.analysis.report import Report
from garden_nb.core.metrics import Metric
from garden_nb.errors import InputError, Problem
from garden_nb.present.axes import hint, log_value_axis, value_axis, value_words
from garden_nb.present.charts.canvas import WIDTH, Spec, canvas, finite, fixed, room_for
from garden_nb.present.charts.chosen import guardrail_of, success_of
from garden_nb.present.charts.dodge import dodge
from garden_nb.present.charts.gates import mean_gates
from garden_nb.present.charts.names import short_names
from garden_nb.present.charts.pareto import pareto_front
from garden_nb.present.charts.rows import by_status, status_of, tooltip
from garden_nb.present.marks import INK, SOFT
from garden_nb.present.words import label, level_words

__all__ = ["tradeoff_spec"]

_AXIS = 62
"""Room for the y axis and the padding."""
_NAME = 22
_LINE_HEIGHT = 16
_LEADING = 20
_LEAST_HEIGHT, _MOST_HEIGHT = 280, 420
_LEAST_PLOT = 220
_LOG_FROM = 8.0
"""A cost this many times another's takes a log axis."""


def tradeoff_spec(
    report: Report, *, metric: str | None = None, against: str | None = None, width: int = WIDTH
) -> Spec:
    """Return quality against cost (or latency) as a Vega-Lite specification.

    The line joins the variants that no other is at least as good as on both, by their means; the
    crosses are intervals of each mean by itself.

    Args:
        report: The report.
        metric: The success metric; the first by default.
        against: The guardrail; cost by default, else latency, else the first.
        width: Pixels across, names included.

    Raises:
        InputError: There is no such metric, or no variant has a value of both.
    """
    good = success_of(report, metric, "tradeoff")
    cost = guardrail_of(report, against, "tradeoff")
    spots = _spots(report, good, cost)
    if not spots:
        what = f"no variant has a value of both {good.name} and {cost.name}."
        raise InputError(Problem("tradeoff", what, "Choose others: charts.of(metric=, against=)."))
    front = pareto_front([(_cost(spot, cost), _gain(spot, good)) for spot in spots])
    plot = max(_LEAST_PLOT, width - _AXIS - room_for(max(len(spot.text) for spot in spots)))
    height = max(_LEAST_HEIGHT, min(_MOST_HEIGHT, plot // 2), len(spots) * _LEADING)
    x, y = _axes(report, (cost, good), spots)
    places = _places(spots, y["scale"]["domain"], height)
    data = [
        {"name": spot.text, "status": spot.status, "front": i in front, "words": spot.words}
        | {**spot.x, **spot.y, "place": place}
        for i, (spot, place) in enumerate(zip(spots, places, strict=True))
    ]
    content: Spec = {"width": plot, "height": height, "data": {"values": data}}
    content["layer"] = [*_gates(report, (cost, good), (x, y)), *_layers(x, y, plot, cost)]
    names = ", ".join(label(spots[i].variant) for i in sorted(front))
    words = f"{label(good.name)} against {label(cost.name)}. On the front: {names}."
    return canvas(content, _title(report, good, cost, spots), words)


@dataclass(frozen=True, slots=True)
class _Spot:
    """One variant that has a value of both metrics."""

    variant: str
    text: str
    status: str
    words: str
    x: dict[str, float]
    y: dict[str, float]


def _spots(report: Report, good: Metric, cost: Metric) -> list[_Spot]:
    names = short_names(report.variants, _NAME)
    spots = []
    for variant in report.variants:
        gain, spent = (report.estimate(variant, metric.name) for metric in (good, cost))
        if gain.value is None or spent.value is None:
            continue
        base = variant == report.spec.baseline
        row = None if base else report.comparison(variant, good.name)
        status = status_of(report, row)
        scales = report.scale(good.name), report.scale(cost.name)
        written = [
            scale.estimate(one.value, one.ci_low, one.ci_high)
            for scale, one in zip(scales, (gain, spent), strict=True)
        ]
        spots.append(
            _Spot(
                variant,
                f"{names[variant]} · {status}",
                status,
                f"{label(variant)}: {written[0]}, {written[1]}",
                _ends("x", spent, scales[1].factor),
                _ends("y", gain, scales[0].factor),
            )
        )
    return spots


def _ends(axis: str, row: Estimate, factor: float) -> dict[str, float]:
    numbers = {axis: row.value, f"{axis}_low": row.ci_low, f"{axis}_high": row.ci_high}
    return finite(numbers, factor)


def _cost(spot: _Spot, cost: Metric) -> float:
    return -spot.x["x"] if cost.higher_is_better else spot.x["x"]


def _gain(spot: _Spot, good: Metric) -> float:
    return spot.y["y"] if good.higher_is_better else -spot.y["y"]


def _axes(report: Report, metrics: tuple[Metric, Metric], spots: list[_Spot]) -> tuple[Spec, Spec]:
    cost, good = metrics
    scales = report.scale(cost.name), report.scale(good.name)
    x_ends = [end for spot in spots for end in spot.x.values()]
    y_ends = [end for spot in spots for end in spot.y.values()]
    means = [spot.x["x"] for spot in spots]
    logged = min(x_ends) > 0 and max(means) >= _LOG_FROM * min(means)
    x = (log_value_axis if logged else value_axis)(cost, scales[0], x_ends)
    y = value_axis(good, scales[1], y_ends)
    log = ", log scale" if logged else ""
    x["title"] = hint(f"{label(cost.name)}: {value_words(cost, scales[0])}{log}", cost)
    y["title"] = hint(f"{label(good.name)}: {value_words(good, scales[1])}", good)
    return x, y


def _places(spots: list[_Spot], domain: list[float], height: float) -> list[float]:
    """Return where the names stand beside the plot: on the y axis, not over each other."""
    low, high = domain
    wanted = [(high - spot.y["y"]) / (high - low) * height for spot in spots]
    return [high - at / height * (high - low) for at in dodge(wanted, _LINE_HEIGHT)]


def _layers(x: Spec, y: Spec, plot: float, cost: Metric) -> list[Spec]:
    at_x, at_y = x | {"field": "x"}, y | {"field": "y"}
    grey = {"type": "rule", "color": SOFT, "strokeWidth": 1, "strokeDash": [1, 3]}
    name_y = y | {"field": "place"}
    step = "step-before" if cost.higher_is_better else "step-after"
    front = {"type": "line", "interpolate": step, "color": INK, "strokeWidth": 5, "opacity": 0.2}
    marks = {"shape": by_status("shape"), "fill": by_status("fill"), "stroke": by_status("tone")}
    return [
        {"mark": grey, "encoding": {"x": at_x, "x2": {"value": plot + 4}, "y": at_y}},
        {
            "mark": grey,
            "encoding": {"x": {"value": plot + 4}, "x2": {"value": plot + 20}}
            | {"y": at_y, "y2": {"field": "place"}},
        },
        {
            "transform": [{"filter": "datum.front"}],
            "mark": front,
            "encoding": {"x": at_x, "y": at_y, "order": {"field": "x", "type": "quantitative"}},
        },
        _bar({"x": x | {"field": "x_low"}, "x2": {"field": "x_high"}, "y": at_y}),
        _bar({"y": y | {"field": "y_low"}, "y2": {"field": "y_high"}, "x": at_x}),
        {
            "mark": {"type": "point", "size": 90, "strokeWidth": 1.5, "opacity": 1},
            "encoding": {"x": at_x, "y": at_y, **marks, "tooltip": tooltip()},
        },
        *(
            {
                "transform": [{"filter": test}],
                "mark": {"type": "text", "align": "left", "fontSize": 11, "fontWeight": weight},
                "encoding": {"x": {"value": plot + 24}, "y": name_y, "color": by_status("tone")}
                | {"text": {"field": "name", "type": "nominal"}},
            }
            for test, weight in (("datum.front", "bold"), ("!datum.front", "normal"))
        ),
    ]


def _bar(ends: Spec) -> Spec:
    mark = {"type": "rule", "strokeWidth": 1.5, "opacity": 0.7}
    return {"mark": mark, "encoding": {**ends, "color": by_status("tone")}}


def _gates(report: Report, metrics: tuple[Metric, Metric], axes: tuple[Spec, Spec]) -> list[Spec]:
    """Return the bounds that hold for every variant as dashed lines, where they are in view."""
    mark = {"type": "rule", "color": SOFT, "strokeWidth": 1.5, "strokeDash": [4, 3]}
    layers = []
    for metric, axis, channel in zip(metrics, axes, ("x", "y"), strict=True):
        marks = mean_gates(report, metric, report.scale(metric.name)).marks
        low, high = axis["scale"]["domain"]
        for at in dict.fromkeys(at for _, at in marks):
            everyone = sum(bound == at for _, bound in marks) >= len(report.variants)
            if everyone and low <= at <= high:
                layers.append(fixed(mark, {channel: axis | {"datum": at}}))
    return layers


def _title(report: Report, good: Metric, cost: Metric, spots: list[_Spot]) -> Spec:
    about = f"{label(good.name)} against {label(report.spec.baseline)}"
    notes = [
        "Broad line and bold: the Pareto front; no other variant is at least as good on both.",
        f"Crosses: {level_words(report)} intervals of the means. Words: {about}.",
    ]
    lines = [
        word
        for metric in (good, cost)
        for word in mean_gates(report, metric, report.scale(metric.name)).words
    ]
    if lines:
        notes.append(f"Dashed: {', '.join(lines)}.")
    shown = {spot.variant for spot in spots}
    absent = [label(variant) for variant in report.variants if variant not in shown]
    if absent:
        notes.append(f"Without a value of both: {', '.join(absent)}.")
    return {"text": f"{label(good.name)} against {label(cost.name)}", "subtitle": notes}
