"""Loop lag: how late an event loop is, which is no provider's fault."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar
from weakref import WeakKeyDictionary

__all__ = ["Lag", "LoopLag"]

_INTERVAL_S = 0.02
_JITTER_S = 0.002
"""What a timer of an idle loop is late by."""


class Lag:
    """How late the loop was during a call.

    Attributes:
        ms: The sum of the times in which the loop was due and did not run, in milliseconds; 0
            until the call is over.
    """

    __slots__ = ("ms",)

    def __init__(self) -> None:
        self.ms = 0.0


class LoopLag:
    """Measures the lag of one event loop while calls are under way in it.

    A client that computes between waits makes every other call of its loop wait: that is part of
    their wall time, but not of any provider's. A timer that is due every 20 ms and comes late
    shows how much.
    """

    _by_loop: ClassVar["WeakKeyDictionary[asyncio.AbstractEventLoop, LoopLag]"] = (
        WeakKeyDictionary()
    )

    def __init__(self) -> None:  # nothing here may hold the loop, or it is never forgotten
        self._calls = 0
        self._late_s = 0.0
        self._due = 0.0
        self._timer: asyncio.TimerHandle | None = None

    @classmethod
    def of_running_loop(cls) -> "LoopLag":
        """Return the measure of the running loop."""
        loop = asyncio.get_running_loop()
        found = cls._by_loop.get(loop)
        if found is None:
            found = cls._by_loop[loop] = cls()
        return found

    @contextmanager
    def watch(self) -> Iterator[Lag]:
        """Measure the lag while the block runs."""
        lag = Lag()
        self._calls += 1
        if self._timer is None:
            self._next()
        before = self._total_s()
        try:
            yield lag
        finally:
            lag.ms = (self._total_s() - before) * 1000
            self._calls -= 1
            if not self._calls and self._timer is not None:
                self._timer.cancel()
                self._timer = None

    def _next(self) -> None:
        loop = asyncio.get_running_loop()
        self._due = loop.time() + _INTERVAL_S
        self._timer = loop.call_at(self._due, self._tick)

    def _tick(self) -> None:
        self._late_s = self._total_s()
        self._next()

    def _total_s(self) -> float:
        late_s = asyncio.get_running_loop().time() - self._due
        return self._late_s + (late_s if late_s > _JITTER_S else 0.0)
