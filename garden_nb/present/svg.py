"""Charts as small SVG pictures, rendered offline."""

import json
import re
from functools import lru_cache
from typing import Any
from xml.etree import ElementTree as ET

__all__ = ["to_svg"]

_NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'
_LONG_NUMBER = re.compile(r"-?\d+\.\d{2,}")
_NOT_NEEDED = re.compile(r"class|role|aria-.*|pointer-events|version|\{.*")
_DEFAULTS = {("opacity", "1"), ("transform", "translate(0,0)"), ("x2", "0"), ("y2", "0")}


def to_svg(chart: Any) -> str:
    """Return a chart as an SVG picture: no scripts, no addresses, no more than it shows.

    The first call of a process starts the renderer, which takes about a second.

    Args:
        chart: A Vega-Lite specification, or an Altair chart.
    """
    spec = chart if isinstance(chart, dict) else chart.to_dict(validate=False)
    return _rendered(json.dumps(spec))


@lru_cache(maxsize=512)
def _rendered(spec: str) -> str:
    """Render each specification once: other gates, say, change no plot."""
    import vl_convert  # noqa: PLC0415  # starts a renderer

    return _small(vl_convert.vegalite_to_svg(spec))


def _small(svg: str) -> str:
    """Strip what a picture does not show: half of what Vega writes is for other uses."""
    root = ET.fromstring(svg.replace(_NAMESPACE, "", 1))  # noqa: S314  # written by the renderer
    _strip(root)
    root.set("xmlns", "http://www.w3.org/2000/svg")
    return ET.tostring(root, encoding="unicode")


def _strip(element: ET.Element) -> None:
    for name, value in list(element.attrib.items()):
        if _NOT_NEEDED.fullmatch(name) or (name, value) in _DEFAULTS:
            del element.attrib[name]
        else:
            element.set(name, _LONG_NUMBER.sub(_rounded, value))
    children: list[ET.Element] = []
    for child in element:
        hidden = child.get("class") in {"background", "foreground"}
        if hidden and child.get("fill") is None and child.get("stroke") is None:
            continue
        _strip(child)
        if child.tag != "g":
            children.append(child)
        elif not child.attrib:
            children.extend(child)
        elif len(child):
            children.append(child)
    element[:] = children


def _rounded(match: re.Match[str]) -> str:
    return f"{float(match[0]):.1f}".removesuffix(".0")
