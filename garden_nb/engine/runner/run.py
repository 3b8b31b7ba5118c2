"""The handle of a run."""

import asyncio
import threading
import time
from collections.abc import Mapping
from contextlib import suppress

from garden_nb.core.records import Record
from garden_nb.engine.events import RunFinished, RunState, Subscriber
from garden_nb.engine.foreign import text_of_error
from garden_nb.engine.runner.course import Course
from garden_nb.engine.runner.stored_records import records_of
from garden_nb.engine.store import JournalReader
from garden_nb.errors import GardenError

__all__ = ["Run"]

_POLL_S = 0.1
"""An Interrupt is noticed within this time where waiting itself cannot be interrupted."""
_GRACE_S = 2.0
"""A loop that does not move for so long after a cancel will not end in order."""
_TELL_S = 0.5
_GIVEN_UP = (
    "The run was given up, because {} blocks its event loop. What finished is kept. An agent or"
    " scorer that calls blocking code must be a plain `def`, which runs in a thread of its own,"
    " not an `async def`; `on_event` must return at once."
)


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

    @property
    def decided(self) -> dict[str, str]:
        """Variants that need not be called any more, as the stop rule says, and why."""
        return self._course.decided

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
        """Let no further call start and give up those under way; what finished is kept.

        Where an agent or a subscriber blocks the loop, who waits gives the run up after a moment.
        """
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

    def records(self, *, texts: bool = True) -> list[Record]:
        """Return the records so far, by case in the order given, then variant, then repeat.

        Args:
            texts: Whether to read what the agents answered, or only what it took.
        """
        opened = self._course.opened
        reader = JournalReader(opened.journal.path)
        request = self._course.request
        return records_of(reader, self.id, request, opened.trials, texts=texts)

    def _check_pulse(self) -> None:
        """Give the run up where its loop stands still: for too long, or after a cancel."""
        control, pulse = self._course.control, self._course.pulse
        if control.cancelled:
            since_s = time.monotonic() - control.cancelled_at
            if min(since_s, pulse.still_s) >= _GRACE_S:
                reason = f"{control.reason}; {_GIVEN_UP.format(pulse.culprit())}"
                self._give_up(RunState.CANCELLED, reason, None)
        elif (culprit := pulse.blocked_by()) is not None:
            error = GardenError(_GIVEN_UP.format(culprit))
            self._give_up(RunState.FAILED, str(error), error)

    def _give_up(self, state: RunState, reason: str, error: BaseException | None) -> None:
        """End the run without its loop, which finds its journal closed and nobody to tell."""
        with self._ending:
            if self._done.is_set():
                return
            self.cancel(reason)
            self._course.control.reason = reason
            self.notes.append(reason)
            with suppress(GardenError):  # the journal can say less than who blocks the loop
                self.close(state)
            self._state, self._error = state, error
            # Whoever watches may be who blocks, so that this thread must not wait for them.
            told = threading.Thread(target=self._tell, args=(reason,), daemon=True)
            told.start()
            told.join(_TELL_S)
            self._course.hub.close()
            self._done.set()

    def _tell(self, reason: str) -> None:
        self._course.hub.emit(RunFinished(self._state, reason))

    def close(self, state: RunState) -> None:
        """Write how the run ended, give journal and lock back; for the engine only."""
        course = self._course
        why = course.control.reason if state is not RunState.FINISHED else ""
        halted: dict[str, Mapping[str, str] | str] = {"halted": why}
        halted |= {"stopped": course.unusable, "early": course.decided}
        course.opened.end(state.value, halted)

    def end(self, state: RunState, error: BaseException | None) -> None:
        """Take how the run ended, once; for the engine only."""
        with self._ending:
            if self._done.is_set():
                return
            self._state, self._error = state, error
            try:
                self._tell(self.reason or ("" if error is None else text_of_error(error)))
            finally:
                self._done.set()
