"""Charts as small SVG pictures, rendered offline."""

import json
import re
from collections import Counter
from functools import lru_cache
from typing import Any
from xml.etree import ElementTree as ET

__all__ = ["to_svg"]

_NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'
_LONG_NUMBER = re.compile(r"-?\d+\.\d{2,}")
_NOT_NEEDED = re.compile(r"class|role|aria-.*|pointer-events|version|\{.*")
_DEFAULTS = {
    ("opacity", "1"),
    ("transform", "translate(0,0)"),
    ("x2", "0"),
    ("y2", "0"),
    ("font-weight", "normal"),
    ("text-anchor", "start"),
}
_OF_TEXT = ("font-family", "font-size")
_INHERITED = ("fill", "stroke", "stroke-width", "stroke-dasharray", "text-anchor", "font-weight")
_ENDS = {"transform", "x2", "y2"}
_PLACE = re.compile(r"translate\((-?[\d.]+),(-?[\d.]+)\)")


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
    _share_fonts(root)
    for element in root.iter():
        _place_text(element)
        _join_lines(element)
        _share_inks(element)
    root.set("xmlns", "http://www.w3.org/2000/svg")
    return ET.tostring(root, encoding="unicode").replace(" />", "/>")


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


def _share_fonts(root: ET.Element) -> None:
    """Say the font that most texts have once, for all of them."""
    texts = list(root.iter("text"))
    for name in _OF_TEXT:
        values = Counter(text.get(name) for text in texts)
        common = next((value for value, _ in values.most_common(1) if value), None)
        if common is not None and None not in values:
            root.set(name, common)
            for text in texts:
                if text.get(name) == common:
                    del text.attrib[name]


def _place_text(element: ET.Element) -> None:
    """Place a text by its coordinates, which are shorter than a transform."""
    place = _PLACE.fullmatch(element.get("transform", ""))
    if element.tag == "text" and place and not {"x", "y"} & set(element.attrib):
        del element.attrib["transform"]
        element.attrib = {"x": place[1], "y": place[2], **element.attrib}


def _join_lines(group: ET.Element) -> None:
    """Draw lines that follow each other in the same ink as one path."""
    joined: list[ET.Element] = []
    for child in group:
        drawn = _as_path(child)
        before = joined[-1] if joined else None
        if drawn is None:
            joined.append(child)
        elif before is not None and before.tag == "path" and _inks(before) == _inks(drawn):
            before.set("d", f"{before.get('d')}{drawn.get('d')}")
        else:
            joined.append(drawn)
    group[:] = joined


def _as_path(line: ET.Element) -> ET.Element | None:
    """Return a line as a path, None where it is none."""
    place = _PLACE.fullmatch(line.get("transform", "translate(0,0)"))
    if line.tag != "line" or place is None or {"x1", "y1"} & set(line.attrib):
        return None
    across, down = line.get("x2", "0"), line.get("y2", "0")
    way = f"h{across}" if down == "0" else f"v{down}" if across == "0" else f"l{across},{down}"
    inks = {name: value for name, value in line.items() if name not in _ENDS}
    return ET.Element("path", {"d": f"M{place[1]},{place[2]}{way}", **inks})


def _inks(path: ET.Element) -> dict[str, str]:
    return {name: value for name, value in path.items() if name != "d"}


def _share_inks(group: ET.Element) -> None:
    """Say what all children of a group have in common once, where the group says nothing."""
    for name in _INHERITED:
        values = {child.get(name) for child in group}
        if len(group) > 1 and len(values) == 1 and None not in values and name not in group.attrib:
            group.set(name, values.pop() or "")
            for child in group:
                del child.attrib[name]


def _rounded(match: re.Match[str]) -> str:
    return f"{float(match[0]):.1f}".removesuffix(".0")
