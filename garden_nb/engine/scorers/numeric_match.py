"""A scorer that compares numbers."""

import math
import re
from typing import Any

from garden_nb.core.digest import plain
from garden_nb.core.records import Score
from garden_nb.engine.scorers.answer_text import answer_text

__all__ = ["numeric_match"]

_NUMBER = re.compile(
    r"(?<![\w.])[-+−]?(?:(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?"
)


def numeric_match(
    output: Any, expected: Any, *, tolerance: float = 0.0, relative: float = 0.0
) -> bool | Score:
    """Return whether the output's number is the expected one; missing where that is no number.

    In a text the last number counts, since answers end with their result: "3 + 4 is 7." is 7.
    Commas between groups of three digits are part of the number.

    Args:
        output: The output, a number or a text.
        expected: The expected number, or a text with one.
        tolerance: The largest difference that counts as none.
        relative: The same as a share of the expected number; the larger of the two counts.

    >>> numeric_match("That makes $1,234.50.", 1234.5), numeric_match("about 3.1", "3.14")
    (True, False)
    >>> numeric_match("about 3.1", 3.14, tolerance=0.05)
    True
    """
    wanted = _number(expected)
    if wanted is None:
        return Score(None, f"the expected answer is no number: {answer_text(expected)[:60]!r}")
    given = _number(output)
    if given is None:
        return False
    # Ten digits agree, whatever the tolerance: 0.1 + 0.2 is 0.3.
    slack = max(tolerance, relative * abs(wanted))
    close = math.isclose(given, wanted, rel_tol=1e-10, abs_tol=1e-12)
    return close or abs(given - wanted) <= slack * (1 + 1e-10)


def _number(value: Any) -> float | None:
    value = plain(value)
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return _finite(value)
    found = _NUMBER.findall(answer_text(value))
    return _finite(found[-1].replace(",", "").replace("−", "-")) if found else None


def _finite(value: Any) -> float | None:
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None
