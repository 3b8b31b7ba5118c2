"""Scorers that compare an output with the expected answer."""

from typing import Any

from garden_nb.core.digest import plain

__all__ = ["contains", "exact_match"]


def exact_match(output: Any, expected: Any) -> bool | None:
    r"""Return whether the output is the expected answer; None where there is none.

    Text counts without the white space around it, and case counts. A number and a text that
    spells it are the same, since columns of numbers often come as text or the other way round;
    lists and mappings are compared item by item.

    >>> exact_match(" 42\n", 42.0), exact_match("Paris", "paris"), exact_match("x", None)
    (True, False, None)
    """
    output, expected = plain(output), plain(expected)
    if expected is None:
        return None
    numbers = _number(output), _number(expected)
    if None not in numbers and not (isinstance(output, str) and isinstance(expected, str)):
        return numbers[0] == numbers[1]
    if isinstance(output, list | dict) or isinstance(expected, list | dict):
        return bool(output == expected)
    return str(output).strip() == str(expected).strip()


def contains(output: Any, expected: Any) -> bool | None:
    """Return whether the expected text is somewhere in the output; None where there is none.

    Case counts; white space around the expected text does not.

    >>> contains("It is Paris.", "Paris"), contains("It is Paris.", "")
    (True, None)
    """
    expected = plain(expected)
    wanted = "" if expected is None else str(expected).strip()
    return wanted in str(plain(output)) if wanted else None


def _number(value: Any) -> float | None:
    if isinstance(value, bool):
        return None
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return None
