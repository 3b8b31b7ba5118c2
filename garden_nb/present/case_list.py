"""A chosen few cases as HTML and as text: what a notebook keeps of the cases."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from garden_nb.present.brief_card import brief_card
from garden_nb.present.case_contract import CaseCard
from garden_nb.present.case_pair import CasePair
from garden_nb.present.case_row import case_row
from garden_nb.present.marks import MARKS
from garden_nb.present.words import sentence

__all__ = ["CASES_BUDGET", "CaseList"]

CASES_BUDGET = 30_000
"""The most bytes of HTML that a notebook keeps of the cases."""

_SIZES = ((10, 400), (10, 200), (8, 120), (5, 120), (3, 100), (2, 60), (1, 40))
"""How many cases are kept at most, and how long their texts are: the first that is in budget."""


@dataclass(frozen=True, slots=True)
class CaseList:
    """A chosen few cases.

    Attributes:
        title: What all the cases are, in one line.
        pairs: The cases to show, the most telling ones first.
        total: How many cases there are of which these are some.
        tag: What ties the list to a widget that takes its place; letters and digits.
    """

    title: str
    pairs: Sequence[CasePair]
    total: int
    tag: str = ""

    def to_html(self, budget: int = CASES_BUDGET) -> str:
        """Return an HTML fragment of at most `budget` bytes, if one case is not larger alone."""
        html = ""
        for count, limit in _SIZES:
            html = self._rendered([brief_card(pair, limit) for pair in self.pairs[:count]])
            if len(html.encode()) <= budget:
                break
        return html

    def to_text(self) -> str:
        """Return one line per case."""
        lines = [sentence(self.title)]
        for pair in self.pairs:
            row = case_row(pair)
            before, after = (mark["text"] for mark in row["marks"])
            facts = [row["id"], f"{row['word']}: {before} → {after}", row["question"]]
            lines.append("  ".join(fact for fact in facts if fact))
        return "\n".join([*lines, self._note(len(self.pairs))])

    def _rendered(self, cards: Sequence[CaseCard]) -> str:
        note, template = self._note(len(cards)), _environment().get_template("cases.html.j2")
        return template.render(title=sentence(self.title), cards=cards, note=note, tag=self.tag)

    def _note(self, shown: int) -> str:
        if shown == self.total:
            return "These are all."
        return f"{shown:,} of {self.total:,} cases; explore() in a live notebook shows the others."


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("garden_nb.present"), autoescape=True, undefined=StrictUndefined
    )
    environment.globals["marks"] = MARKS
    return environment
