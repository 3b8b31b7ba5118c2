"""The conduct of a run inside its loop: first calling, then what is left to score."""

import asyncio
from collections import Counter

from garden_nb.engine.events import RunPlanned, RunState
from garden_nb.engine.runner.calling import Calling
from garden_nb.engine.runner.course import Course
from garden_nb.engine.runner.daemon_threads import DaemonThreads
from garden_nb.engine.runner.open_run import OpenRun
from garden_nb.engine.runner.reuse import reuse
from garden_nb.engine.runner.scoring import Scoring

__all__ = ["conduct"]

_OTHER_THREADS = 32
_BEAT_S = 0.25
_GRACE_S = 0.5
"""After a cancel, outputs that are stored may still get their scores for so long."""


async def conduct(course: Course) -> RunState:
    """Call, store and score everything that a run has left, and return how it ended."""
    loop = asyncio.get_running_loop()
    course.pulse.start()
    course.control.attach(loop)
    others = DaemonThreads(_OTHER_THREADS, "garden-executor")
    loop.set_default_executor(others)  # an agent's own `to_thread` must not block the exit either
    scoring = Scoring(course, course.request.scored_at_once)
    calling = Calling(course, scoring)
    try:
        course.emit(_planned(course.opened))
        course.ask_rule()
        course.spend(None)  # a run that goes on may have cost enough already
        await _produce(course, calling, scoring)
    except BaseExceptionGroup as group:
        raise _first(group) from None
    finally:
        course.pulse.stop()
        for threads in (calling, scoring, others):
            threads.shutdown()
    return _ending(course)


async def _produce(course: Course, calling: Calling, scoring: Scoring) -> None:
    async with asyncio.TaskGroup() as group:
        scorers = [group.create_task(scoring.work()) for _ in range(course.request.scored_at_once)]
        helpers = [group.create_task(scoring.save()), group.create_task(_beat(course))]
        cancellation = group.create_task(course.control.cancellation())
        producers = [group.create_task(part) for part in (reuse(course, scoring), calling.work())]
        producing = group.create_task(_all_of(producers))
        await asyncio.wait({producing, cancellation}, return_when=asyncio.FIRST_COMPLETED)
        for producer in producers:
            producer.cancel()
        await producing
        join = group.create_task(scoring.join())
        await asyncio.wait({join, cancellation}, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait({join}, timeout=_GRACE_S)
        for task in (*scorers, *helpers, join, cancellation):
            task.cancel()
    scoring.save_now()


def _ending(course: Course) -> RunState:
    cut_short = course.control.halted or (course.all_stopped and course.unusable)
    return RunState.CANCELLED if cut_short else RunState.FINISHED


async def _beat(course: Course) -> None:
    while True:
        course.pulse.beat()
        await asyncio.sleep(_BEAT_S)


async def _all_of(tasks: "list[asyncio.Task[None]]") -> None:
    await asyncio.wait(tasks)


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    error = group.exceptions[0]
    return _first(error) if isinstance(error, BaseExceptionGroup) else error


def _planned(opened: OpenRun) -> RunPlanned:
    planned = Counter(trial.variant.label for trial in opened.trials)
    reused = Counter(t.variant.label for t in opened.trials if t.key in opened.finished)
    return RunPlanned(
        run=opened.row.name,
        planned=dict(planned),
        reused={label: reused[label] for label in planned},
        scorers=tuple(scorer.name for scorer in opened.scorers),
    )
