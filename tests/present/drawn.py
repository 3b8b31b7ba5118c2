"""What a picture shows where: the boxes of its texts."""

import re
from dataclasses import dataclass
from itertools import combinations
from xml.etree import ElementTree as ET

_MOVE = re.compile(r"translate\(([-\d.]+),\s*([-\d.]+)\)")
_CHARACTER = 0.47
"""Width of a narrow character by the size of its font: boxes are rather too small than too wide."""


@dataclass(frozen=True)
class Text:
    """One text and its box, in pixels."""

    words: str
    left: float
    right: float
    top: float
    bottom: float

    def overlaps(self, other):
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


def texts_of(svg):
    """Return the upright texts of a picture, at their places."""
    return list(_texts(ET.fromstring(svg), 0.0, 0.0))  # noqa: S314  # written by the renderer


def words_of(svg):
    """Return every text of a picture."""
    root = ET.fromstring(svg)  # noqa: S314  # written by the renderer
    return [element.text for element in root.iter() if element.text]


def size_of(svg):
    """Return width and height of a picture, in pixels."""
    root = ET.fromstring(svg)  # noqa: S314  # written by the renderer
    return float(root.get("width")), float(root.get("height"))


def crowded(svg):
    """Return the pairs of texts that stand on each other."""
    texts = texts_of(svg)
    return [(a.words, b.words) for a, b in combinations(texts, 2) if a.overlaps(b)]


def _texts(element, x, y, inherited=("11", "start")):
    move = element.get("transform", "")
    if "rotate" in move or element.get("opacity") == "0":
        return
    for found in _MOVE.finditer(move):
        x, y = x + float(found[1]), y + float(found[2])
    if element.tag.endswith("text"):
        x, y = x + float(element.get("x", 0)), y + float(element.get("y", 0))
    size, anchor = inherited
    inherited = element.get("font-size", size), element.get("text-anchor", anchor)
    if element.tag.endswith("text") and element.text:
        size = float(inherited[0].removesuffix("px"))
        width = len(element.text) * size * _CHARACTER
        anchor = {"end": 1.0, "middle": 0.5}.get(inherited[1], 0.0)
        left = x - anchor * width
        yield Text(element.text, left, left + width, y - 0.7 * size, y + 0.1 * size)
    for child in element:
        yield from _texts(child, x, y, inherited)
