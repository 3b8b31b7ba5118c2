"""One attempt: a user's function called once, for at most so long."""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from inspect import isawaitable
from typing import Any

from garden_nb.engine.runner.daemon_threads import DaemonThreads

__all__ = ["Arguments", "Attempt", "attempt"]

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


async def attempt(
    function: Callable[..., Any],
    arguments: Arguments,
    *,
    threads: DaemonThreads | None,
    timeout_s: float | None,
    finish: Callable[[Any], Any],
) -> Attempt:
    """Call a function and return how that went; nothing that it does raises here.

    A coroutine that does not end when it is cancelled, and a thread that does not return, are
    left to themselves: nobody waits for them.

    Args:
        function: The user's function.
        arguments: What it gets by position and by name.
        threads: Where a blocking function runs; None for one that gives a coroutine.
        timeout_s: The longest wait, or None for any.
        finish: Takes what the function returned; its errors count as the function's.
    """
    call = _Call(function, arguments, finish)
    task = asyncio.get_running_loop().create_task(
        call.in_loop() if threads is None else call.in_thread(threads)
    )
    started = time.perf_counter()
    try:
        await asyncio.wait({task}, timeout=timeout_s)
    finally:
        if not task.done():
            task.cancel()
            task.add_done_callback(_forget)
    if not task.done():
        return Attempt(timed_out=True, latency_ms=_since_ms(started))
    if task.cancelled():  # by the function itself, since nobody here did
        return Attempt(error=asyncio.CancelledError("the call cancelled itself"))
    return task.result()


@dataclass(frozen=True, slots=True)
class _Call:
    function: Callable[..., Any]
    arguments: Arguments
    finish: Callable[[Any], Any]

    async def in_loop(self) -> Attempt:
        started = time.perf_counter()
        try:
            value = self.function(*self.arguments[0], **self.arguments[1])
            return await self._finished(value, started)
        except asyncio.CancelledError:
            raise
        except BaseException as error:  # noqa: BLE001  # an agent may even call sys.exit
            return Attempt(error=error, latency_ms=_since_ms(started))

    async def in_thread(self, threads: DaemonThreads) -> Attempt:
        future = threads.submit(self._blocking)
        try:
            done = await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            threads.give_up(future)
            raise
        if done.error is None and isawaitable(done.value):
            return await replace(self, function=_return, arguments=((done.value,), {})).in_loop()
        return done

    def _blocking(self) -> Attempt:
        """Call in a thread; errors are values, since not every exception can be set on a future."""
        started = time.perf_counter()
        try:
            value = self.function(*self.arguments[0], **self.arguments[1])
            latency_ms = _since_ms(started)
            return Attempt(
                value if isawaitable(value) else self.finish(value), None, False, latency_ms
            )
        except BaseException as error:  # noqa: BLE001  # an agent may even call sys.exit
            return Attempt(error=error, latency_ms=_since_ms(started))

    async def _finished(self, value: Any, started: float) -> Attempt:
        if isawaitable(value):
            value = await value
        latency_ms = _since_ms(started)
        return Attempt(self.finish(value), latency_ms=latency_ms)


def _return(value: Any) -> Any:
    return value


def _since_ms(started: float) -> float:
    return (time.perf_counter() - started) * 1000


def _forget(task: "asyncio.Task[Any]") -> None:
    """Take the result of a call that was given up, so that asyncio does not complain of it."""
    if not task.cancelled():
        task.exception()
