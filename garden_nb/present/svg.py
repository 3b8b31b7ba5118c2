"""Charts as small SVG pictures, rendered offline."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any
from xml.etree import ElementTree as ET

from garden_nb.present.charts.overlay import TAG, overlay

__all__ = ["to_svg", "to_svgs"]

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
_STEP = re.compile(r"([MLZ])(?:(-?[\d.]+),(-?[\d.]+))?")
_OUTLINE = re.compile(rf"(?:{_STEP.pattern})+")


def to_svg(chart: Any) -> str:
    """Return a chart as an SVG picture: no scripts, no addresses, no more than it shows.

    The first call of a process starts the renderer, which takes about a second.

    Args:
        chart: A Vega-Lite specification, or an Altair chart.
    """
    spec = chart if isinstance(chart, dict) else chart.to_dict(validate=False)
    return _rendered(json.dumps(spec))


def to_svgs(specs: Sequence[dict[str, Any]]) -> list[str]:
    """Return charts of one skeleton as pictures, drawn at once: each further one costs little.

    Args:
        specs: Charts that `overlay` takes, one at least.
    """
    if len(specs) == 1:
        return [to_svg(specs[0])]
    return list(_rendered_together(json.dumps(overlay(specs)), len(specs)))


@lru_cache(maxsize=512)
def _rendered(spec: str) -> str:
    """Render each specification once: other gates, say, change no plot."""
    return _small(_drawn(spec))


@lru_cache(maxsize=128)
def _rendered_together(spec: str, count: int) -> tuple[str, ...]:
    drawn = ET.tostring(_drawn(spec))
    return tuple(_small(_only(ET.fromstring(drawn), chart)) for chart in range(count))  # noqa: S314


def _drawn(spec: str) -> ET.Element:
    import vl_convert  # noqa: PLC0415  # starts a renderer

    svg = vl_convert.vegalite_to_svg(spec)
    return ET.fromstring(svg.replace(_NAMESPACE, "", 1))  # noqa: S314  # written by the renderer


def _only(root: ET.Element, chart: int) -> ET.Element:
    """Leave one of several charts, and what all of them have."""
    for parent in root.iter():
        parent[:] = [child for child in parent if _is_in(child, str(chart))]
    return root


def _is_in(element: ET.Element, chart: str) -> bool:
    words = element.get("aria-label", "")
    return not words.startswith(TAG) or chart in words.removeprefix(TAG).split(" ")


def _small(root: ET.Element) -> str:
    """Strip what a picture does not show: half of what Vega writes is for other uses."""
    _strip(root)
    _share_fonts(root)
    for element in root.iter():
        _place_text(element)
        _join_lines(element)
        _share_inks(element)
    for element in list(root.iter()):
        _gather_texts(element)
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


def _as_path(drawn: ET.Element) -> ET.Element | None:
    """Return a line or an outline as a path that is placed by its own start, None for others."""
    place = _PLACE.fullmatch(drawn.get("transform", "translate(0,0)"))
    if place is None:
        return None
    inks = {name: value for name, value in drawn.items() if name not in _ENDS}
    if drawn.tag == "path" and _OUTLINE.fullmatch(drawn.get("d", "")):
        return ET.Element(
            "path", {**inks, "d": _moved(inks["d"], float(place[1]), float(place[2]))}
        )
    if drawn.tag != "line" or {"x1", "y1"} & set(drawn.attrib):
        return None
    across, down = drawn.get("x2", "0"), drawn.get("y2", "0")
    start = f"M{place[1]},{place[2]}"
    return ET.Element("path", {"d": f"{start}{_way(across, down)}", **inks})


def _way(across: str, down: str) -> str:
    return f"h{across}" if down == "0" else f"v{down}" if across == "0" else f"l{across},{down}"


def _moved(outline: str, right: float, down: float) -> str:
    """Return an outline of straight lines in another place, each point by its way from the last."""
    moved, at = "", (0.0, 0.0)
    for step, x, y in _STEP.findall(outline):
        to = (float(x), float(y)) if x else at
        across, along = (_short(to[axis] - at[axis]) for axis in (0, 1))
        if step == "M":
            moved += f"M{_short(to[0] + right)},{_short(to[1] + down)}"
        elif step == "L":
            moved += _way(across, along)
        else:
            moved += "z"
        at = to
    return moved


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


def _gather_texts(group: ET.Element) -> None:
    """Put texts that follow each other in the same ink into a group that says it once."""
    if group.tag == "text":
        return
    children: list[ET.Element] = []
    for look, run in groupby(group, key=_look_of_text):
        texts = list(run)
        if look and len(texts) > 1 and len(texts) < len(group):
            shared = ET.Element("g", dict(look))
            for text in texts:
                text.attrib = {k: v for k, v in text.items() if k not in _INHERITED}
            shared.extend(texts)
            children.append(shared)
        else:
            children.extend(texts)
    group[:] = children


def _look_of_text(element: ET.Element) -> tuple[tuple[str, str], ...]:
    if element.tag != "text" or "transform" in element.attrib:
        return ()
    return tuple((name, value) for name, value in element.items() if name in _INHERITED)


def _short(number: float) -> str:
    text = f"{number:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _rounded(match: re.Match[str]) -> str:
    return _short(float(match[0]))
