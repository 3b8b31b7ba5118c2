"""Grids: one small panel per contender, all on the same axes."""

from collections.abc import Sequence

from garden_nb.present.charts.canvas import Spec

__all__ = ["columns_of", "grid", "panel_title", "panel_width"]

_GAP = 24
_LEAST_PANEL = 110
_MOST_PANEL = 420


def columns_of(n_panels: int, width: float, least: float = _LEAST_PANEL) -> int:
    """Return how many panels stand side by side, in rows as even as can be.

    Args:
        n_panels: Panels.
        width: Pixels for all of them.
        least: The least width of a plot.
    """
    most = max(1, int((width + _GAP) // (least + _GAP)))
    lines = -(-n_panels // most)
    return -(-n_panels // lines)


def panel_width(columns: int, width: float) -> float:
    """Return the width of the plot in each panel."""
    return min(_MOST_PANEL, max(_LEAST_PANEL, int((width - (columns - 1) * _GAP) / columns)))


def grid(panels: Sequence[Spec], columns: int) -> Spec:
    """Return panels in rows, their plots aligned."""
    spacing = {"row": 14, "column": _GAP}
    return {"concat": list(panels), "columns": columns, "align": "each", "spacing": spacing}


def panel_title(text: str, notes: Sequence[str] = ()) -> Spec:
    """Return the title of one panel, smaller than the chart's."""
    title: Spec = {"text": text, "fontSize": 12, "frame": "group"}
    return title | ({"subtitle": list(notes)} if notes else {})
