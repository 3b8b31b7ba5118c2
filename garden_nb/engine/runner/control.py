"""Control: what may still be called."""

import asyncio
import math
import time
from collections.abc import Callable

__all__ = ["Control"]


class Control:
    """Pauses, cancels and stops a run, from any thread.

    Flags are set at once, so that no call starts after `cancel` even while the loop is busy; the
    loop is woken afterwards.

    Attributes:
        halted: Whether no further call starts.
        reason: Why, or why every variant was stopped; empty where calls go on.
        cancelled: Whether calls under way are given up, too.
        cancelled_at: Since when, on the monotonic clock.
        paused: Whether calls wait.
        stopped: Variants that are not called any more, and why.
        decided: Those of them of which enough is known; the others cannot work.

    Args:
        announce: Told in the loop when the run was paused, or goes on.
    """

    def __init__(self, announce: Callable[[bool], None]) -> None:
        self.halted = False
        self.cancelled = False
        self.cancelled_at = math.inf
        self.paused = False
        self.reason = ""
        self.stopped: dict[str, str] = {}
        self.decided: set[str] = set()
        self._announce = announce
        self._announced = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watchers: list[Callable[[], object]] = []
        self._cancel = asyncio.Event()
        self._changed = asyncio.Event()

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Take the loop that is to be woken."""
        self._loop = loop
        self._apply()

    def halt(self, reason: str) -> None:
        """Let no further call start; those under way are finished."""
        if not self.halted:
            self.halted, self.reason = True, reason
        self._wake()

    def cancel(self, reason: str) -> None:
        """Let no further call start and give up those under way."""
        self.halt(reason)
        if not self.cancelled:
            self.cancelled_at, self.cancelled = time.monotonic(), True
        self._wake()

    def pause(self, *, paused: bool) -> None:
        """Let no call start until this is taken back."""
        self.paused = paused
        self._wake()

    def may_call(self, variant: str) -> bool:
        """Return whether a variant may be called."""
        return not self.halted and variant not in self.stopped

    @property
    def holds(self) -> bool:
        """Whether calls wait to be let go on."""
        return self.paused and not self.halted

    async def going(self) -> None:
        """Wait as long as calls wait."""
        while self.holds:
            self._changed.clear()
            await self._changed.wait()

    def watch(self, watcher: Callable[[], object]) -> None:
        """Call `watcher` in the loop whenever something has changed."""
        self._watchers.append(watcher)

    async def cancellation(self) -> None:
        """Wait until the run is cancelled."""
        await self._cancel.wait()

    def _wake(self) -> None:
        if self._loop is not None and not self._loop.is_closed():
            _quietly(self._loop.call_soon_threadsafe, self._apply)

    def _apply(self) -> None:
        for watcher in self._watchers:
            watcher()
        self._changed.set()
        if self.cancelled:
            self._cancel.set()
        if self.paused is not self._announced and not self.halted:
            self._announced = self.paused
            self._announce(self.paused)


def _quietly(call: Callable[[Callable[[], None]], object], argument: Callable[[], None]) -> None:
    try:
        call(argument)
    except RuntimeError:  # the loop was closed in between: there is nothing left to wake
        return
