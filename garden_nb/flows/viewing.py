"""Looking at a report through a widget, where there is a notebook that shows some."""

from collections.abc import Callable
from typing import Any

from garden_nb.errors import InputError, Problem
from garden_nb.flows.report import Report

__all__ = ["use_viewer", "view_report"]

_viewer: list[Callable[[Report], Any]] = []


def use_viewer(viewer: Callable[[Report], Any] | None) -> None:
    """Let `viewer(report)` make the widgets of reports from now on; None for no widgets."""
    _viewer[:] = [] if viewer is None else [viewer]


def view_report(report: Report) -> Any:
    """Return a widget that shows `report`: a `ReportView`.

    Raises:
        InputError: There is no notebook to show it in.
    """
    if not _viewer:
        what = "a widget needs a notebook, and `%load_ext garden_nb` in it."
        hint = "Elsewhere: report.to_html(path) writes a page, report.to_text() returns text."
        raise InputError(Problem("view", what, hint))
    return _viewer[0](report)
