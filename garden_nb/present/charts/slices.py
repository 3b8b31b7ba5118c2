"""Slices: the differences within each category, one panel per contender."""

from collections.abc import Sequence

from garden_nb.analysis.comparison import Comparison
from garden_nb.analysis.report import Report
from garden_nb.analysis.slices import MOST_SLICES, SMALL, Slice
from garden_nb.core.metrics import Metric
from garden_nb.errors import InputError, Problem
from garden_nb.present.axes import delta_axis, unit_words
from garden_nb.present.charts.canvas import WIDTH, Spec, canvas, finite, fixed, told
from garden_nb.present.charts.chosen import success_of
from garden_nb.present.charts.grid import columns_of, grid, panel_title, panel_width
from garden_nb.present.charts.legend import legend
from garden_nb.present.charts.names import short_names
from garden_nb.present.charts.rows import interval, name_axis, point, row_words, status_of
from garden_nb.present.marks import INK, OPEN, SOFT
from garden_nb.present.tables import verdict_interval
from garden_nb.present.words import direction_words, label

__all__ = ["slices_spec"]

_ROW_HEIGHT = 22
_PADDING = 32
_WIDE = 170
_ALL = "all cases"

_Row = tuple[str, int, Comparison]


def slices_spec(
    report: Report, slices: Sequence[Slice], *, metric: str | None = None, width: int = WIDTH
) -> Spec:
    """Return the differences within each category as a Vega-Lite specification.

    The first row of each panel is all cases together; the slices below are judged as a family of
    their own. Small ones are greyed, whatever they show.

    Args:
        report: The report.
        slices: Its slices, the largest first.
        metric: The success metric; the first by default.
        width: Pixels across, names included.

    Raises:
        InputError: There is no contender, no category or no such metric.
    """
    if not report.comparisons:
        raise InputError(Problem("slices", "there is no contender to plot."))
    if not slices:
        hint = 'Name a column: Garden(..., category="topic").'
        raise InputError(Problem("slices", "the cases have no category.", hint))
    chosen = success_of(report, metric, "slices")
    rows = {
        variant: _rows(report, slices, variant, chosen)
        for variant in report.variants
        if variant != report.spec.baseline
    }
    frame = _Frame(report, chosen, rows, width)
    panels = [frame.panel(k, variant) for k, variant in enumerate(rows)]
    marks = legend(status_of(report, row) for some in rows.values() for _, _, row in some)
    about = f"{label(chosen.name)} by category"
    lines = [
        f"{label(name)}, {row_words(report, row, chosen)}"
        for some in rows.values()
        for name, _, row in some
    ]
    words = told(f"{about}, differences to {label(report.spec.baseline)}", lines)
    content: Spec = {"vconcat": [marks, grid(panels, frame.columns)], "spacing": 14}
    return canvas(content, _title(report, rows, chosen, about), words)


def _rows(report: Report, slices: Sequence[Slice], variant: str, metric: Metric) -> list[_Row]:
    rows = [(_ALL, report.n_cases, report.comparison(variant, metric.name))]
    for part in slices:
        rows += [
            (part.category, part.n_cases, row)
            for row in part.comparisons
            if (row.variant, row.metric) == (variant, metric.name)
        ]
    return rows


class _Frame:
    """What all panels share: the axes, and which of them stand side by side."""

    def __init__(
        self, report: Report, metric: Metric, rows: dict[str, list[_Row]], width: int
    ) -> None:
        self._report, self._metric, self._all = report, metric, rows
        self._scale = report.scale(metric.name)
        names = short_names([category for category, _, _ in next(iter(rows.values()))][1:], 22)
        self._names = [_ALL, *names.values()]
        self._sizes = [n for _, n, _ in next(iter(rows.values()))]
        axis = name_axis(self._labels)["axis"]
        inside = width - _PADDING - axis["minExtent"]
        self.columns = columns_of(len(rows), inside)
        self._plot = panel_width(self.columns, inside)
        self._shown = short_names(rows, max(12, int(self._plot / 7.2)))

    @property
    def _labels(self) -> list[str]:
        return [f"{name} ({n:,})" for name, n in zip(self._names, self._sizes, strict=True)]

    def panel(self, place: int, variant: str) -> Spec:
        """Return one contender's panel; the first of each row has the names of the slices."""
        x, y = self._x(), name_axis(self._labels)
        y["axis"] = y["axis"] | {"labelColor": self._inks()} if place % self.columns == 0 else None
        lines = [
            interval(y, x, ("adj_low", "adj_high"), 1.5),
            interval(y, x, ("low", "high"), 4),
            point(y, x, "delta", size=60),
        ]
        faded = {"condition": {"test": "datum.small", "value": 0.4}, "value": 1}
        for line in lines:
            line["encoding"]["opacity"] = faded
        zero = fixed({"type": "rule", "color": SOFT}, {"x": x | {"datum": 0}})
        return {
            "title": panel_title(self._shown[variant]),
            "width": self._plot,
            "height": {"step": _ROW_HEIGHT},
            "data": {"values": self._data(variant)},
            "layer": [zero, *lines],
        }

    def _data(self, variant: str) -> list[Spec]:
        return [
            {"name": name, "small": n < SMALL}
            | {"status": status_of(self._report, row)}
            | {"words": f"{name} · {row_words(self._report, row, self._metric)}"}
            | self._values(row)
            for name, (_, n, row) in zip(self._labels, self._all[variant], strict=True)
        ]

    def _values(self, row: Comparison) -> dict[str, float]:
        low, high = verdict_interval(row)
        numbers = {"delta": row.delta, "low": row.ci_low, "high": row.ci_high}
        return finite(numbers | {"adj_low": low, "adj_high": high}, self._scale.factor)

    def _x(self) -> Spec:
        """Return the axis that all panels share, so that they can be compared by eye."""
        rows = [row for rows in self._all.values() for _, _, row in rows]
        ends = [end for row in rows for end in self._values(row).values()]
        x = delta_axis(self._metric, self._scale, ends)
        x["axis"]["tickCount"] = 3 if self._plot < _WIDE else 6
        if self._plot < _WIDE:
            x["title"] = f"delta{unit_words(self._metric, self._scale)}"
        return x

    def _inks(self) -> Spec:
        """Return the ink of each name: all cases, large slices, then the small ones greyed."""
        n_large = sum(n >= SMALL for n in self._sizes[1:])
        at = (n_large + 0.5) / max(1, len(self._sizes) - 1)
        return {"condition": {"test": f"datum.index > {at:.6f}", "value": OPEN}, "value": INK}


def _title(report: Report, rows: dict[str, list[_Row]], metric: Metric, about: str) -> Spec:
    found = [row for some in rows.values() for row in some]
    notes = [
        f"Differences to {label(report.spec.baseline)}, {direction_words(metric)}.",
        "In brackets: cases. The slices are a family of their own.",
    ]
    if any(n < SMALL for _, n, _ in found):
        notes[1] += f" Grey: fewer than {SMALL} cases, a first impression."
    if len(next(iter(rows.values()))) > MOST_SLICES:
        notes.append(f"Shown are the {MOST_SLICES} largest categories at most.")
    return {"text": about, "subtitle": notes}
