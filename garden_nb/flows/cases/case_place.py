"""Where somebody is among the cases that were found."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

__all__ = ["CasePlace"]


@dataclass(frozen=True, slots=True)
class CasePlace:
    """A page, and the case on it that is shown in full.

    Attributes:
        page: The page, from 1.
        page_size: Cases per page.
        selected: The position of the case shown in full; None for the first of the page.
        repeat: Which of its repeats is shown, from 0; None for the one that tells it best.
    """

    page: int = 1
    page_size: int = 20
    selected: int | None = None
    repeat: int | None = None

    def settled(self, found: Sequence[int]) -> "CasePlace":
        """Return the place that there is: the page of the selected case where that was found."""
        if self.selected is not None and self.selected in found:
            return replace(self, page=found.index(self.selected) // self.page_size + 1)
        page = min(max(1, self.page), self.pages(found))
        first = (page - 1) * self.page_size
        return CasePlace(page, self.page_size, found[first] if found else None)

    def shown(self, found: Sequence[int]) -> Sequence[int]:
        """Return the cases of the page."""
        return found[(self.page - 1) * self.page_size : self.page * self.page_size]

    def pages(self, found: Sequence[int]) -> int:
        """Return how many pages there are, at least one."""
        return max(1, -(-len(found) // self.page_size))
