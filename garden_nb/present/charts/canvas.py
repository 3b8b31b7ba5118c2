"""The canvas of every chart: inks, fonts, titles, and the room that text takes."""

import math
from collections.abc import Iterable, Mapping
from typing import Any

from garden_nb.present.marks import INK, LINE, PAPER, SOFT

__all__ = ["WIDTH", "Spec", "canvas", "finite", "fixed", "room_for", "short", "told"]

Spec = dict[str, Any]

WIDTH = 600
"""Pixels across a chart where nobody asks for more: a narrow notebook, a phone held sideways."""

_CHARACTER_WIDTH = 6.8
_READ = 12
_AXIS: Spec = {
    "labelColor": SOFT,
    "titleColor": SOFT,
    "gridColor": LINE,
    "labelFontSize": 11,
    "titleFontSize": 11,
    "titleFontWeight": "normal",
    "domain": False,
    "ticks": False,
    "labelPadding": 6,
    "labelSeparation": 8,
    "titlePadding": 4,
}
_TITLE: Spec = {
    "anchor": "start",
    "frame": "bounds",
    "fontSize": 13,
    "color": INK,
    "subtitleFontSize": 11,
    "subtitleColor": SOFT,
    "subtitlePadding": 4,
    "offset": 6,
}


def canvas(content: Spec, title: str | Spec, words: str) -> Spec:
    """Return a whole chart.

    Args:
        content: Its views.
        title: Its title, or one with a subtitle.
        words: What it shows, in words, for those who do not see it.
    """
    return {
        **content,
        "title": title,
        "description": words,
        "background": PAPER,
        "padding": {"left": 8, "top": 8, "right": 24, "bottom": 8},
        "config": {
            "font": "system-ui, sans-serif",
            "view": {"stroke": None},
            "axis": _AXIS,
            "title": _TITLE,
        },
    }


def told(about: str, lines: Iterable[str]) -> str:
    """Return what a chart shows, in words: what it is about, and its rows as far as one reads."""
    shown = list(lines)
    more = f"; and {len(shown) - _READ:,} more" if len(shown) > _READ else ""
    return f"{about}: {'; '.join(shown[:_READ])}{more}."


def fixed(mark: Spec, encoding: Spec) -> Spec:
    """Return a layer that is drawn once, not once per row."""
    return {"data": {"values": [{}]}, "mark": mark, "encoding": encoding}


def room_for(longest: int) -> float:
    """Return a width that fits so many characters in any font: the renderer knows its own only."""
    return round(longest * _CHARACTER_WIDTH + 8)


def short(number: float) -> float:
    """Five digits are more than a plot can show."""
    return float(f"{number:.5g}")


def finite(numbers: Mapping[str, float | None], factor: float = 1.0) -> dict[str, float]:
    """Return the numbers that can be drawn, in the unit that is written."""
    return {
        key: short(number * factor)
        for key, number in numbers.items()
        if number is not None and math.isfinite(number)
    }
