"""A run that goes on in the background, and how a run is followed to its end."""

import contextvars
import threading
from collections.abc import Callable

from garden_nb.engine.runner import Run
from garden_nb.flows.report import Report
from garden_nb.flows.surface import RunView, current_surface

__all__ = ["GardenRun", "follow", "open_view"]

_INTERVAL_S = 0.1
"""Views are updated ten times a second at most."""


def open_view(run: Run, *, background: bool) -> RunView:
    """Return a view of `run`; an interrupt before there is one ends the run: nobody has it."""
    try:
        return current_surface().open(run, background=background)
    except BaseException:
        run.cancel()
        raise


def follow(run: Run, view: RunView, make_report: Callable[[], Report]) -> Report:
    """Wait for `run`, keeping `view` up to date, and return the report of what there is.

    An interrupt cancels the run: no further call starts, and what finished is reported.
    """
    try:
        while not run.wait(_INTERVAL_S):
            view.update(run)
    except KeyboardInterrupt:
        run.cancel()
        run.wait()
    report = make_report()
    view.finish(run, report)
    return report


class GardenRun:
    """A run in the background.

    Attributes:
        name: The name under which it is journaled.
    """

    def __init__(self, run: Run, view: RunView, make_report: Callable[[], Report]) -> None:
        self.name = run.name
        self._run = run
        self._make_report = make_report
        self._followed: Report | None = None
        context = contextvars.copy_context()  # so that the view stays in the cell that started it
        self._thread = threading.Thread(
            target=lambda: context.run(self._follow, view),
            name="garden-follow",
            daemon=True,
        )
        self._thread.start()

    def _follow(self, view: RunView) -> None:
        self._followed = follow(self._run, view, self._make_report)

    @property
    def state(self) -> str:
        """How it stands: running, paused, finished, cancelled or failed."""
        return self._run.state.value

    @property
    def done(self) -> bool:
        """Whether it has ended."""
        return self._run.wait(0)

    def wait(self, timeout_s: float | None = None) -> Report:
        """Wait for the end and return the report that the view shows.

        After `timeout_s` seconds return the report of what there is.
        """
        self._run.wait(timeout_s)
        if self.done:
            self._thread.join()
        return self.report()

    def report(self) -> Report:
        """Return the report of what there is so far; at the end always the same one."""
        return self._followed or self._make_report()

    def cancel(self) -> None:
        """Start no further call; what finished is kept."""
        self._run.cancel()

    def pause(self) -> None:
        """Start no further call until `resume`."""
        self._run.pause()

    def resume(self) -> None:
        """Go on after `pause`."""
        self._run.resume()

    def __repr__(self) -> str:
        """Return name and state."""
        return f"<GardenRun {self.name!r}: {self.state}>"
