"""Calling: trials become outputs in the journal."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count

from garden_nb.core.records import Failure, Output
from garden_nb.core.variants import Variant
from garden_nb.engine.agents import AgentCall, to_output
from garden_nb.engine.events import (
    OutputStored,
    TrialFailed,
    TrialRetried,
    TrialStarted,
)
from garden_nb.engine.limits import failure_of, retry_delay_s, unusable_reason
from garden_nb.engine.llm import LlmAgent
from garden_nb.engine.llm.door import is_warm, warm_up
from garden_nb.engine.plan import Trial
from garden_nb.engine.runner.attempt import Attempt, attempt
from garden_nb.engine.runner.course import Course
from garden_nb.engine.runner.daemon_threads import DaemonThreads
from garden_nb.engine.runner.scoring import Scoring, ToScore
from garden_nb.engine.store import Stored

__all__ = ["Calling"]


class Calling:
    """Calls the agents of pending trials, one after the other in each slot.

    Args:
        course: The run.
        scoring: Takes the outputs.
    """

    def __init__(self, course: Course, scoring: Scoring) -> None:
        request = course.request
        self._course = course
        self._scoring = scoring
        self._pending: Iterator[Trial] = iter(course.opened.pending)
        self._threads = DaemonThreads(request.concurrency, "garden-agent")
        self._calls = {v.label: AgentCall.of(v.agent, request.cases) for v in request.variants}
        self._loading = asyncio.Lock()

    async def work(self) -> None:
        """Take trials until there are none, or none may be called: one slot."""
        for trial in self._pending:
            await self._course.control.cleared()
            await self._load(trial.variant)
            if self._course.control.halted:
                return
            if self._course.control.may_call(trial.variant.label):
                await self._trial(trial)

    def shutdown(self) -> None:
        """Let the agents' threads end."""
        self._threads.shutdown()

    async def _load(self, variant: Variant) -> None:
        """Load litellm before a model's first call, so that no latency is the import's."""
        if isinstance(variant.agent, LlmAgent) and not is_warm():
            async with self._loading:
                with suppress(Exception):  # the call itself will say what is wrong
                    await asyncio.to_thread(warm_up)

    async def _trial(self, trial: Trial) -> None:
        label, case_id, repeat = trial.variant.label, trial.case.id, trial.repeat
        self._course.emit(TrialStarted(label, case_id, repeat))
        started = time.time()
        for number in count(1):
            done = await self._attempt(trial)
            result = self._result(done)
            delay_s = self._delay_s(done, number)
            if isinstance(result, Output) or delay_s is None:
                break
            self._course.emit(TrialRetried(label, case_id, repeat, number, delay_s, result))
            await asyncio.sleep(delay_s)
            await self._course.control.cleared()
            if not self._course.control.may_call(label):
                break
        output = result if isinstance(result, Output) else None
        failure = None if isinstance(result, Output) else result
        latency_ms = done.latency_ms if output else None
        stored = Stored(output, failure, latency_ms, number, started, time.time())
        output_id = self._course.opened.journal.store(self._course.opened.row.id, trial, stored)
        await self._stored(trial, stored, output_id)
        if done.error is not None and (reason := unusable_reason(done.error)) is not None:
            self._stop(trial.variant, done.error, reason)

    def _stop(self, variant: Variant, error: BaseException, reason: str) -> None:
        """Stop a variant, and those that share with it what is used up."""
        account = getattr(error, "account", None)
        for other in self._course.request.variants:
            shares = account is not None and getattr(other.agent, "account", None) == account
            if other is variant or shares:
                self._course.stop(other.label, reason)

    async def _attempt(self, trial: Trial) -> Attempt:
        call = self._calls[trial.variant.label]
        return await attempt(
            call.function,
            call.arguments(self._course.request.cases, trial.case),
            threads=None if call.is_async else self._threads,
            timeout_s=self._course.request.timeout_s,
            finish=to_output,
        )

    def _result(self, done: Attempt) -> Output | Failure:
        if done.timed_out:
            return Failure("timeout", f"no answer within {self._course.request.timeout_s:g} s")
        if done.error is not None:
            return failure_of(done.error)
        result: Output | Failure = done.value
        return result

    def _delay_s(self, done: Attempt, number: int) -> float | None:
        if done.error is None or number > self._course.request.retries:
            return None
        return retry_delay_s(done.error, number)

    async def _stored(self, trial: Trial, stored: Stored, output_id: int) -> None:
        label, case_id, repeat = trial.variant.label, trial.case.id, trial.repeat
        if stored.failure is not None:
            self._course.emit(TrialFailed(label, case_id, repeat, stored.failure, stored.attempts))
        elif stored.output is not None:
            usage, latency_ms = stored.output.usage, stored.latency_ms
            self._course.emit(
                OutputStored(
                    label, case_id, repeat, latency_ms, stored.attempts, usage, reused=False
                )
            )
            self._course.spend(usage.cost_usd)
            await self._scoring.put(ToScore(trial, output_id, stored.output, {}))
