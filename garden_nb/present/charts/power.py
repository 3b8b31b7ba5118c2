"""Power: what another number of cases would show, one panel per contender."""

from collections.abc import Iterator

from garden_nb.analysis.comparison import Comparison
from garden_nb.analysis.numbers import format_count
from garden_nb.analysis.report import Report
from garden_nb.core.metrics import Metric
from garden_nb.errors import InputError, Problem
from garden_nb.present.axes import log_ticks, unit_words
from garden_nb.present.charts.canvas import WIDTH, Spec, canvas, fixed, short, told
from garden_nb.present.charts.chosen import success_of
from garden_nb.present.charts.grid import columns_of, grid, panel_title, panel_width
from garden_nb.present.charts.names import short_names
from garden_nb.present.charts.planned import Planned
from garden_nb.present.marks import INK, SOFT
from garden_nb.present.words import alpha_of, correction_words, label, level_words
from garden_nb.stats.pair_result import MIN_PAIRS

__all__ = ["power_spec"]

_HEIGHT = 156
_AXIS = 82
_LEAST_PLOT = 150
_POINTS = 33
_FEWER, _MORE = 4, 8
"""The axis goes from a quarter of the present cases to eight times as many."""


def power_spec(report: Report, *, metric: str | None = None, width: int = WIDTH) -> Spec:
    """Return the smallest difference shown against the number of cases, as Vega-Lite.

    Args:
        report: The report.
        metric: The success metric; the first by default.
        width: Pixels across.

    Raises:
        InputError: There is no such metric, or no comparison has a spread to plan with.
    """
    chosen = success_of(report, metric, "power")
    rows = [row for row in report.comparisons if row.metric == chosen.name and _usable(row)]
    if not rows:
        what = f"no contender has paired cases on {chosen.name} that differ at all."
        raise InputError(Problem("power", what, "Run a few cases first: their spread is needed."))
    inside = width - _AXIS
    columns = columns_of(len(rows), inside, _LEAST_PLOT)
    frame = _Frame(report, chosen, rows, panel_width(columns, inside))
    panels = [frame.panel(row, first=k % columns == 0) for k, row in enumerate(rows)]
    lines = [f"{label(row.variant)}, {frame.now(row)}" for row in rows]
    words = told(f"{label(chosen.name)}, the smallest difference that cases show", lines)
    return canvas(grid(panels, columns), _title(report, chosen), words)


def _usable(row: Comparison) -> bool:
    return row.n_pairs >= MIN_PAIRS and bool(row.se)


