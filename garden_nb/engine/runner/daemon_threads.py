"""Threads for blocking calls, which can be given up."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import Context, copy_context
from queue import SimpleQueue
from typing import Any, TypeVar

__all__ = ["DaemonThreads"]

_T = TypeVar("_T")


class DaemonThreads(ThreadPoolExecutor):
    """A bounded set of daemon threads, of which one that hangs can be given up.

    Python's own pool joins its threads when the interpreter exits, so that one blocked call keeps
    a finished script alive. These threads never do. It is a `ThreadPoolExecutor` in name only,
    because an event loop accepts no other kind as its default executor.

    Args:
        limit: The most threads at a time; those given up do not count.
        name: The prefix of their names.
    """

    def __init__(self, limit: int, name: str) -> None:
        super().__init__(max_workers=1)  # starts no thread: `submit` is replaced
        self._limit = limit
        self._name = name
        self._mutex = threading.Lock()
        self._items: SimpleQueue[_Item | None] = SimpleQueue()
        self._given_up: set[Future[Any]] = set()
        self._alive = 0
        self._spare = 0  # idle threads minus items that wait for one
        self._closed = False

    def submit(self, function: Callable[..., _T], /, *args: Any, **kwargs: Any) -> Future[_T]:
        """Call `function` in a thread, in the caller's context, and return its future."""
        future: Future[_T] = Future()
        item = _Item(future, copy_context(), lambda: function(*args, **kwargs))
        with self._mutex:
            if self._closed:
                raise RuntimeError("the threads have been shut down")
            self._spare -= 1
            self._items.put(item)
            self._grow()
        return future

    def give_up(self, future: Future[Any]) -> None:
        """Leave a call to itself; its thread ends with it, and another one takes its place."""
        if future.cancel():
            return
        with self._mutex:
            if not future.done():
                self._given_up.add(future)
                self._alive -= 1
                if not self._closed:
                    self._grow()

    def shutdown(self, wait: bool = False, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """Let idle threads end, and busy ones when their call is over; wait for none."""
        with self._mutex:
            if not self._closed:
                self._closed = True
                for _ in range(self._alive):
                    self._items.put(None)

    def _grow(self) -> None:
        if self._spare < 0 and self._alive < self._limit:
            self._alive += 1
            self._spare += 1
            threading.Thread(target=self._work, name=self._name, daemon=True).start()

    def _work(self) -> None:
        while (item := self._items.get()) is not None:
            item.run()
            with self._mutex:
                if item.future in self._given_up:
                    self._given_up.discard(item.future)
                    return
                self._spare += 1
            del item  # an idle thread keeps nothing alive


class _Item:
    __slots__ = ("_call", "_context", "future")

    def __init__(self, future: Future[Any], context: Context, call: Callable[[], Any]) -> None:
        self.future = future
        self._context = context
        self._call = call

    def run(self) -> None:
        if not self.future.set_running_or_notify_cancel():
            return
        try:
            result = self._context.run(self._call)
        except BaseException as error:  # noqa: BLE001  # whatever it is belongs to the future
            self.future.set_exception(error)
        else:
            self.future.set_result(result)
