"""A scorer that compares sets of items."""

import json
from typing import Any

from garden_nb.core.digest import plain
from garden_nb.core.metrics import Kind, Metric
from garden_nb.engine.scorers.answer_text import answer_text
from garden_nb.engine.scorers.json_valid import parse_json
from garden_nb.engine.scorers.measured_as import measured_as

__all__ = ["set_f1"]


@measured_as(Metric("set_f1", Kind.BOUNDED, low=0.0, high=1.0))
def set_f1(
    output: Any, expected: Any, *, separator: str = ",", ignore_case: bool = False
) -> float | None:
    """Return the F1 of the items that output and expected answer share; None without one.

    Lists, and texts that are JSON lists, are items as they are; other text is split at the
    separator and at the ends of lines. Order and doubles do not count; two empty sets are equal.

    Args:
        output: The output.
        expected: The expected items.
        separator: What stands between items in a text.
        ignore_case: Whether upper and lower case are the same.

    >>> set_f1("red, blue", ["blue", "green", "red"]), set_f1("[]", [])
    (0.8, 1.0)
    """
    if plain(expected) is None:
        return None
    given, wanted = (_items(value, separator, ignore_case) for value in (output, expected))
    if not given and not wanted:
        return 1.0
    return 2 * len(given & wanted) / (len(given) + len(wanted))


def _items(value: Any, separator: str, ignore_case: bool) -> frozenset[str]:
    value = plain(value)
    if isinstance(value, str):
        try:
            found = parse_json(value, fenced=True)
        except ValueError:
            found = value
        value = found if isinstance(found, list) else value.replace("\n", separator)
    listed = value if isinstance(value, list) else answer_text(value).split(separator)
    texts = (_text(item) for item in listed)
    return frozenset(text.casefold() if ignore_case else text for text in texts if text)


def _text(item: Any) -> str:
    written = isinstance(item, list | dict)
    return json.dumps(item, sort_keys=True) if written else answer_text(item).strip()
