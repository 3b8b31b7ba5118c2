"""Failure modes that need no model: what an output or a failure says of itself."""

import json
import re
from typing import Any

from garden_nb.core.records import Record

__all__ = ["RULED_MODES", "failure_rule"]

RULED_MODES = {
    "timeout": "There was no answer in time.",
    "empty": "The answer is empty.",
    "refusal": "The model refuses to answer.",
    "malformed": "The answer breaks off or is broken JSON.",
}
"""The modes that are found by rule, beside `error.<kind>` for what an agent raised."""

_REFUSAL = re.compile(
    r"\s*(?:i['’]?m |i am )?(?:very |really |truly )?(?:sorry|afraid)\b[^.!?\n]{0,40}?"
    r"\b(?:can(?:no|['’])t|can not|unable|won['’]?t)\b"
    r"|\s*i (?:can(?:no|['’])t|can not|am unable to|['’]m unable to|won['’]t)"
    r" (?:help|assist|answer|comply|do that|provide|fulfill|engage)"
    r"|\s*as an ai\b[^.!?\n]{0,60}\b(?:can(?:no|['’])t|unable|not able)\b",
    re.IGNORECASE,
)
_OPENS_JSON = re.compile(r"\s*(?:```(?:json)?\s*)?[{\[]")
_FENCE = re.compile(r"\s*```(?:json)?\s*\n?(.*?)\n?\s*```\s*", re.DOTALL | re.IGNORECASE)
_FORMATS = ("json_valid", "json_schema")


def failure_rule(record: Record) -> str | None:
    """Return the failure mode that needs no model, or None where there is none.

    A trial that failed is a `timeout`, `empty`, `malformed` or `error.<kind>`. An answer is
    `empty` without a character, a `refusal` where the provider marks it or it begins like one,
    and `malformed` where it was cut off, is broken JSON, or a scorer of JSON says so.
    """
    if record.failure is not None:
        kind = record.failure.kind
        if kind.lower() in {"timeout", "timeouterror"}:
            return "timeout"
        if kind == "empty":
            return "empty"
        return "malformed" if kind in {"malformed", "not_an_answer"} else f"error.{kind}"
    if record.output is None:
        return None
    value, detail = record.output.value, record.output.detail
    if value in ("", [], {}) or (isinstance(value, str) and not value.strip()):
        return "empty"
    if detail.get("refusal") or (isinstance(value, str) and _REFUSAL.match(value)):
        return "refusal"
    if detail.get("finish_reason") == "length" or _broken_json(value) or _misses_format(record):
        return "malformed"
    return None


def _broken_json(value: Any) -> bool:
    if not isinstance(value, str) or not _OPENS_JSON.match(value):
        return False
    fence = _FENCE.fullmatch(value)
    text = fence[1] if fence else value
    opens, closes = text.strip()[:1], text.strip()[-1:]
    if opens + closes not in {"{}", "[]"} and not text.lstrip().startswith(('{"', "[{", '["')):
        return False  # prose that begins with a bracket
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return True
    return False


def _misses_format(record: Record) -> bool:
    scores = (record.scores.get(name) for name in _FORMATS)
    return any(score is not None and score.value == 0.0 for score in scores)
