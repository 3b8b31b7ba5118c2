"""Calling: trials become outputs in the journal."""

import asyncio
import logging
import math
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass

from garden_nb.core.records import Failure, Output
from garden_nb.engine.agents import AgentCall, to_output
from garden_nb.engine.events import TrialStarted
from garden_nb.engine.foreign import attribute
from garden_nb.engine.limits import Ticket, failure_of, unusable_reason
from garden_nb.engine.llm import LlmAgent
from garden_nb.engine.llm.door import is_warm, warm_up
from garden_nb.engine.runner.attempt import Attempt, begin_attempt
from garden_nb.engine.runner.course import Course
from garden_nb.engine.runner.daemon_threads import DaemonThreads
from garden_nb.engine.runner.keeping import keep_failure, keep_output, tell_retry
from garden_nb.engine.runner.lanes import Lanes
from garden_nb.engine.runner.schedule import Schedule, Waiting
from garden_nb.engine.runner.scoring import Scoring, ToScore
from garden_nb.errors import JournalError

__all__ = ["Calling"]

_log = logging.getLogger(__name__)

Answer = asyncio.Future[Attempt]


@dataclass(frozen=True, slots=True)
class _UnderWay:
    waiting: Waiting
    ticket: Ticket


class Calling:
    """Calls the agents of pending trials, keeps what they answer, and calls again where it helps.

    Args:
        course: The run.
        scoring: Takes the outputs.
    """

    def __init__(self, course: Course, scoring: Scoring) -> None:
        request = course.request
        self._course = course
        self._request = request
        self._scoring = scoring
        self._schedule = Schedule(course.opened.pending)
        self._lanes = Lanes(course)
        self._threads = DaemonThreads(request.concurrency, "garden-agent")
        self._calls = {v.label: AgentCall.of(v.agent, request.cases) for v in request.variants}
        self._loop = asyncio.get_running_loop()
        self._bell = asyncio.Event()
        self._alarm: asyncio.TimerHandle | None = None
        self._under_way: dict[Answer, _UnderWay] = {}
        self._arrived: deque[Answer] = deque()

    async def work(self) -> None:
        """Call trials until there are none, or none may be called."""
        self._course.control.watch(self._bell.set)
        self._course.accounts.watch(self._bell.set)
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
        """Start all calls that may start now, and see to it that the next one is not forgotten."""
        now = self._loop.time()
        self._clear_away(now)
        if self._course.control.paused or self._course.control.halted:
            return
        while len(self._under_way) < self._request.concurrency:
            waiting = self._schedule.next(now, lambda label: self._lanes.opens_at(label) <= now)
            if waiting is None:
                break
            self._call(waiting, now)
        due, opens_at = self._schedule.due(), self._lanes.next_at(self._schedule.labels, now)
        self._set_alarm(min(time for time in (due, opens_at, math.inf) if time > now))

    def _clear_away(self, now: float) -> None:
        """Keep the last failures of trials that are not called again after all."""
        self._course.stop_closed()
        for label in self._course.control.stopped:
            for dropped in self._schedule.drop(label):
                keep_failure(self._course, dropped)
        for expired in self._schedule.expired(now):
            keep_failure(self._course, expired)

    def _set_alarm(self, due: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None if math.isinf(due) else self._loop.call_at(due, self._bell.set)

    def _call(self, waiting: Waiting, now: float) -> None:
        trial, label = waiting.trial, waiting.trial.variant.label
        if not waiting.attempts:
            waiting.started = time.time()
            waiting.deadline = now + (self._request.deadline_s or math.inf)
            self._course.emit(TrialStarted(label, trial.case.id, trial.repeat))
        waiting.attempts += 1
        call = self._calls[label]
        limit_s = min(self._request.timeout_s or math.inf, waiting.deadline - now)
        answer = begin_attempt(
            call.invoke,
            ((self._request.cases, trial.case), {}),
            threads=None if call.is_async else self._threads,
            timeout_s=None if math.isinf(limit_s) else limit_s,
            finish=to_output,
        )
        self._under_way[answer] = _UnderWay(waiting, self._lanes.begin(label, now))
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
            scored = self._take(self._arrived.popleft())
            if scored is not None:
                await self._scoring.put(scored)
            self._call_more()
            await asyncio.sleep(0)

    def _keep_answers(self) -> None:
        """Keep what arrived in the moment of a cancel."""
        while self._arrived:
            scored = self._take(self._arrived.popleft())
            if scored is not None:
                self._scoring.put_soon(scored)

    def _take(self, answer: Answer) -> ToScore | None:
        """Keep an answer and return what is to be scored, or see to what becomes of a failure.

        Nobody can foresee what answers and exceptions are like: one that cannot be handled is a
        failure of its trial. What the journal itself says ends the run.
        """
        under_way, done = self._under_way.pop(answer), answer.result()
        try:
            return self._handle(under_way, done)
        except JournalError:
            raise
        except Exception as error:  # noqa: BLE001  # whatever it is, it is logged
            _log.exception("an answer could not be handled; its trial has failed")
            under_way.waiting.failure = failure_of(error)
            keep_failure(self._course, under_way.waiting)
            return None

    def _handle(self, under_way: _UnderWay, done: Attempt) -> ToScore | None:
        waiting, now = under_way.waiting, self._loop.time()
        label = waiting.trial.variant.label
        self._lanes.end(label, under_way.ticket, done, now)
        if isinstance(done.value, Output):
            return keep_output(self._course, waiting, done.value, done.latency_ms)
        waiting.failure = self._failure(waiting, done, now)
        delay_s = None if done.error is None else self._delay_s(waiting, done.error, now)
        if delay_s is not None and now + delay_s < waiting.deadline:
            self._schedule.put_back(waiting, now + delay_s)
            tell_retry(self._course, waiting, delay_s)
            return None
        keep_failure(self._course, waiting)
        if done.error is not None and (reason := unusable_reason(done.error)) is not None:
            self._course.accounts.close(attribute(done.error, "account"), reason)
            self._course.stop(label, reason)
        return None

    def _failure(self, waiting: Waiting, done: Attempt, now: float) -> Failure:
        if done.timed_out and now >= waiting.deadline:
            limit_s = self._request.deadline_s
            return Failure("deadline", f"no answer within {limit_s:g} s, counting all attempts")
        if done.timed_out:
            return Failure("timeout", f"no answer within {self._request.timeout_s:g} s")
        if done.error is not None:
            return failure_of(done.error)
        failure: Failure = done.value
        return failure

    def _delay_s(self, waiting: Waiting, error: BaseException, now: float) -> float | None:
        account = self._course.accounts.of_variant(waiting.trial.variant.label)
        retries = self._request.retries
        return waiting.refusals.delay_s(error, waiting.attempts, retries, account, now)
