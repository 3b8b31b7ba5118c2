"""Composite shapes: lists, records with known keys, and mappings with free ones."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from garden_nb.core.secret_names import is_secret
from garden_nb.core.spec.cursor import Cursor, shown, suggest
from garden_nb.core.spec.shapes import REFUSED, Shape

__all__ = ["Entries", "Field", "Listed", "OneOrMore", "Record", "Settings"]


@dataclass(frozen=True, slots=True)
class Listed:
    """A list of values of one shape.

    Attributes:
        item: The shape of each.
        example: How a list is written, for people who forgot the brackets.
        least: How many there must be.
        blank: What stands for a refused value, so that the others keep their positions.
    """

    item: Shape
    example: str
    least: int = 0
    blank: Any = None

    def read(self, at: Cursor) -> Any:
        """Return the values as a tuple, with `blank` for those that are refused."""
        if not isinstance(at.value, list) or len(at.value) < self.least:
            at.refuse_value(f"Accepted: a list, such as {self.example}.")
            return REFUSED
        items = (self.item.read(at.child(i)) for i in range(len(at.value)))
        return tuple(self.blank if item is REFUSED else item for item in items)

    def schema(self) -> dict[str, Any]:
        """Return the schema of the list."""
        least = {"minItems": self.least} if self.least else {}
        return {"type": "array", "items": self.item.schema()} | least


@dataclass(frozen=True, slots=True)
class OneOrMore:
    """One value, or a list of values of the same shape."""

    several: Listed

    def read(self, at: Cursor) -> Any:
        """Return the values as a tuple."""
        if isinstance(at.value, list):
            return self.several.read(at)
        value = self.several.item.read(at)
        return value if value is REFUSED else (value,)

    def schema(self) -> dict[str, Any]:
        """Return the schema of one or a list."""
        return {"anyOf": [self.several.item.schema(), self.several.schema()]}


@dataclass(frozen=True, slots=True)
class Field:
    """One key of a record.

    Attributes:
        shape: What its value may be.
        about: One line for people and editors.
        required: Whether it must be there.
    """

    shape: Shape
    about: str
    required: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """A mapping with known keys.

    Attributes:
        fields: The keys, by name.
        elsewhere: What to do about keys that people look for here, by name.
        example: How one is written.
    """

    fields: Mapping[str, Field]
    example: str
    elsewhere: Mapping[str, str] = field(default_factory=dict)

    def read(self, at: Cursor) -> Any:
        """Return the values by key, without those that are absent, null or refused."""
        values = self.read_present(at)
        if values is REFUSED:
            return values
        misspelt = {_nearest(key, self.fields) for key in at.value if key not in self.fields}
        for key, known in self.fields.items():
            if known.required and at.value.get(key) is None and key not in misspelt:
                place = at.marks.key((*at.path, key))
                at.findings.add(place, f"there is no {key!r}.", f"Write {self.example}.")
        return values

    def read_present(self, at: Cursor) -> Any:
        """Return the values by key, whatever keys are missing."""
        if not isinstance(at.value, dict):
            at.refuse_value(f"Accepted: a mapping, such as {self.example}.")
            return REFUSED
        values = {}
        for key in at.value:
            part = at.child(key)
            if key not in self.fields:
                self._refuse(key, part)
            elif part.value is not None or _reads_null(self.fields[key].shape):
                value = self.fields[key].shape.read(part)
                if value is not REFUSED:
                    values[key] = value
        return values

    def _refuse(self, key: str, part: Cursor) -> None:
        near = _nearest(key, [*self.fields, *self.elsewhere])
        if key in self.elsewhere:
            hint = self.elsewhere[key]
        elif is_secret(key):
            hint = SECRET_HINT
        elif near in self.elsewhere:
            hint = f'Did you mean "{near}"? {self.elsewhere[near]}'
        else:
            hint = suggest(key, list(self.fields))
        part.refuse_key(f"unknown key {shown(key)}.", hint)

    def schema(self) -> dict[str, Any]:
        """Return the schema of the mapping."""
        properties = {
            key: {"description": known.about} | known.shape.schema()
            for key, known in self.fields.items()
        }
        schema = {"type": "object", "properties": properties, "additionalProperties": False}
        required = [key for key, known in self.fields.items() if known.required]
        return schema | ({"required": required} if required else {})


def _nearest(key: str, names: Iterable[str]) -> str:
    return next(iter(get_close_matches(key, list(names), n=1)), "")


def _reads_null(shape: Shape) -> bool:
    return bool(getattr(shape, "null", ""))


@dataclass(frozen=True, slots=True)
class Entries:
    """A mapping with free keys and values of one shape.

    Attributes:
        item: The shape of the values.
        example: How one is written.
        least: How many there must be.
    """

    item: Shape
    example: str
    least: int = 0

    def read(self, at: Cursor) -> Any:
        """Return the values by key, without those that are refused."""
        if not isinstance(at.value, dict) or len(at.value) < self.least:
            at.refuse_value(f"Accepted: a mapping, such as {self.example}.")
            return REFUSED
        values = {}
        for key in at.value:
            part = at.child(key)
            sound = re.fullmatch(_LABEL, key)
            if not sound:
                part.refuse_key(
                    f"the name {shown(key)} is blank or has odd spaces.",
                    "Accepted: a line of text.",
                )
            value = self.item.read(part)
            if sound and value is not REFUSED:
                values[key] = value
        return values

    def schema(self) -> dict[str, Any]:
        """Return the schema of the mapping."""
        schema: dict[str, Any] = {
            "type": "object",
            "additionalProperties": self.item.schema(),
            "propertyNames": {"pattern": f"^(?:{_LABEL})$"},
        }
        return schema | ({"minProperties": self.least} if self.least else {})


_LABEL = r"\S(?:.*\S)?"
"""One line without spaces around it."""

SECRET_HINT = "Keys do not belong in a cell: set the provider's environment variable."


@dataclass(frozen=True, slots=True)
class Settings:
    """A mapping that is passed on as it stands, without secrets.

    Attributes:
        example: How one is written.
        elsewhere: Where the keys belong that are refused here, by name.
    """

    example: str
    elsewhere: Mapping[str, str] = field(default_factory=dict)

    def read(self, at: Cursor) -> Any:
        """Return the mapping."""
        if not isinstance(at.value, dict):
            at.refuse_value(f"Accepted: a mapping, such as {self.example}.")
            return REFUSED
        sound = True
        for key in at.value:
            if key in self.elsewhere:
                at.child(key).refuse_key(f"{key!r} does not stand here.", self.elsewhere[key])
                sound = False
        return at.value if _without_secrets(at) and sound else REFUSED

    def schema(self) -> dict[str, Any]:
        """Return the schema of the mapping."""
        schema: dict[str, Any] = {"type": "object"}
        return schema | (
            {"properties": dict.fromkeys(self.elsewhere, False)} if self.elsewhere else {}
        )


def _without_secrets(at: Cursor) -> bool:
    sound = True
    parts = at.value if isinstance(at.value, dict) else range(len(at.value))
    for key in parts:
        part = at.child(key)
        if isinstance(part.value, dict | list):
            sound = _without_secrets(part) and sound
        elif isinstance(key, str) and isinstance(part.value, str) and is_secret(key):
            part.refuse_key(f"{key!r} holds a secret.", SECRET_HINT)
            sound = False
    return sound
