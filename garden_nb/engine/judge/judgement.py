"""A judgement: the score and the explanation in what a judge said."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Judgement", "Scale", "read_judgement"]

_NUMBER = re.compile(r"[-+]?\d+(\.\d+)?")
_EXPLANATIONS = ("explanation", "reason", "reasoning", "rationale")
_SHOWN = 80

Scale = tuple[float, float]
"""The worst and the best score."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a judge said.

    Attributes:
        score: The score, or None where there is none that can be used.
        explanation: The judge's own words on it.
        fault: Why there is no score; empty where there is one.
    """

    score: float | None = None
    explanation: str = ""
    fault: str = ""


def read_judgement(text: str, scale: Scale, *, cut_off: bool = False) -> Judgement:
    r"""Return the judgement in a judge's answer; a missing one says why, and nothing is guessed.

    The score is the `score` of a JSON object, alone, fenced or inside prose. Several objects
    have to agree.

    Args:
        text: What the judge said.
        scale: The worst and the best score.
        cut_off: Whether the provider says that it was not finished.

    >>> read_judgement('```json\n{"score": 4, "explanation": "clear"}\n```', (1, 5))
    Judgement(score=4.0, explanation='clear', fault='')
    >>> read_judgement('I cannot say yes or no.', (0, 1)).fault
    "holds no score: 'I cannot say yes or no.'"
    """
    text = text.strip()
    if not text:
        return Judgement(fault="is empty")
    found = list(_objects(text))
    if not found and _NUMBER.fullmatch(text):
        found = [{"score": text}]
    if not found:
        broken = cut_off or "{" in text
        fault = "is cut off or broken" if broken else "holds no score"
        return Judgement(fault=f"{fault}: {_shown(text)}")
    read = [_read(one, scale) for one in found]
    if len({(one.score, one.fault) for one in read}) > 1:
        return Judgement(fault=f"holds several scores that differ: {_shown(text)}")
    return read[0]


def _objects(text: str) -> Iterator[Mapping[str, Any]]:
    """Yield the JSON objects in `text` that have a score, the outermost ones."""
    decoder = json.JSONDecoder(strict=False)
    start = text.find("{")
    while start >= 0:
        end = start + 1
        try:
            value, stop = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            pass
        else:
            if "score" in value:
                yield value
                end = stop
        start = text.find("{", end)


def _read(given: Mapping[str, Any], scale: Scale) -> Judgement:
    score = _number(given["score"])
    said = next((given[name] for name in _EXPLANATIONS if isinstance(given.get(name), str)), "")
    low, high = scale
    if score is None:
        return Judgement(explanation=said, fault=f"has {_shown(given['score'])} as score")
    if not low <= score <= high:
        fault = f"has the score {score:g}, which is not between {low:g} and {high:g}"
        return Judgement(explanation=said, fault=fault)
    return Judgement(score, said)


def _number(given: Any) -> float | None:
    if isinstance(given, bool):
        return None
    if isinstance(given, str):
        return float(given) if _NUMBER.fullmatch(given.strip()) else None
    if isinstance(given, int | float):
        return float(given) if abs(given) < 1e300 and math.isfinite(given) else None
    return None


def _shown(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 1]}…"
