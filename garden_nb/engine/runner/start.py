"""The start of a run."""

import asyncio
import atexit
import os
import threading
from collections.abc import Collection, Iterator
from contextvars import copy_context
from typing import Any, TypeVar
from weakref import WeakSet

from garden_nb.engine.events import RunState
from garden_nb.engine.llm import LlmAgent
from garden_nb.engine.llm.door import close_clients
from garden_nb.engine.redact import know, secrets_in
from garden_nb.engine.runner.conduct import conduct
from garden_nb.engine.runner.course import Course
from garden_nb.engine.runner.open_run import open_run
from garden_nb.engine.runner.request import RunRequest
from garden_nb.engine.runner.run import Run
from garden_nb.errors import InputError

__all__ = ["start_run"]

_AT_EXIT_S = 1.0
_going: "WeakSet[Run]" = WeakSet()
_LEFTOVERS_S = 0.2
"""Calls that were given up have so long to end before their loop closes."""
_LAST_S = 1.5
"""So long may each of the last acts take: connections that close, and generators of agents."""
T = TypeVar("T")


def start_run(request: RunRequest) -> Run:
    """Start a run in a thread of its own and return its handle.

    Works the same in a script and inside a running loop.

    Raises:
        InputError: Everything that keeps the request from being run.
        JournalError: The journal cannot be used.
        RunLockedError: Somebody else is running this run.
    """
    problems = request.problems()
    if problems:
        raise InputError(problems)
    course = Course(open_run(request), request)
    run = Run(course)
    # In a notebook the context says which cell the run's prints belong to.
    context = copy_context()
    context.run(know, tuple(_secrets(request)))
    _going.add(run)
    thread = threading.Thread(
        target=lambda: context.run(_engine, course, run), name=f"garden-{run.name}", daemon=True
    )
    try:
        thread.start()
    except BaseException:  # an Interrupt, or no more threads: nobody would have the handle
        run.cancel("it did not start")
        run.close(RunState.CANCELLED)
        raise
    return run


def _secrets(request: RunRequest) -> Iterator[str]:
    """Yield what no message of a run may show, whoever says it."""
    yield from secrets_in(os.environ)
    for variant in request.variants:
        yield from secrets_in(variant.settings)
        if isinstance(variant.agent, LlmAgent):
            yield from variant.agent.secrets


@atexit.register
def _end_all() -> None:
    """End what still runs when the interpreter exits, so that its journal is closed in order."""
    going = [run for run in _going if run.state in {RunState.RUNNING, RunState.PAUSED}]
    for run in going:
        run.cancel("the interpreter exits")
    for run in going:
        run.wait(_AT_EXIT_S)


def _engine(course: Course, run: Run) -> None:
    """Run the loop from its first to its last moment; an error of the engine ends up in `run`."""
    state, error = RunState.FAILED, None
    try:
        state = _loop(course)
    except BaseException as broken:  # noqa: BLE001  # it is raised by `Run.wait`
        error = broken
    try:
        run.close(state)
    except BaseException as broken:  # noqa: BLE001  # as above; the first error says more
        state, error = RunState.FAILED, error or broken
    run.end(state, error)


def _loop(course: Course) -> RunState:
    loop = asyncio.new_event_loop()
    try:
        return _whatever_tasks_raise(loop, loop.create_task(conduct(course)))
    finally:
        _end(loop, asyncio.all_tasks(loop))
        for last in (close_clients, loop.shutdown_asyncgens):
            course.pulse.beat()
            _within(loop, [loop.create_task(last())], _LAST_S)
        _end(loop, asyncio.all_tasks(loop))
        loop.close()


def _whatever_tasks_raise(loop: asyncio.AbstractEventLoop, task: asyncio.Task[T]) -> T:
    """Run a task to its end; another one, an agent's own, may stop the loop by `sys.exit`."""
    while True:
        try:
            return loop.run_until_complete(task)
        except (SystemExit, KeyboardInterrupt):
            if task.done():
                raise


def _end(loop: asyncio.AbstractEventLoop, tasks: Collection[asyncio.Task[Any]]) -> None:
    """Cancel tasks, and leave those to themselves that go on nevertheless."""
    for task in tasks:
        task.cancel()
    _within(loop, tasks, _LEFTOVERS_S)


def _within(
    loop: asyncio.AbstractEventLoop, tasks: Collection[asyncio.Task[Any]], limit_s: float
) -> None:
    """Run tasks for so long at most, whatever they raise."""
    if tasks:
        waiting = loop.create_task(asyncio.wait(tasks, timeout=limit_s))
        done, _ = _whatever_tasks_raise(loop, waiting)
        for task in done:
            if not task.cancelled():
                task.exception()  # looked at: nobody else will
