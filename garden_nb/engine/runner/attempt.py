"""One attempt: a user's function called once, for at most so long."""

import asyncio
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from inspect import isawaitable
from typing import Any

from garden_nb.engine.runner.daemon_threads import DaemonThreads

__all__ = ["Arguments", "Attempt", "attempt", "attempt_here", "begin_attempt"]

Arguments = tuple[tuple[Any, ...], Mapping[str, Any]]
"""What a function is called with, by position and by name."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """How one call of a user's function went.

    Attributes:
        value: What it returned.
        error: What it raised, or None.
        timed_out: Whether it was given up.
        latency_ms: Its wall time.
    """

    value: Any = None
    error: BaseException | None = None
    timed_out: bool = False
    latency_ms: float = 0.0


def begin_attempt(
    function: Callable[..., Any],
    arguments: Arguments,
    *,
    threads: DaemonThreads | None,
    timeout_s: float | None,
    finish: Callable[[Any], Any],
) -> "asyncio.Future[Attempt]":
    """Call a function and return the future of how that went; whatever it does is a result.

    Cancelling the future gives the call up. A coroutine that does not end when it is cancelled,
    and a thread that does not return, are left to themselves: nobody waits for them.

    Args:
        function: The user's function.
        arguments: What it gets by position and by name.
        threads: Where a blocking function runs; None for one that gives a coroutine.
        timeout_s: The longest wait, or None for any.
        finish: Takes what the function returned; its errors count as the function's.
    """
    return _Call(function, arguments, finish, threads).begin(timeout_s)


async def attempt(
    function: Callable[..., Any],
    arguments: Arguments,
    *,
    threads: DaemonThreads | None,
    timeout_s: float | None,
    finish: Callable[[Any], Any],
) -> Attempt:
    """Call a function as `begin_attempt` does, and wait for how that went."""
    return await begin_attempt(
        function, arguments, threads=threads, timeout_s=timeout_s, finish=finish
    )


def attempt_here(
    function: Callable[..., Any], arguments: Arguments, finish: Callable[[Any], Any]
) -> Attempt:
    """Call a function that is known to be quick, and return how that went."""
    return _Call(function, arguments, finish, None).blocking()


class _Call:
    """A call under way: in a task of the loop, in a thread, or first there and then here."""

    __slots__ = (
        "_answer",
        "_arguments",
        "_finish",
        "_function",
        "_future",
        "_loop",
        "_task",
        "_threads",
        "_timer",
    )

    def __init__(
        self,
        function: Callable[..., Any],
        arguments: Arguments,
        finish: Callable[[Any], Any],
        threads: DaemonThreads | None,
    ) -> None:
        self._function = function
        self._arguments = arguments
        self._finish = finish
        self._threads = threads
        self._task: asyncio.Task[None] | None = None
        self._future: Future[Attempt] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, timeout_s: float | None) -> "asyncio.Future[Attempt]":
        self._loop = asyncio.get_running_loop()
        self._answer: asyncio.Future[Attempt] = self._loop.create_future()
        self._answer.add_done_callback(self._settle)
        if self._threads is None:
            self._task = self._loop.create_task(self._in_loop(None))
        else:
            self._future = self._threads.submit(self.blocking)
            self._future.add_done_callback(self._from_thread)
        if timeout_s is not None:
            self._timer = self._loop.call_later(timeout_s, self._time_out, timeout_s)
        return self._answer

    def blocking(self) -> Attempt:
        """Call in this thread; errors are values, since not every exception suits a future."""
        started = time.perf_counter()
        try:
            value = self._function(*self._arguments[0], **self._arguments[1])
            latency_ms = _since_ms(started)
            if not isawaitable(value):
                value = self._finish(value)
        except BaseException as error:  # noqa: BLE001  # an agent may even call sys.exit
            return Attempt(error=error, latency_ms=_since_ms(started))
        return Attempt(value, latency_ms=latency_ms)

    async def _in_loop(self, awaitable: Any) -> None:
        started = time.perf_counter()
        try:
            value = awaitable
            if value is None:
                value = self._function(*self._arguments[0], **self._arguments[1])
            if isawaitable(value):
                value = await value
            latency_ms = _since_ms(started)
            done = Attempt(self._finish(value), latency_ms=latency_ms)
        except asyncio.CancelledError:  # by the function itself, if it was not given up
            done = Attempt(error=asyncio.CancelledError("the call cancelled itself"))
        except BaseException as error:  # noqa: BLE001  # an agent may even call sys.exit
            done = Attempt(error=error, latency_ms=_since_ms(started))
        self._deliver(done)

    def _from_thread(self, future: "Future[Attempt]") -> None:
        if not future.cancelled():
            with suppress(RuntimeError):  # the loop was closed: nobody waits any more
                self._loop.call_soon_threadsafe(self._arrive, future.result())

    def _arrive(self, done: Attempt) -> None:
        if done.error is None and isawaitable(done.value) and not self._answer.done():
            self._task = self._loop.create_task(self._in_loop(done.value))
        else:
            self._deliver(done)

    def _deliver(self, done: Attempt) -> None:
        if not self._answer.done() and not self._loop.is_closed():
            self._answer.set_result(done)

    def _time_out(self, timeout_s: float) -> None:
        self._deliver(Attempt(timed_out=True, latency_ms=timeout_s * 1000))

    def _settle(self, _: "asyncio.Future[Attempt]") -> None:
        """Give up whatever still goes on."""
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()
        elif self._threads is not None and self._future is not None and not self._future.done():
            self._threads.give_up(self._future)


def _since_ms(started: float) -> float:
    return (time.perf_counter() - started) * 1000
