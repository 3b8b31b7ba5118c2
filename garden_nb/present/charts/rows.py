"""Rows: one variant a line, its interval, its point in the mark of its status, its word."""

from collections.abc import Sequence

from garden_nb.analysis.comparison import Comparison
from garden_nb.analysis.numbers import format_ratio
from garden_nb.analysis.report import Report
from garden_nb.core.metrics import Metric, Role
from garden_nb.present.charts.canvas import Spec, room_for
from garden_nb.present.marks import INK, OPEN, PAPER, SHAPES, TONES
from garden_nb.present.tables import shown_status, verdict_interval
from garden_nb.present.words import label

__all__ = [
    "ROW_HEIGHT",
    "STATUSES",
    "by_status",
    "interval",
    "name_axis",
    "point",
    "row_words",
    "status_of",
    "words",
]

ROW_HEIGHT = 26
_NO_VERDICT = "no verdict yet"
_BASELINE = "baseline"
STATUSES = [*SHAPES, _NO_VERDICT, _BASELINE]
_HOLLOW = {"unclear", "no data", _NO_VERDICT}
_INKS = {**TONES, _NO_VERDICT: OPEN, _BASELINE: INK}
_RANGES: dict[str, list[str]] = {
    "tone": [_INKS[status] for status in STATUSES],
    "fill": [PAPER if status in _HOLLOW else _INKS[status] for status in STATUSES],
    "shape": [SHAPES.get(status, "circle") for status in STATUSES],
}


def status_of(report: Report, row: Comparison | None) -> str:
    """Return the word beside a row; the baseline has no comparison."""
    return _BASELINE if row is None else shown_status(report, row) or _NO_VERDICT


def row_words(report: Report, row: Comparison, metric: Metric) -> str:
    """Return one row in words, with the numbers as tables have them."""
    if row.ratio is not None and metric.role is Role.GUARDRAIL:
        number = format_ratio(row.ratio, row.ratio_low, row.ratio_high)
    else:
        number = report.scale(metric.name).interval(row.delta, *verdict_interval(row))
    return f"{label(row.variant)}: {number}, {status_of(report, row)}"


def by_status(what: str) -> Spec:
    """Return a channel that is decided by the field `status`.

    Args:
        what: `tone`, `fill` or `shape`.
    """
    scale = {"domain": STATUSES, "range": _RANGES[what]}
    return {"field": "status", "type": "nominal", "legend": None, "scale": scale}


def name_axis(names: Sequence[str]) -> Spec:
    """Return the y channel of rows that are told apart by the field `name`."""
    extent = room_for(max(map(len, names)))
    axis = {"labelColor": INK, "labelLimit": 0, "minExtent": extent, "maxExtent": extent}
    return {"field": "name", "type": "nominal", "sort": list(names), "title": None, "axis": axis}


def interval(y: Spec, x: Spec, ends: tuple[str, str], width: float) -> Spec:
    """Return a line between two fields."""
    low, high = ends
    return {
        "mark": {"type": "rule", "strokeWidth": width},
        "encoding": {"y": y, "x": x | {"field": low}, "x2": {"field": high}}
        | {"color": by_status("tone"), "tooltip": tooltip()},
    }


def point(y: Spec, x: Spec, field: str, *, size: int = 80) -> Spec:
    """Return a point at a field, in the mark of its status; `size` is in square pixels."""
    return {
        "mark": {"type": "point", "size": size, "strokeWidth": 1.5, "opacity": 1},
        "encoding": {"y": y, "x": x | {"field": field}, "shape": by_status("shape")}
        | {"fill": by_status("fill"), "stroke": by_status("tone"), "tooltip": tooltip()},
    }


def words(y: Spec, field: str, at: float, *, tone: bool = True) -> Spec:
    """Return a column of text right of the plot.

    Args:
        y: The rows.
        field: The text; right-aligned where it is a number.
        at: Pixels from the left end of the plot.
        tone: Whether the text has the ink of its status and is bold.
    """
    mark: Spec = {"type": "text", "fontSize": 11, "align": "left" if tone else "right"}
    mark |= {"fontWeight": "bold"} if tone else {"color": INK}
    encoding = {"y": y, "x": {"value": at}, "text": {"field": field, "type": "nominal"}}
    return {"mark": mark, "encoding": encoding | ({"color": by_status("tone")} if tone else {})}


def tooltip() -> Spec:
    """Return the channel of what a pointer on a mark reads."""
    return {"field": "words", "type": "nominal"}
