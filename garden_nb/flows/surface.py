"""Where a run and its report show themselves: text by default, a notebook when one is there."""

import sys
from typing import Protocol

from garden_nb.engine.runner import Run
from garden_nb.flows.report import Report

__all__ = ["RunView", "Surface", "TextSurface", "current_surface", "use_surface"]


class RunView(Protocol):
    """What shows one run while it goes on."""

    def update(self, run: Run) -> None:
        """Show how far the run is; called about ten times a second."""

    def finish(self, run: Run, report: Report) -> None:
        """Show the last state, and the report."""


class Surface(Protocol):
    """What opens views of runs."""

    def open(self, run: Run, *, background: bool) -> RunView:
        """Return a view of `run`; `background` says that the cell or script does not wait."""


_surface: list[Surface] = []


def use_surface(surface: Surface | None) -> None:
    """Make every later run show itself on `surface`; None goes back to text."""
    _surface[:] = [] if surface is None else [surface]


def current_surface() -> Surface:
    """Return the surface in use."""
    return _surface[0] if _surface else TextSurface()


class TextSurface:
    """Plain lines on standard error, for scripts and terminals."""

    def open(self, run: Run, *, background: bool) -> RunView:  # noqa: ARG002
        """Return a view that writes a line now and then."""
        from garden_nb.flows.text_progress import TextProgress  # noqa: PLC0415

        return TextProgress(sys.stderr)
