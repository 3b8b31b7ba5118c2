"""The legend: the marks that a chart uses, each beside its word."""

from collections.abc import Iterable

from garden_nb.present.charts.canvas import Spec
from garden_nb.present.charts.rows import STATUSES, by_status
from garden_nb.present.marks import SOFT

__all__ = ["legend"]

_CHARACTER_WIDTH = 6.2
_MARK_WIDTH = 34.0


def legend(statuses: Iterable[str]) -> Spec:
    """Return a line of marks and words, of those statuses that there are."""
    found = set(statuses)
    values, at = [], 6.0
    for status in STATUSES:
        if status in found:
            values.append({"status": status, "at": at, "from": at + 10})
            at += _MARK_WIDTH + len(status) * _CHARACTER_WIDTH
    mark = {"type": "point", "size": 60, "strokeWidth": 1.5, "opacity": 1}
    inks = {"shape": by_status("shape"), "fill": by_status("fill"), "stroke": by_status("tone")}
    word = {"type": "text", "align": "left", "fontSize": 11, "color": SOFT}
    text = {"text": {"field": "status", "type": "nominal"}}
    return {
        "width": at,
        "height": 14,
        "data": {"values": values},
        "layer": [
            {"mark": mark, "encoding": {"x": _pixels("at"), "y": {"value": 7}, **inks}},
            {"mark": word, "encoding": {"x": _pixels("from"), "y": {"value": 7}, **text}},
        ],
    }


def _pixels(field: str) -> Spec:
    return {"field": field, "type": "quantitative", "scale": None, "axis": None}
