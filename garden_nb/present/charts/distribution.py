"""The distribution of a score, each contender's over the baseline's."""

from dataclasses import dataclass

import numpy as np

from garden_nb.analysis.matrix import Matrix
from garden_nb.analysis.report import Report
from garden_nb.analysis.table import FloatArray
from garden_nb.core.metrics import Metric
from garden_nb.errors import InputError, Problem
from garden_nb.present.axes import hint, log_ticks, plain_labels, unit_words
from garden_nb.present.charts.bins import Bins
from garden_nb.present.charts.canvas import WIDTH, Spec, canvas, fixed, short, told
from garden_nb.present.charts.grid import columns_of, grid, panel_title, panel_width
from garden_nb.present.charts.names import short_names
from garden_nb.present.charts.rows import by_status, status_of
from garden_nb.present.marks import INK
from garden_nb.present.words import label

__all__ = ["distribution_spec"]

_HEIGHT = 120
_AXIS = 82
_LEAST_PLOT = 150


def distribution_spec(report: Report, matrix: Matrix, *, width: int = WIDTH) -> Spec:
    """Return how each contender's case scores are spread, over the baseline's, as Vega-Lite.

    Filled bars are the contender, outlines the baseline, both on the cases that have a value on
    both sides; upright lines are the two means.

    Args:
        report: The report.
        matrix: The values of one metric by case and variant, under the report's policy.
        width: Pixels across.

    Raises:
        InputError: There is no contender with a case that both have a value of.
    """
    metric = matrix.metric
    base = matrix.values[:, report.variants.index(report.spec.baseline)]
    shifts = [
        _Shift(variant, base[paired], values[paired])
        for j, variant in enumerate(report.variants)
        for values in [matrix.values[:, j]]
        if variant != report.spec.baseline and (paired := ~np.isnan(base + values)).any()
    ]
    if not shifts:
        what = f"no contender has a case with a value of {metric.name} on both sides."
        raise InputError(Problem("distribution", what, "Compare two variants at least."))
    inside = width - _AXIS
    columns = columns_of(len(shifts), inside, _LEAST_PLOT)
    frame = _Frame(report, metric, shifts, panel_width(columns, inside))
    panels = [frame.panel(shift, first=k % columns == 0) for k, shift in enumerate(shifts)]
    words = told(f"{label(metric.name)} by case", [frame.words(shift) for shift in shifts])
    return canvas(grid(panels, columns), _title(report, metric), words)


@dataclass(frozen=True, slots=True)
class _Shift:
    """The case scores of one contender and of the baseline, on the same cases."""

    variant: str
    base: FloatArray
    values: FloatArray


class _Frame:
    """What all panels share: bins and axes."""

    def __init__(self, report: Report, metric: Metric, shifts: list[_Shift], plot: float) -> None:
        self._report, self._metric, self._plot = report, metric, plot
        self._scale = report.scale(metric.name)
        self._names = short_names([shift.variant for shift in shifts], int(plot / 7.2))
        every = np.concatenate([side for shift in shifts for side in (shift.base, shift.values)])
        self._bins = Bins.of(metric, every)
        self._bars = {shift.variant: self._data(shift) for shift in shifts}
        self._tallest = max(
            share
            for bars in self._bars.values()
            for bar in bars
            for share in (bar["share"], bar["base"])
        )

    def _status(self, variant: str) -> str:
        return status_of(self._report, self._report.comparison(variant, self._metric.name))

    def _data(self, shift: _Shift) -> list[Spec]:
        shares, base = self._bins.shares(shift.values), self._bins.shares(shift.base)
        factor = self._scale.factor
        status = self._status(shift.variant)
        return [
            {"from": short(low * factor), "to": short(high * factor), "status": status}
            | {"share": short(100 * share), "base": short(100 * of_base), "zero": 0}
            | {"words": f"{share:.1%}, baseline {of_base:.1%}"}
            for (low, high), share, of_base in zip(self._bins.bars, shares, base, strict=True)
        ]

    def words(self, shift: _Shift) -> str:
        """Return in words how a contender's cases moved."""
        return f"{label(shift.variant)}, {' '.join(self._notes(shift))}"

    def _notes(self, shift: _Shift) -> list[str]:
        higher = int((shift.values > shift.base).sum())
        lower = int((shift.values < shift.base).sum())
        n = shift.base.size
        return [
            f"{self._status(shift.variant)}, {n:,} cases:",
            f"{higher:,} higher, {lower:,} lower",
        ]

    def panel(self, shift: _Shift, *, first: bool) -> Spec:
        """Return one contender's panel; the first of each row has the title of the y axis."""
        x, y = self._x(), self._y(first=first)
        ends = {"x": x | {"field": "from"}, "x2": {"field": "to"}, "y2": {"field": "zero"}}
        told = {"tooltip": {"field": "words", "type": "nominal"}}
        tone = {"color": by_status("tone")}
        outline = {"type": "rect", "filled": False, "stroke": INK, "strokeWidth": 1.2, "opacity": 1}
        means = self._means(shift)
        upright = {"type": "rule", "strokeWidth": 2}
        return {
            "title": panel_title(self._names[shift.variant], self._notes(shift)),
            "width": self._plot,
            "height": _HEIGHT,
            "data": {"values": self._bars[shift.variant]},
            "layer": [
                {"mark": {"type": "rect", "opacity": 0.45}}
                | {"encoding": ends | {"y": y | {"field": "share"}} | tone | told},
                {"mark": outline, "encoding": ends | {"y": y | {"field": "base"}} | told},
                fixed(
                    upright | {"color": INK, "strokeDash": [4, 3]}, {"x": x | {"datum": means[0]}}
                ),
                {
                    "data": {"values": [{"mean": means[1], "status": self._status(shift.variant)}]},
                    "mark": upright,
                    "encoding": {"x": x | {"field": "mean"}} | tone,
                },
            ],
        }

    def _means(self, shift: _Shift) -> tuple[float, float]:
        factor = self._scale.factor
        return short(float(shift.base.mean()) * factor), short(float(shift.values.mean()) * factor)

    def _x(self) -> Spec:
        factor = self._scale.factor
        low, high = self._bins.edges[0] * factor, self._bins.edges[-1] * factor
        unit = ", %" if self._scale.share else unit_words(self._metric, self._scale)
        axis: Spec = {
            "grid": False,
            "tickCount": 5,
            "labelFlush": 18,
            "labelExpr": plain_labels(self._scale),
        }
        if self._bins.levels is not None:
            axis["values"] = [level * factor for level in self._bins.levels]
        elif self._bins.logged:
            axis["values"] = log_ticks(low, high)
        return {
            "type": "quantitative",
            "title": hint(
                f"score{unit}" if not self._metric.unit else f"per case{unit}", self._metric
            ),
            "scale": {"domain": [low, high], "nice": False, "zero": False}
            | ({"type": "log"} if self._bins.logged else {}),
            "axis": axis,
        }

    def _y(self, *, first: bool) -> Spec:
        return {
            "type": "quantitative",
            "title": "cases, %" if first else None,
            "scale": {"domain": [0, self._tallest * 1.05], "nice": False},
            "axis": {"grid": True, "tickCount": 4, "labels": first},
        }


def _title(report: Report, metric: Metric) -> Spec:
    base = label(report.spec.baseline)
    notes = [
        f"Filled: each contender. Outlined: {base} on the same cases.",
        "Upright lines: the means, dashed that of the baseline.",
    ]
    return {"text": f"{label(metric.name)}: how case scores moved", "subtitle": notes}
