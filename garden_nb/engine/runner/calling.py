"""Calling: trials become outputs in the journal."""

import asyncio
import math
import time
from collections import deque
from contextlib import suppress

from garden_nb.core.records import Failure, Output
from garden_nb.core.variants import Variant
from garden_nb.engine.agents import AgentCall, to_output
from garden_nb.engine.events import OutputStored, TrialFailed, TrialRetried, TrialStarted
from garden_nb.engine.limits import failure_of, retry_delay_s, unusable_reason
from garden_nb.engine.llm import LlmAgent
from garden_nb.engine.llm.door import is_warm, warm_up
from garden_nb.engine.runner.attempt import Attempt, begin_attempt
from garden_nb.engine.runner.course import Course
from garden_nb.engine.runner.daemon_threads import DaemonThreads
from garden_nb.engine.runner.schedule import Schedule, Waiting
from garden_nb.engine.runner.scoring import Scoring, ToScore
from garden_nb.engine.store import Stored

__all__ = ["Calling"]

Answer = asyncio.Future[Attempt]


class Calling:
    """Calls the agents of pending trials, stores what they answer, and calls again where it helps.

    Args:
        course: The run.
        scoring: Takes the outputs.
    """

    def __init__(self, course: Course, scoring: Scoring) -> None:
        request = course.request
        self._course = course
        self._scoring = scoring
        self._schedule = Schedule(course.opened.pending)
        self._threads = DaemonThreads(request.concurrency, "garden-agent")
        self._calls = {v.label: AgentCall.of(v.agent, request.cases) for v in request.variants}
        self._loop = asyncio.get_running_loop()
        self._bell = asyncio.Event()
        self._alarm: asyncio.TimerHandle | None = None
        self._under_way: dict[Answer, Waiting] = {}
        self._arrived: deque[Answer] = deque()

    async def work(self) -> None:
        """Call trials until there are none, or none may be called."""
        self._course.control.watch(self._bell.set)
        try:
            await self._load()
            self._call_more()
            while self._under_way or not self._over():
                await self._bell.wait()
                self._bell.clear()
                await self._take_answers()
                self._call_more()
        except asyncio.CancelledError:
            self._keep_answers()
            raise
        finally:
            self._set_alarm(math.inf)
            for answer in self._under_way:
                answer.cancel()

    def shutdown(self) -> None:
        """Let the agents' threads end."""
        self._threads.shutdown()

    async def _load(self) -> None:
        """Load litellm before a model's first call, so that no latency is the import's."""
        agents = [trial.variant.agent for trial in self._course.opened.pending]
        if not is_warm() and any(isinstance(agent, LlmAgent) for agent in agents):
            with suppress(Exception):  # the call itself will say what is wrong
                await asyncio.to_thread(warm_up)

    def _over(self) -> bool:
        return self._course.control.halted or self._schedule.empty

    def _call_more(self) -> None:
        """Start all calls that may start now, and wake up when the next one may."""
        control = self._course.control
        for label in control.stopped:
            for dropped in self._schedule.drop(label):
                self._fail(dropped)
        if control.paused or control.halted:
            return
        now = self._loop.time()
        while len(self._under_way) < self._course.request.concurrency:
            waiting = self._schedule.next(now, control.may_call)
            if waiting is None:
                break
            self._call(waiting)
        due = self._schedule.due()
        self._set_alarm(due if due > now else math.inf)

    def _set_alarm(self, due: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None if math.isinf(due) else self._loop.call_at(due, self._bell.set)

    def _call(self, waiting: Waiting) -> None:
        trial = waiting.trial
        if not waiting.attempts:
            waiting.started = time.time()
            self._course.emit(TrialStarted(trial.variant.label, trial.case.id, trial.repeat))
        waiting.attempts += 1
        call = self._calls[trial.variant.label]
        answer = begin_attempt(
            call.function,
            call.arguments(self._course.request.cases, trial.case),
            threads=None if call.is_async else self._threads,
            timeout_s=self._course.request.timeout_s,
            finish=to_output,
        )
        self._under_way[answer] = waiting
        answer.add_done_callback(self._arrive)

    def _arrive(self, answer: Answer) -> None:
        if not answer.cancelled():
            self._arrived.append(answer)
            self._bell.set()

    async def _take_answers(self) -> None:
        """Take what has arrived, one answer per turn of the loop.

        Answers often arrive together. A call that may start after the first of them must not wait
        for all the others to be stored, and no latency should hold the time that this takes.
        """
        while self._arrived:
            answer = self._arrived.popleft()
            scored = self._take(self._under_way.pop(answer), answer.result())
            if scored is not None:
                await self._scoring.put(scored)
            self._call_more()
            await asyncio.sleep(0)

    def _keep_answers(self) -> None:
        """Store what arrived in the moment of a cancel; it will be scored by the next run."""
        while self._arrived:
            answer = self._arrived.popleft()
            self._take(self._under_way.pop(answer), answer.result())

    def _take(self, waiting: Waiting, done: Attempt) -> ToScore | None:
        """Store an answer and return what is to be scored, or see to what becomes of a failure."""
        if done.error is None and not done.timed_out and isinstance(done.value, Output):
            return self._store(waiting, done.value, done.latency_ms)
        waiting.failure = self._failure(done)
        due = self._due(waiting, done)
        if due is not None:
            trial, delay_s = waiting.trial, due - self._loop.time()
            self._schedule.put_back(waiting, due)
            self._course.emit(
                TrialRetried(
                    trial.variant.label,
                    trial.case.id,
                    trial.repeat,
                    waiting.attempts,
                    max(0.0, delay_s),
                    waiting.failure,
                )
            )
            return None
        self._fail(waiting)
        if done.error is not None and (reason := unusable_reason(done.error)) is not None:
            self._stop(waiting.trial.variant, done.error, reason)
        return None

    def _failure(self, done: Attempt) -> Failure:
        if done.timed_out:
            return Failure("timeout", f"no answer within {self._course.request.timeout_s:g} s")
        if done.error is not None:
            return failure_of(done.error)
        failure: Failure = done.value
        return failure

    def _due(self, waiting: Waiting, done: Attempt) -> float | None:
        """Return when a trial is to be called again, or None where it is not."""
        if done.error is None or waiting.attempts > self._course.request.retries:
            return None
        delay_s = retry_delay_s(done.error, waiting.attempts)
        return None if delay_s is None else self._loop.time() + delay_s

    def _stop(self, variant: Variant, error: BaseException, reason: str) -> None:
        """Stop a variant, and those that share with it what is used up."""
        account = getattr(error, "account", None)
        for other in self._course.request.variants:
            shares = account is not None and getattr(other.agent, "account", None) == account
            if other is variant or shares:
                self._course.stop(other.label, reason)

    def _store(self, waiting: Waiting, output: Output, latency_ms: float) -> ToScore:
        """Commit an output, and only then tell of it."""
        trial = waiting.trial
        stored = Stored(output, None, latency_ms, waiting.attempts, waiting.started, time.time())
        output_id = self._course.opened.journal.store(self._course.opened.row.id, trial, stored)
        self._course.emit(
            OutputStored(
                trial.variant.label,
                trial.case.id,
                trial.repeat,
                latency_ms,
                waiting.attempts,
                output.usage,
                reused=False,
            )
        )
        self._course.spend(output.usage.cost_usd)
        return ToScore(trial, output_id, output, {})

    def _fail(self, waiting: Waiting) -> None:
        """Commit a failure, and only then tell of it."""
        trial, failure = waiting.trial, waiting.failure
        if failure is None:
            raise AssertionError("a trial that failed has a failure")
        stored = Stored(None, failure, None, waiting.attempts, waiting.started, time.time())
        self._course.opened.journal.store(self._course.opened.row.id, trial, stored)
        self._course.emit(
            TrialFailed(trial.variant.label, trial.case.id, trial.repeat, failure, waiting.attempts)
        )
