"""Charts that differ in their rows only, laid over each other: drawn at once, then told apart."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from garden_nb.present.charts.canvas import Spec

__all__ = ["TAG", "overlay", "skeleton"]

TAG = "shown in "
"""What the description of a mark begins with; the indices of its charts follow."""

_NOT_DRAWN = "tooltip"


def skeleton(spec: Spec) -> str:
    """Return all of a chart but its rows and what they say: charts of one skeleton can be overlaid.

    Args:
        spec: Panels below each other, each with its rows and its layers.
    """
    panels = [panel | {"data": None} for panel in spec["vconcat"]]
    return json.dumps(spec | {"vconcat": panels, "description": None})


def overlay(specs: Sequence[Spec]) -> Spec:
    """Return one chart with the marks of several, each mark described by the charts that have it.

    What several charts have alike is drawn once. What is the same in all, such as axes and lines
    without rows, stands there undescribed.

    Args:
        specs: Charts of one skeleton, one at least.
    """
    first = specs[0]
    panels = [
        _overlaid(panel, [spec["vconcat"][at]["data"]["values"] for spec in specs])
        for at, panel in enumerate(first["vconcat"])
    ]
    return first | {"vconcat": panels, "description": ""}


def _overlaid(panel: Spec, rows_of: Sequence[Sequence[Spec]]) -> Spec:
    layers = [layer if "data" in layer else _with_rows(layer, rows_of) for layer in panel["layer"]]
    return {key: value for key, value in panel.items() if key != "data"} | {"layer": layers}


def _with_rows(layer: Spec, rows_of: Sequence[Sequence[Spec]]) -> Spec:
    """Return a layer with rows of its own: those of all charts, as far as it draws them."""
    encoding = {name: channel for name, channel in layer["encoding"].items() if name != _NOT_DRAWN}
    fields = set(_fields(encoding))
    charts: dict[str, list[int]] = {}
    for at, rows in enumerate(rows_of):
        for row in rows:
            drawn = json.dumps({name: row[name] for name in sorted(fields & row.keys())})
            charts.setdefault(drawn, []).append(at)
    values: list[dict[str, Any]] = [
        json.loads(drawn) | {"charts": TAG + " ".join(map(str, found))}
        for drawn, found in charts.items()
    ]
    encoding["description"] = {"field": "charts", "type": "nominal"}
    return layer | {"data": {"values": values}, "encoding": encoding}


def _fields(encoding: Spec) -> Iterator[str]:
    return (channel["field"] for channel in encoding.values() if "field" in channel)
