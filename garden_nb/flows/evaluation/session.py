"""A session: the engine's runs of one flow, in one journal that is kept where it is worth it."""

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from garden_nb.core.records import Record
from garden_nb.engine.events import RunState
from garden_nb.engine.runner import Run, RunRequest, start_run
from garden_nb.flows.evaluation.edited_factories import with_factories
from garden_nb.flows.report import Report
from garden_nb.flows.running import follow
from garden_nb.flows.surface import current_surface

__all__ = ["Session"]

_POLL_S = 0.1


class Session:
    """Runs requests in one journal, named after the flow's run.

    Without a store the journal is temporary: it is removed when the flow returns, and kept and
    named in the error or the notes when it fails or is interrupted.

    Attributes:
        notes: What people should know, such as where an interrupted run can be taken up again.
        interrupted: Whether some run was cancelled.
        shown: The report that was shown last, or None.
        stopped: Variants that could not be called, and why.

    Args:
        store: The journal's file, or None for a temporary one.
        name: The run's name; None is a new run.
    """

    def __init__(self, store: str | Path | None, name: str | None) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="garden-")) if store is None else None
        self._store = Path(store) if store is not None else Path(self._folder or "") / "garden.db"
        self._name = name
        self.notes: list[str] = []
        self.interrupted = False
        self.shown: Report | None = None
        self.stopped: dict[str, str] = {}

    def run(
        self,
        request: RunRequest,
        part: str,
        report: Callable[[Run], Report] | None = None,
        *,
        is_needed: bool = True,
    ) -> list[Record]:
        """Run a request to its end, or until it is interrupted, and return its records.

        Args:
            request: What is to be run; store and name are the session's.
            part: What is added to the run's name; empty for the first run.
            report: Makes the report that is shown at the end; None shows nothing.
            is_needed: Whether the flow is cut short where this run's agents cannot be called.
        """
        name = None if self._name is None else f"{self._name}{part}"
        request = replace(request, store=self._store, name=name)
        if not part:
            request, told = with_factories(request)
            self.notes += told
        run = start_run(request)
        if self._name is None:
            self._name = run.name
        if report is None:
            self._wait(run)
        else:
            self.shown = follow(
                run, current_surface().open(run, background=False), lambda: report(run)
            )
        if run.state is not RunState.FINISHED and (is_needed or not run.unusable):
            self.interrupted = True
            self.notes.append(
                f"The run was interrupted ({run.reason or 'cancelled'}). {self._hint}"
            )
        self.notes += run.notes
        if is_needed:
            self.stopped |= run.unusable
        self.notes += [f"{label} was stopped: {why}" for label, why in run.stopped.items()]
        return run.records()

    @property
    def _hint(self) -> str:
        return f"To go on, pass store={str(self._store)!r}, name={self._name!r}."

    def _wait(self, run: Run) -> None:
        try:
            while not run.wait(_POLL_S):
                pass
        except KeyboardInterrupt:
            run.cancel()
            run.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Remove a temporary journal, unless the flow broke or was interrupted."""
        started = self._store.exists()
        if error is not None and started:
            error.add_note(f"What was answered so far is kept. {self._hint}")
        if self._folder is not None and (not started or (error is None and not self.interrupted)):
            shutil.rmtree(self._folder, ignore_errors=True)

    def __repr__(self) -> str:
        """Return the journal's place and the run's name."""
        return f"<Session {self._name!r} in {str(self._store)!r}>"
