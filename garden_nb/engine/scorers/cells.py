"""What a scorer returned, as scores."""

import math
from collections.abc import Mapping
from typing import Any

from garden_nb.core.records import Score
from garden_nb.engine.foreign import amount, known_usage

__all__ = ["to_scores"]


def to_scores(returned: Any) -> dict[str, Score]:
    """Return what a scorer returned, by part; a single value is the part "".

    A truth value or a number is a value. None, NaN, infinities and anything else are missing,
    with the reason.
    """
    if isinstance(returned, Mapping):
        if not returned:
            return {"": Score(None, "the scorer returned an empty mapping")}
        return {str(name): _to_score(value) for name, value in returned.items()}
    return {"": _to_score(returned)}


def _to_score(value: Any) -> Score:
    if isinstance(value, Score):
        return _known(value)
    if getattr(value, "ndim", None) == 0 and hasattr(value, "item"):  # NumPy scalars
        value = value.item()
    if value is None:
        return Score(None, "the scorer returned None")
    if isinstance(value, bool):
        return Score(float(value), binary=True)
    if isinstance(value, str | bytes | complex):
        return Score(None, _refusal(value))
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return Score(None, _refusal(value))
    return Score(number) if math.isfinite(number) else Score(None, _refusal(number))


def _known(score: Score) -> Score:
    """Return a score in Python's own types, such as the journal holds; what was paid stays."""
    usage = None if score.usage is None else known_usage(score.usage)
    reason, binary = str(score.reason or ""), bool(score.binary)
    if score.value is None:
        return Score(None, reason, binary, usage)
    number = amount(score.value)
    if number is None:
        return Score(None, _refusal(score.value), binary, usage)
    return Score(number, reason, binary, usage)


def _refusal(value: Any) -> str:
    shown = repr(value) if isinstance(value, str | int | float | complex) else ""
    shown = shown if len(shown) <= 60 else f"{shown[:59]}…"
    return f"the scorer returned {shown or type(value).__name__}, which is not a number"
