"""Scalars: what unquoted text means in YAML 1.2's core schema."""

import math
import re

__all__ = ["Scalar", "resolve", "scalar_fault"]

Scalar = str | int | float | bool | None

_FIXED: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_BASES = {"0o": 8, "0x": 16}
_INTEGER = re.compile(r"[-+]?[0-9]+")
_BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_DECIMAL = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_SPECIAL = re.compile(r"([-+]?)\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_LONGEST = 300


def resolve(text: str) -> Scalar:
    """Return what unquoted `text` means: null, a truth value, a number, else the text.

    `no`, `on`, `1_000`, `12:30` and `2024-01-01` are text, as YAML 1.2 says; so is a number of
    more than 300 digits.

    References:
        YAML 1.2.2, section 10.3.2, https://yaml.org/spec/1.2.2/#1032-tag-resolution

    >>> resolve("0o10"), resolve("010"), resolve("no"), resolve("1e3")
    (8, 10, 'no', 1000.0)
    """
    if text in _FIXED:
        return _FIXED[text]
    if len(text) > _LONGEST:
        return text
    if _INTEGER.fullmatch(text):
        return int(text)
    if _BASED.fullmatch(text):
        return int(text[2:], _BASES[text[:2]])
    if _DECIMAL.fullmatch(text):
        return float(text)
    if _SPECIAL.fullmatch(text):
        return float(text.replace(".", "", 1))
    return text


def scalar_fault(value: Scalar) -> tuple[str, str] | None:
    """Return why a scalar cannot be kept and what to write, or None where it can."""
    if isinstance(value, float) and not math.isfinite(value):
        return f"{value!r} is no finite number.", "Write a number, or null."
    if isinstance(value, str) and not value.isascii() and re.search("[\ud800-\udfff]", value):
        return "the text holds half of a surrogate pair.", "Write whole characters."
    return None
