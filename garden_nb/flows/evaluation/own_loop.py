"""Coroutines from code that may itself run inside a loop, such as a notebook's cell."""

import asyncio
import inspect
import threading
from collections.abc import Callable, Coroutine
from contextvars import copy_context
from typing import Any, TypeVar

from garden_nb.engine.llm.door import close_clients

__all__ = ["awaited", "run_in_own_loop"]

T = TypeVar("T")
_POLL_S = 0.1


def awaited(returned: Any) -> Any:
    """Return what a function returned, or what comes of it where that has to be awaited."""
    if not inspect.isawaitable(returned):
        return returned

    async def wait() -> Any:
        return await returned

    return run_in_own_loop(wait)


def run_in_own_loop(make: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Return the result of a coroutine that runs in a loop and a thread of its own.

    An interrupt leaves the thread to itself.
    """
    outcome: dict[str, Any] = {}

    async def whole() -> T:
        try:
            return await make()
        finally:
            await close_clients()

    def work() -> None:
        try:
            outcome["value"] = asyncio.run(whole())
        except BaseException as error:  # noqa: BLE001  # it is raised where it was asked for
            outcome["error"] = error

    context = copy_context()
    thread = threading.Thread(target=lambda: context.run(work), name="garden-flow", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(_POLL_S)
    if "error" in outcome:
        raise outcome["error"]
    value: T = outcome["value"]
    return value
