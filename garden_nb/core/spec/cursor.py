"""The cursor: one part of a spec's data, knowing where it stands."""

from dataclasses import dataclass
from typing import Any

from garden_nb.core.spec.findings import Findings
from garden_nb.core.spec.marks import Marks, Path
from garden_nb.errors import did_you_mean

__all__ = ["Cursor", "shown", "suggest"]

_LONGEST = 60
_FEW = 12
_LISTED = 24


@dataclass(frozen=True, slots=True)
class Cursor:
    """A part of plain data and its place.

    Attributes:
        value: The data.
        path: The keys and positions that lead to it.
        marks: Where everything stands.
        findings: Takes the problems.
    """

    value: Any
    path: Path
    marks: Marks
    findings: Findings

    def child(self, key: str | int) -> "Cursor":
        """Return the part at a key or position."""
        return Cursor(self.value[key], (*self.path, key), self.marks, self.findings)

    @property
    def name(self) -> str:
        """What the part is called in messages."""
        if not self.path:
            return "the spec"
        last = self.path[-1]
        if isinstance(last, str):
            return last
        around = self.path[-2] if len(self.path) > 1 else "the list"
        return f"item {last + 1} of {around}"

    def refuse(self, what: str, accepted: str = "") -> None:
        """Add a problem at the value."""
        self.findings.add(self.marks.value(self.path), what, accepted)

    def refuse_value(self, accepted: str) -> None:
        """Add the problem that the value is not what is accepted."""
        self.refuse(f"{self.name} is {shown(self.value)}.", accepted)

    def refuse_key(self, what: str, accepted: str = "") -> None:
        """Add a problem at the key."""
        self.findings.add(self.marks.key(self.path), what, accepted)


def shown(value: Any) -> str:
    """Return a value as a message shows it: short, and in YAML's words.

    >>> shown(True), shown("x"), shown([1])
    ('true', "'x'", 'a list')
    """
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict | list):
        kind = "mapping" if isinstance(value, dict) else "list"
        return f"a {kind}" if value else f"an empty {kind}"
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def suggest(given: str, accepted: list[str]) -> str:
    """Return the nearest spelling and what is accepted, of which a long list is cut."""
    whole = did_you_mean(given, accepted)
    near = whole.partition("Accepted:")[0].strip()
    if len(accepted) <= (_FEW if near else _LISTED):
        return whole
    if near:
        return near
    first = ", ".join(f'"{name}"' for name in accepted[:8])
    return f"Accepted: {first} and {len(accepted) - 8} more."
