"""Marks: where each part of a spec stands, in the user's words."""

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

__all__ = ["Mark", "Marks", "Path", "Place"]

Path = tuple[str | int, ...]
"""Keys and positions from the top of a spec to one of its parts."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the user's words.

    Attributes:
        text: `cell:4:12`, or the dotted path of a mapping's part.
        order: Line and column, by which problems are sorted; all alike in a mapping.
    """

    text: str
    order: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Mark:
    """Where one part stands in a text, as offsets; all 0 in a mapping.

    Attributes:
        key: The start of its key, or of itself in a list.
        value: The start of its value.
        start: The start of what the value is written as; elsewhere than `value` for an alias.
        end: The end of that.
    """

    key: int = 0
    value: int = 0
    start: int = 0
    end: int = 0


@dataclass(frozen=True)
class Marks:
    """Where the parts of a spec stand.

    Attributes:
        source: What the text is called: `cell`, or a file's name.
        text: The text, or None where the spec came as a mapping.
        first_line: The number of the text's first line.
        marks: The mark of each part of the text.
    """

    source: str = "cell"
    text: str | None = None
    first_line: int = 1
    marks: Mapping[Path, Mark] = field(default_factory=dict)

    def key(self, path: Path) -> Place:
        """Return the place of a part's key; of the nearest part that has one where it is absent."""
        return self._place(path, lambda mark: mark.key)

    def value(self, path: Path) -> Place:
        """Return the place of a part's value, or of the nearest part around it."""
        return self._place(path, lambda mark: mark.value)

    def inside(self, path: Path, value: str, offset: int, token: str) -> Place:
        """Return the place of `token`, which stands at `offset` of a text value.

        Where the text is written in a way that hides it (escapes), the place is the value's.
        """
        mark = self.marks.get(path)
        if self.text is None or mark is None:
            return self.value(path)
        at = mark.start
        for _ in range(value.count(token, 0, offset) + 1):
            at = self.text.find(token, at, mark.end) + 1
            if not at:
                return self.value(path)
        return self.at(at - 1)

    def at(self, offset: int) -> Place:
        """Return the place of an offset of the text."""
        index = bisect_right(self._line_starts, offset) - 1
        line, column = index + self.first_line, offset - self._line_starts[index] + 1
        return Place(f"{self.source}:{line}:{column}", (line, column))

    def _place(self, path: Path, offset: Callable[[Mark], int]) -> Place:
        around = path
        while self.marks and around and around not in self.marks:
            around = around[:-1]
        if self.text is None:
            return Place(dotted(around) or "spec")
        mark = self.marks.get(around)
        return self.at(offset(mark) if mark else 0)

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", self.text or ""))]


def dotted(path: Path) -> str:
    """Return a path as people write it.

    >>> dotted(("variants", "gpt-4.1", "messages", 0))
    'variants["gpt-4.1"].messages[0]'
    """
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        elif re.fullmatch(r"[\w-]+", part):
            text += f".{part}" if text else part
        else:
            text += f'["{part}"]'
    return text