class _Frame:
    """What all panels share: axes and level."""

    def __init__(self, report: Report, metric: Metric, rows: list[Comparison], plot: float) -> None:
        self._report, self._metric, self._plot = report, metric, plot
        self._scale = report.scale(metric.name)
        self._names = short_names([row.variant for row in rows], int(plot / 7.2))
        self._curves = {row.variant: list(self._points(row)) for row in rows}
        sizes = [point["size"] for points in self._curves.values() for point in points]
        margin = report.spec.margin_of(metric)
        self._margin = None if margin is None else short(margin * self._scale.factor)
        self._x = _cases_axis(rows)
        self._y = self._size_axis([*sizes, self._margin or 0.0])

    def _points(self, row: Comparison) -> Iterator[Spec]:
        planned = Planned(row)
        for level, alpha in self._levels(row).items():
            for k in range(_POINTS):
                n = round(row.n_pairs / _FEWER * (_FEWER * _MORE) ** (k / (_POINTS - 1)))
                size = planned.shows(n, alpha) if n >= MIN_PAIRS else None
                if size is not None:
                    yield {"n": n, "size": short(size * self._scale.factor), "level": level}

    def _levels(self, row: Comparison) -> dict[str, float]:
        alpha = alpha_of(self._report)
        judged = {"verdict": row.tail} if row.tail and row.tail < alpha else {}
        return {"plain": alpha} | judged

    def _size_axis(self, sizes: list[float]) -> Spec:
        title = f"difference shown{unit_words(self._metric, self._scale)}"
        sign = "'$' + " if self._scale.prefix == "$" else ""
        return {
            "type": "quantitative",
            "title": title,
            "scale": {"domain": [0, max(sizes) * 1.02], "nice": False},
            "axis": {"grid": True, "tickCount": 5}
            | {"labelExpr": f"{sign}format(datum.value, ',.6~g')"},
        }

    def now(self, row: Comparison) -> str:
        """Return in words what the present cases show."""
        size = Planned(row).shows(row.n_pairs, row.tail or alpha_of(self._report))
        shown = "no difference" if size is None else self._scale.size(size)
        return f"{format_count(row.n_pairs, 'case')}: {shown}"

    def _notes(self, row: Comparison) -> list[str]:
        margin = self._report.spec.margin_of(self._metric)
        if margin is None:
            return [self.now(row)]
        needed = Planned(row).needed(margin, row.tail or alpha_of(self._report))
        count = "no number" if needed is None else f"about {_rounded(needed):,} cases"
        return [self.now(row), f"{count}: {self._scale.size(margin)}"]

    def panel(self, row: Comparison, *, first: bool) -> Spec:
        """Return one contender's panel; the first of each row has the title of the y axis."""
        y = self._y | ({} if first else {"title": None})
        y["axis"] = y["axis"] | {"labels": first}
        curve = {"x": self._x | {"field": "n"}, "y": y | {"field": "size"}}
        bound = {"type": "rule", "color": SOFT, "strokeDash": [4, 3]}
        dot = {"type": "point", "filled": True, "size": 60, "color": INK, "opacity": 1}
        told = {"tooltip": {"field": "words", "type": "nominal"}}
        return {
            "title": panel_title(self._names[row.variant], self._notes(row)),
            "width": self._plot,
            "height": _HEIGHT,
            "data": {"values": self._curves[row.variant]},
            "layer": [
                fixed({"type": "rule", "color": SOFT}, {"x": self._x | {"datum": row.n_pairs}}),
                *([fixed(bound, {"y": y | {"datum": self._margin}})] if self._margin else []),
                _line("verdict", 1.5, curve),
                _line("plain", 3, curve),
                {"data": {"values": self._here(row)}, "mark": dot, "encoding": curve | told},
            ],
        }

    def _here(self, row: Comparison) -> list[Spec]:
        """Return the points of the present cases."""
        sizes = [Planned(row).shows(row.n_pairs, alpha) for alpha in self._levels(row).values()]
        return [
            {"n": row.n_pairs, "size": short(size * self._scale.factor), "words": self.now(row)}
            for size in sizes
            if size is not None
        ]


def _rounded(count: int) -> int:
    """Return a count with two digits, rounded up: it is a plan, not a measurement."""
    unit = int(10 ** max(0, len(str(count)) - 2))
    return -(-count // unit) * unit


def _line(level: str, width: float, curve: Spec) -> Spec:
    mark = {"type": "line", "color": INK, "strokeWidth": width}
    filtered = {"transform": [{"filter": f"datum.level === '{level}'"}]}
    return filtered | {"mark": mark, "encoding": curve}


def _cases_axis(rows: list[Comparison]) -> Spec:
    low = min(row.n_pairs for row in rows) / _FEWER
    high = max(row.n_pairs for row in rows) * _MORE
    return {
        "type": "quantitative",
        "title": "cases, log scale",
        "scale": {"type": "log", "domain": [low, high], "nice": False},
        "axis": {"grid": True, "labelFlush": 18, "values": log_ticks(low, high)}
        | {"labelExpr": "format(datum.value, ',.6~g')"},
    }


def _title(report: Report, metric: Metric) -> Spec:
    notes = ["The smallest true difference that is shown 8 times in 10, by the number of cases."]
    how = f"Thick: at the plain {level_words(report)} level."
    if report.spec.adjust is not None and not report.interim:
        how += f" Thin: at the level of the verdict ({correction_words(report.spec.adjust)})."
    notes.append(f"{how} Upright line: the cases there are.")
    if report.spec.margin_of(metric) is not None:
        notes.append("Dashed: the margin.")
    return {"text": f"{label(metric.name)}: what more cases would show", "subtitle": notes}
