"""A judgement: the score and the explanation in what a judge said."""

import json
import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["EXPLANATIONS", "Judgement", "Scale", "objects_with", "read_judgement", "shown"]

_NUMBER = re.compile(r"[-+]?\d+(\.\d+)?")
EXPLANATIONS = ("explanation", "reason", "reasoning", "rationale", "comment")
"""Keys under which judges give their words."""
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


def read_judgement(
    text: str, scale: Scale, *, cut_off: bool = False, keys: Sequence[str] = ("score",)
) -> Judgement:
    r"""Return the judgement in a judge's answer; a missing one says why, and nothing is guessed.

    The score is the `score` of a JSON object, alone, fenced or inside prose. Several objects
    have to agree.

    Args:
        text: What the judge said.
        scale: The worst and the best score.
        cut_off: Whether the provider says that it was not finished.
        keys: The keys under which the score may stand, the first one that is there.

    >>> read_judgement('```json\n{"score": 4, "explanation": "clear"}\n```', (1, 5))
    Judgement(score=4.0, explanation='clear', fault='')
    >>> read_judgement('I cannot say yes or no.', (0, 1)).fault
    "holds no score: 'I cannot say yes or no.'"
    """
    text = text.strip()
    if not text:
        return Judgement(fault="is empty")
    objects = objects_with(text, keys)
    found = [{**one, "score": next(one[key] for key in keys if key in one)} for one in objects]
    if not found and _NUMBER.fullmatch(text):
        found = [{"score": text}]
    if not found:
        broken = cut_off or "{" in text
        fault = "is cut off or broken" if broken else "holds no score"
        return Judgement(fault=f"{fault}: {shown(text)}")
    read = [_read(one, scale) for one in found]
    if len({(one.score, one.fault) for one in read}) > 1:
        return Judgement(fault=f"holds several scores that differ: {shown(text)}")
    return read[0]


def objects_with(text: str, keys: Collection[str]) -> Iterator[Mapping[str, Any]]:
    """Yield the JSON objects in `text` that have one of the keys, the outermost ones."""
    decoder = json.JSONDecoder(strict=False)
    start = text.find("{")
    while start >= 0:
        end = start + 1
        try:
            value, stop = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            pass
        else:
            if not value.keys().isdisjoint(keys):
                yield value
                end = stop
        start = text.find("{", end)


def _read(given: Mapping[str, Any], scale: Scale) -> Judgement:
    score = _number(given["score"])
    said = next((given[name] for name in EXPLANATIONS if isinstance(given.get(name), str)), "")
    low, high = scale
    if score is None:
        return Judgement(explanation=said, fault=f"has {shown(given['score'])} as score")
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


def shown(value: Any) -> str:
    """Return a value as a message shows it."""
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
