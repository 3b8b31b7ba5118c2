"""Looking at the cases behind a report: in a notebook with widgets, or as a chosen few."""

from collections.abc import Callable
from typing import Any, Protocol

from garden_nb.flows.cases.chosen_cases import ChosenCases
from garden_nb.flows.report import Report

__all__ = ["Explored", "explore", "use_explorer"]

Opener = Callable[..., Any]

_opener: list[Opener] = []


class Explored(Protocol):
    """What has a report: a garden, or a run in the background."""

    def report(self) -> Report:
        """Return the report of what there is so far."""


def use_explorer(opener: Opener | None) -> None:
    """Let `opener(report, **choices)` show cases from now on; None goes back to a chosen few."""
    _opener[:] = [] if opener is None else [opener]


def explore(target: Report | Explored, **choices: Any) -> Any:
    """Return what shows the cases behind a report; nothing is run.

    In a live notebook that is a `CaseExplorer`, elsewhere `ChosenCases`.

    Args:
        target: A report, or what has one; a report is followed where it is changed later.
        **choices: What to begin with: `baseline`, `contender`, `metric`, `kind`, `slice`,
            `failure`, `query`; in a live notebook also `page`, `page_size`, `selected`, `repeat`.

    Raises:
        InputError: Some choice is not one of those that there are, or there is nothing to compare.
    """
    report = target if isinstance(target, Report) else target.report()
    opener: Opener = _opener[0] if _opener else ChosenCases.of
    return opener(report, **choices)
