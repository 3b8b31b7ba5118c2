"""The chosen few: how cases show themselves where there are no widgets, and in saved notebooks."""

from typing import Any

from garden_nb.analysis.flips import FlipKind
from garden_nb.analysis.matrix import Policy
from garden_nb.flows.cases.case_choice import CaseChoice
from garden_nb.flows.cases.case_table import CaseTable
from garden_nb.flows.cases.case_view import counts_line
from garden_nb.flows.cases.few import few
from garden_nb.flows.cases.read_choice import read_choice
from garden_nb.flows.report import Report
from garden_nb.present.case_list import CaseList

__all__ = ["ChosenCases"]

_MOST = 10


class ChosenCases:
    """The first cases of a choice, for people to look at: flips first, the largest before others.

    Args:
        table: The cases.
        choice: Which of them.

    Attributes:
        table: The cases.
        choice: Which of them.
    """

    def __init__(self, table: CaseTable, choice: CaseChoice) -> None:
        self.table, self.choice = table, choice

    @classmethod
    def of(cls, report: Report, **choices: Any) -> "ChosenCases":
        """Return the chosen cases behind a report.

        Raises:
            InputError: Some choice is not one of those that there are.
        """
        table = report.case_table()
        start = table.choice(report.baseline, Policy(report.on_error, report.missing))
        return cls(table, read_choice(table, start, choices))

    def listed(self, tag: str = "") -> CaseList:
        """Return the first cases with their texts.

        Args:
            tag: What ties the list to a widget that takes its place.
        """
        if self.choice.kind in {FlipKind.DIFFER, FlipKind.SAME}:
            self.table.compare_outputs(self.choice)
        search = self.table.search(self.choice)
        search.advance()
        chosen = few(search.found, self.table.flips(self.choice), _MOST)
        pairs = [self.table.pair_with_texts(at, self.choice) for at in chosen]
        return CaseList(counts_line(self.table, self.choice), pairs, len(search.found), tag)

    def to_text(self) -> str:
        """Return one line per case."""
        return self.listed().to_text()

    def __str__(self) -> str:
        """Return one line per case."""
        return self.to_text()

    def __repr__(self) -> str:
        """Return how the cases fare on one line."""
        return f"<ChosenCases: {counts_line(self.table, self.choice)}>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        listed = self.listed()
        return {"text/html": listed.to_html(), "text/plain": listed.to_text()}
