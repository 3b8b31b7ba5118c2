"""What others' objects say: exceptions, answers and counts, none of which may break a run."""

import math
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from garden_nb.core.records import Usage

__all__ = ["amount", "attribute", "entries", "guarded", "known_usage", "text_of_error", "whole"]

T = TypeVar("T")
_LARGEST = 2**53
"""Up to here a whole number is the same in the journal, in JSON and as a float."""


def guarded(read: Callable[[], T]) -> T | None:
    """Return what foreign code returns; None where it raises anything, be it `SystemExit`."""
    try:
        return read()
    except BaseException:  # noqa: BLE001  # a property may even call sys.exit
        return None


def attribute(source: Any, name: str) -> Any:
    """Return an attribute; None where there is none, or where reading it raises."""
    return guarded(lambda: getattr(source, name, None))


def entries(mapping: Any) -> dict[str, Any]:
    """Return a mapping by name in lower case; empty where it is none or cannot be read."""
    if not isinstance(mapping, Mapping):
        return {}
    return guarded(lambda: {str(name).lower(): value for name, value in mapping.items()}) or {}


def text_of_error(error: BaseException) -> str:
    """Return the text of an exception, or that it has none."""
    try:
        return str(error)
    except BaseException as broken:  # noqa: BLE001  # its own code may be broken, too
        return f"(no text: its __str__ raised {type(broken).__name__})"


def whole(value: Any) -> int | None:
    """Return a count as a number that the journal holds; None where it is no such number.

    >>> whole(3), whole(3.0), whole("many"), whole(2**63)
    (3, 3, None, None)
    """
    number = None if isinstance(value, str | bytes) else guarded(lambda: int(value))
    return number if number is not None and abs(number) <= _LARGEST else None


def amount(value: Any) -> float | None:
    """Return a price; one that is not a finite number is unknown, never zero.

    >>> amount(0.5), amount(float("nan")), amount(10**400), amount("free")
    (0.5, None, None, None)
    """
    number = None if isinstance(value, str | bytes) else guarded(lambda: float(value))
    return number if number is not None and math.isfinite(number) else None


def known_usage(usage: Any) -> Usage:
    """Return a usage in Python's own numbers, such as the journal holds; others are unknown."""
    return Usage(
        input_tokens=whole(attribute(usage, "input_tokens")),
        output_tokens=whole(attribute(usage, "output_tokens")),
        cached_tokens=whole(attribute(usage, "cached_tokens")),
        cost_usd=amount(attribute(usage, "cost_usd")),
        steps=whole(attribute(usage, "steps")),
    )
