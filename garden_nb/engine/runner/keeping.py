"""Keeping: what became of a trial is committed, and only then told."""

import time

from garden_nb.core.records import Output
from garden_nb.engine.events import OutputStored, TrialFailed, TrialRetried
from garden_nb.engine.runner.course import Course
from garden_nb.engine.runner.schedule import Waiting
from garden_nb.engine.runner.scoring import ToScore
from garden_nb.engine.store import Stored

__all__ = ["keep_failure", "keep_output", "tell_retry"]


def keep_output(course: Course, waiting: Waiting, output: Output, latency_ms: float) -> ToScore:
    """Commit an output, tell of it, count its cost, and return what is to be scored."""
    trial, usage = waiting.trial, output.usage
    stored = Stored(output, None, latency_ms, waiting.attempts, waiting.started, time.time())
    output_id = course.opened.journal.store(course.opened.row.id, trial, stored)
    course.emit(
        OutputStored(
            trial.variant.label,
            trial.case.id,
            trial.repeat,
            latency_ms,
            waiting.attempts,
            usage,
            reused=False,
        )
    )
    course.spend(usage.cost_usd)
    return ToScore(trial, output_id, output, {})


def keep_failure(course: Course, waiting: Waiting) -> None:
    """Commit a failure and tell of it."""
    trial, failure = waiting.trial, waiting.failure
    if failure is None:
        raise AssertionError("a trial that failed has a failure")
    stored = Stored(None, failure, None, waiting.attempts, waiting.started, time.time())
    course.opened.journal.store(course.opened.row.id, trial, stored)
    course.emit(
        TrialFailed(trial.variant.label, trial.case.id, trial.repeat, failure, waiting.attempts)
    )


def tell_retry(course: Course, waiting: Waiting, delay_s: float) -> None:
    """Tell that a trial will be called again."""
    trial, failure = waiting.trial, waiting.failure
    if failure is None:
        raise AssertionError("a trial that is called again has failed before")
    course.emit(
        TrialRetried(
            trial.variant.label,
            trial.case.id,
            trial.repeat,
            waiting.attempts,
            delay_s,
            failure,
        )
    )
