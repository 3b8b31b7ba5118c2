"""The handle of a run."""

import asyncio
import threading
import time
from dataclasses import replace

from garden_nb.core.records import Record
from garden_nb.engine.events import RunFinished, RunState, Subscriber
from garden_nb.engine.plan import Trial
from garden_nb.engine.runner.course import Course
from garden_nb.engine.runner.stored_records import stored_records
from garden_nb.engine.store import JournalReader
from garden_nb.errors import GardenError

__all__ = ["Run"]

_POLL_S = 0.1
"""An Interrupt is noticed within this time where waiting itself cannot be interrupted."""


class Run:
    """A run that was started: what people wait for, watch, pause and cancel.

    Attributes:
        name: The run's name.
        id: Its id in the journal.
        progress: How far it is; call its `snapshot`.
        reused: How many outputs were there already.
        notes: What people should know of how it runs.
    """

    def __init__(self, course: Course) -> None:
        opened = course.opened
        self.name = opened.row.name
        self.id = opened.row.id
        self.progress = course.progress
        self.reused = len(opened.finished)
        self.notes: list[str] = [opened.journal.note] if opened.journal.note else []
        self._course = course
        self._done = threading.Event()
        self._ending = threading.Lock()
        self._state = RunState.RUNNING
        self._error: BaseException | None = None

    @property
    def state(self) -> RunState:
        """How the run stands."""
        paused = self._state is RunState.RUNNING and self._course.control.paused
        return RunState.PAUSED if paused else self._state

    @property
    def reason(self) -> str:
        """Why it was halted; empty otherwise."""
        return self._course.control.reason

    @property
    def stopped(self) -> dict[str, str]:
        """Variants that are not called any more, and why."""
        return dict(self._course.control.stopped)

    @property
    def unusable(self) -> dict[str, str]:
        """Variants of which no call can work, and why."""
        return self._course.unusable

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait until the run is over, or for so long, and return whether it is over.

        KeyboardInterrupt comes through and leaves the run as it is; `cancel` ends it.

        Raises:
            Exception: Whatever broke in the engine itself, when the state is `failed`.
        """
        deadline = None if timeout_s is None else time.monotonic() + timeout_s
        while not self._done.is_set():
            left = _POLL_S if deadline is None else min(_POLL_S, deadline - time.monotonic())
            if left <= 0:
                return False
            self._done.wait(left)
            self._check_pulse()
        if self._error is not None:
            raise self._error
        return True

    async def join(self) -> None:
        """Wait in a running loop until the run is over.

        The loop is woken ten times a second, so that an Interrupt is not late.

        Raises:
            Exception: Whatever broke in the engine itself, when the state is `failed`.
        """
        while not self.wait(0):  # noqa: ASYNC110  # an asyncio.Event belongs to one loop
            await asyncio.sleep(_POLL_S)

    def cancel(self, reason: str = "cancelled") -> None:
        """Let no further call start and give up those under way; what finished is kept."""
        self._course.control.cancel(reason)

    def pause(self) -> None:
        """Let no call start until `resume`; those under way are finished."""
        self._course.control.pause(paused=True)

    def resume(self) -> None:
        """Let calls start again."""
        self._course.control.pause(paused=False)

    def subscribe(self, subscriber: Subscriber) -> None:
        """Give `subscriber` the events from now on, in the engine's thread."""
        self._course.hub.subscribe(subscriber)

    def records(self) -> list[Record]:
        """Return the records so far, by case in the order given, then variant, then repeat."""
        opened = self._course.opened
        reader = JournalReader(opened.journal.path)
        stored = stored_records(reader, self.id, opened.row.scorers, opened.expected)
        return [
            replace(stored[trial.key], case_id=trial.case.id, variant=trial.variant.label)
            for trial in self._in_order()
            if trial.key in stored
        ]

    def _in_order(self) -> list[Trial]:
        request = self._course.request
        cases = {case.id: place for place, case in enumerate(request.cases)}
        variants = {variant.label: place for place, variant in enumerate(request.variants)}
        return sorted(
            self._course.opened.trials,
            key=lambda trial: (cases[trial.case.id], variants[trial.variant.label], trial.repeat),
        )

    def _check_pulse(self) -> None:
        culprit = self._course.pulse.blocked_by()
        if culprit is not None:
            error = GardenError(
                f"The run was given up, because {culprit} blocks its event loop. What finished is"
                " kept. An agent or scorer that calls blocking code must be a plain `def`, which"
                " runs in a thread of its own, not an `async def`."
            )
            self.cancel(str(error))
            self.end(RunState.FAILED, error)

    def end(self, state: RunState, error: BaseException | None) -> None:
        """Take how the run ended, once; for the engine only."""
        with self._ending:
            if self._done.is_set():
                return
            self._state, self._error = state, error
            self._course.hub.emit(RunFinished(state, self.reason or str(error or "")))
            self._done.set()
