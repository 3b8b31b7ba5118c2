"""Somebody's way through the cases: what is chosen, what was found so far, what is shown."""

from typing import Any

from garden_nb.analysis.flips import FlipKind
from garden_nb.flows.cases.case_choice import CaseChoice
from garden_nb.flows.cases.case_place import CasePlace
from garden_nb.flows.cases.case_search import CaseSearch
from garden_nb.flows.cases.case_table import CaseTable
from garden_nb.flows.cases.case_view import case_view

__all__ = ["CaseBrowser"]


class CaseBrowser:
    """What is chosen among cases, and what there is to see of it.

    Choosing and looking are quick. What has to read many outputs, searching them or telling which
    are equal, is done by `advance`, which may be called from another thread.

    Args:
        table: The cases.

    Attributes:
        table: The cases.
        choice: What is chosen.
        place: Where among the cases found.
    """

    def __init__(self, table: CaseTable, choice: CaseChoice) -> None:
        self.table, self.choice = table, choice
        self.place = CasePlace()
        self._search: CaseSearch | None = None
        self.choose(choice, self.place)

    def choose(self, choice: CaseChoice, place: CasePlace) -> None:
        """Choose other cases, or another place among them."""
        if choice != self.choice or self._search is None:
            self.choice = choice
            self._search = None if self._waits(choice) else self.table.search(choice)
        self.place = place

    def _waits(self, choice: CaseChoice) -> bool:
        told_apart = choice.kind in {FlipKind.DIFFER, FlipKind.SAME}
        return told_apart and not self.table.compared(choice)

    @property
    def settled(self) -> bool:
        """Whether nothing is left to read for what is chosen."""
        searched = self._search is not None and self._search.done
        return searched and self.table.compared(self.choice)

    def search(self, seconds: float) -> None:
        """Search for so many seconds, where text is searched."""
        if self._search is not None:
            self._search.advance(seconds)

    def advance(self, seconds: float) -> None:
        """Do the next of what is left to read; searching stops after so many seconds."""
        choice, search = self.choice, self._search
        if search is not None and not search.done:
            search.advance(seconds)
            return
        self.table.compare_outputs(choice)
        if search is None and choice == self.choice:
            self._search = self.table.search(choice)

    def view(self) -> dict[str, Any]:
        """Return what to show, and settle on a place among what was found so far."""
        search = self._search or CaseSearch([0], iter(()))
        self.place = self.place.settled(search.found)
        return case_view(self.table, self.choice, search, self.place)
