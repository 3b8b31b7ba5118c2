"""Excerpts: the part of a long text that is shown, and how much stands around it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Excerpt", "excerpt", "first_difference", "plain_text"]

_LEAD = 200
"""Characters shown before the first difference of two long texts."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A part of a text.

    Attributes:
        text: The part.
        before: Characters left out before it.
        after: Characters left out after it.
    """

    text: str
    before: int = 0
    after: int = 0


def plain_text(value: Any) -> str:
    """Return an output or an input as text: text as it is, named inputs in lines, else JSON.

    >>> print(plain_text({"city": "Rome", "days": [1, 2]}))
    city: Rome
    days: [1, 2]
    """
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return "\n".join(f"{key}: {_one_line(item)}" for key, item in value.items())
    return _one_line(value)


def _one_line(value: Any) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, default=str)


def excerpt(text: str, limit: int, start: int = 0) -> Excerpt:
    """Return at most `limit` characters of a text from `start` on."""
    part = text[start : start + limit]
    return Excerpt(part, min(start, len(text)), max(0, len(text) - start - limit))


def first_difference(left: str, right: str, limit: int) -> int:
    """Return where to start showing two texts, so that excerpts of `limit` characters differ.

    That is their beginning, unless they have so much in common that no difference would be seen;
    then some way before the first difference.
    """
    if len(left) <= limit and len(right) <= limit:
        return 0
    common, most = 0, min(len(left), len(right))
    while common < most:  # halving: slices are compared by the megabyte
        middle = (common + most + 1) // 2
        if left[common:middle] == right[common:middle]:
            common = middle
        else:
            most = middle - 1
    lead = min(_LEAD, limit // 4)
    return 0 if common + lead <= limit or left == right else common - lead
