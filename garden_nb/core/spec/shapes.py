"""Shapes: what a value of a spec may be, said once for the parser and for the JSON schema."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from garden_nb.core.spec.cursor import Cursor, suggest
from garden_nb.core.spec.scalars import resolve
from garden_nb.core.template import template_faults

__all__ = [
    "REFUSED",
    "UNREADABLE",
    "Choice",
    "Number",
    "Shape",
    "Switch",
    "Template",
    "Text",
]

REFUSED = object()
"""What a shape returns for a value it has refused."""

UNREADABLE = "\0"
"""Stands for a template that could not be read, in drafts that never leave the parser."""


class Shape(Protocol):
    """What a value may be."""

    def read(self, at: Cursor) -> Any:
        """Return the value as the spec keeps it, or `REFUSED` after adding the problems."""

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the values that are read."""


@dataclass(frozen=True, slots=True)
class Text:
    """Text that is not blank.

    Attributes:
        pattern: A regular expression that the whole text fits.
        accepted: What that means, in words.
    """

    pattern: str = r"[\s\S]*\S[\s\S]*"
    accepted: str = "text"

    def read(self, at: Cursor) -> Any:
        """Return the text."""
        value = at.value
        if isinstance(value, str) and re.fullmatch(self.pattern, value):
            return value
        at.refuse_value(f"Accepted: {self.accepted}.{_in_quotes(value)}")
        return REFUSED

    def schema(self) -> dict[str, Any]:
        """Return the schema of matching text."""
        return {"type": "string", "pattern": f"^(?:{self.pattern})$"}


def _in_quotes(value: Any) -> str:
    if isinstance(value, bool | int | float):
        written = str(value).lower() if isinstance(value, bool) else value
        return f' Write it in quotes: "{written}".'
    if isinstance(value, dict) and len(value) == 1 and next(iter(value.values())) is None:
        return f' Write it in quotes: "{{{next(iter(value))}}}".'
    return ""


@dataclass(frozen=True, slots=True)
class Template:
    """Text with columns in braces."""

    text: Text = Text(accepted='text, with columns in braces such as "{question}"')

    def read(self, at: Cursor) -> Any:
        """Return the template; each unsound brace is a problem at its own place."""
        value = self.text.read(at)
        if value is REFUSED:
            return UNREADABLE
        for fault in template_faults(value):
            place = at.marks.inside(at.path, value, fault.offset, fault.token)
            at.findings.add(place, fault.what, fault.accepted)
        return value

    def schema(self) -> dict[str, Any]:
        """Return the schema of text."""
        return self.text.schema()


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    words: Sequence[str]

    def read(self, at: Cursor) -> Any:
        """Return the word."""
        if at.value in self.words:
            return at.value
        at.refuse_value(suggest(str(at.value), list(self.words)))
        return REFUSED

    def schema(self) -> dict[str, Any]:
        """Return the words."""
        return {"enum": list(self.words)}


@dataclass(frozen=True, slots=True)
class Number:
    """A number in bounds, which belong to it.

    Attributes:
        low: The lowest accepted.
        high: The highest accepted, or None.
        whole: Whether it has no fraction.
        positive: Whether 0 itself is refused.
        null: What null means, in words; empty where it means "not given".
    """

    low: float = 0
    high: float | None = None
    whole: bool = False
    positive: bool = False
    null: str = ""

    @property
    def accepted(self) -> str:
        """What is accepted, in words."""
        kind = "a whole number" if self.whole else "a number"
        bound = f"above {self.low:g}" if self.positive else f"from {self.low:g}"
        to = f" to {self.high:,}" if self.high is not None else ""
        end = "" if self.positive or self.high is not None else " up"
        return f"{kind} {bound}{end}{to}" + (f", or null for {self.null}" if self.null else "")

    def read(self, at: Cursor) -> Any:
        """Return the number, or None for null."""
        value = at.value
        if value is None and self.null:
            return None
        if _is_number(value, self.whole) and self._in_bounds(value):
            return value
        unquoted = resolve(value) if isinstance(value, str) else None
        hint = " Take the quotes off." if _is_number(unquoted, self.whole) else ""
        at.refuse_value(f"Accepted: {self.accepted}.{hint}")
        return REFUSED

    def _in_bounds(self, value: float) -> bool:
        above = value > self.low if self.positive else value >= self.low
        return above and (self.high is None or value <= self.high)

    def schema(self) -> dict[str, Any]:
        """Return the schema of the numbers in bounds."""
        kind = "integer" if self.whole else "number"
        schema: dict[str, Any] = {"type": [kind, "null"] if self.null else kind}
        schema["exclusiveMinimum" if self.positive else "minimum"] = self.low
        if self.high is not None:
            schema["maximum"] = self.high
        return schema


def _is_number(value: Any, whole: bool) -> bool:
    return isinstance(value, int if whole else int | float) and not isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class Switch:
    """True or false."""

    def read(self, at: Cursor) -> Any:
        """Return the truth value."""
        if isinstance(at.value, bool):
            return at.value
        words = ("yes", "no", "on", "off", "true", "false")
        spelt = isinstance(at.value, str) and at.value.lower() in words
        hint = " In YAML 1.2 and in quotes this is text." if spelt else ""
        at.refuse_value(f"Accepted: true or false.{hint}")
        return REFUSED

    def schema(self) -> dict[str, Any]:
        """Return the schema of a truth value."""
        return {"type": "boolean"}
