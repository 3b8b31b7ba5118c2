"""The start of a run."""

import asyncio
import atexit
import threading
import time
from contextlib import closing
from contextvars import copy_context
from weakref import WeakSet

from garden_nb.engine.events import RunState
from garden_nb.engine.llm.door import close_clients
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
    _going.add(run)
    threading.Thread(
        target=lambda: context.run(_engine, course, run), name=f"garden-{run.name}", daemon=True
    ).start()
    return run


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
    opened = course.opened
    try:
        state = _loop(course)
    except BaseException as broken:  # noqa: BLE001  # it is raised by `Run.wait`
        error = broken
    try:
        with closing(opened):
            halted = {"stopped": course.unusable, "early": course.decided}
            opened.journal.end_run(opened.row.id, state.value, time.time(), halted)
    except BaseException as broken:  # noqa: BLE001  # as above; the first error says more
        state, error = RunState.FAILED, error or broken
    run.end(state, error)


def _loop(course: Course) -> RunState:
    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(conduct(course))
    finally:
        leftovers = asyncio.all_tasks(loop)
        for task in leftovers:
            task.cancel()
        if leftovers:
            loop.run_until_complete(asyncio.wait(leftovers, timeout=_LEFTOVERS_S))
        loop.run_until_complete(close_clients())
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()
