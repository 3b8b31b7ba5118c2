"""Scoring: outputs get their scores as they arrive."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count

from garden_nb.core.records import Output, Score
from garden_nb.engine.events import TrialScored
from garden_nb.engine.foreign import attribute
from garden_nb.engine.limits import (
    Account,
    Limits,
    Refusals,
    Ticket,
    failure_of,
    unusable_reason,
)
from garden_nb.engine.limits.retry import is_rate_limit
from garden_nb.engine.plan import Trial
from garden_nb.engine.runner.attempt import Attempt, attempt, attempt_here
from garden_nb.engine.runner.course import Course
from garden_nb.engine.runner.daemon_threads import DaemonThreads
from garden_nb.engine.scorers import Scorer, ScorerCall
from garden_nb.engine.scorers.cells import to_scores
from garden_nb.engine.store import ScoreRow

__all__ = ["Scoring", "ToScore", "flat", "score_name"]

_log = logging.getLogger(__name__)

_BACKLOG = 1_000
"""Outputs that may wait for their scores before agents wait, so that memory stays flat."""
_SAVE_S = 0.05
"""A score can be given again, so scores are stored in batches; outputs never are."""


@dataclass(frozen=True, slots=True)
class ToScore:
    """An output that waits for scores.

    Attributes:
        trial: The trial.
        output_id: The output's id in the journal.
        output: The output, or None where it is to be read from the journal.
        known: Scores that are there already, by scorer and part.
    """

    trial: Trial
    output_id: int
    output: Output | None
    known: Mapping[str, Mapping[str, Score]]


class Scoring:
    """Calls the scorers on outputs and stores what they say.

    Args:
        course: The run.
        concurrency: Outputs that are scored at once.
    """

    def __init__(self, course: Course, concurrency: int) -> None:
        cases = course.request.cases
        self._course = course
        self._calls = [ScorerCall.of(scorer, cases) for scorer in course.opened.scorers]
        # A scorer that shares no account is held to no pace, but its refusals are waited out, too.
        self._accounts = {
            call.scorer.name: course.accounts.of(call.function)
            or Account(Limits(), concurrency, is_provider=False)
            for call in self._calls
        }
        self._timeout_s = course.request.timeout_s
        self._queue: asyncio.Queue[ToScore] = asyncio.Queue(_BACKLOG)
        self._threads = DaemonThreads(concurrency, "garden-scorer")
        self._rows: list[ScoreRow] = []
        self._stopped: dict[str, str] = {}
        self._unsaved = asyncio.Event()

    async def put(self, item: ToScore) -> None:
        """Take an output; waits while too many others wait."""
        if self._calls:
            await self._queue.put(item)

    def put_soon(self, item: ToScore) -> None:
        """Take an output at once; where too many others wait, the next run will score it."""
        if self._calls and not self._queue.full():
            self._queue.put_nowait(item)

    async def work(self) -> None:
        """Score outputs until cancelled."""
        while True:
            item = await self._queue.get()
            await self._score(item)
            self._queue.task_done()

    async def save(self) -> None:
        """Store scores until cancelled: a few commits a second, whatever the number of scores."""
        while True:
            await self._unsaved.wait()
            await asyncio.sleep(_SAVE_S)
            self.save_now()

    def save_now(self) -> None:
        """Store the scores that are there."""
        self._unsaved.clear()
        if self._rows:
            self._course.opened.journal.store_scores(self._rows)
            self._rows.clear()

    async def join(self) -> None:
        """Wait until every output that was put has its scores."""
        await self._queue.join()

    def shutdown(self) -> None:
        """Let the scorers' threads end."""
        self._threads.shutdown()

    async def _score(self, item: ToScore) -> None:
        case = item.trial.case
        output = item.output or self._course.opened.journal.output(item.output_id)
        scores = {name: dict(parts) for name, parts in item.known.items()}
        for call in self._calls:
            scorer = call.scorer
            if scorer.name not in scores:
                scores[scorer.name] = parts = await self._parts(call, item.trial, output)
                self._rows += [
                    ScoreRow(
                        item.output_id,
                        scorer.name,
                        scorer.version,
                        case.expected_digest,
                        part,
                        score,
                    )
                    for part, score in parts.items()
                ]
        self._unsaved.set()
        label, repeat = item.trial.variant.label, item.trial.repeat
        self._course.emit(TrialScored(label, case.id, repeat, flat(scores)))

    async def _parts(self, call: ScorerCall, trial: Trial, output: Output) -> dict[str, Score]:
        """Return a scorer's scores by part; what goes wrong with them costs no others."""
        try:
            return await self._call(call, trial, output)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is logged
            _log.exception("what %s said could not be handled", call.scorer.name)
            return _missing(error)

    async def _call(self, call: ScorerCall, trial: Trial, output: Output) -> dict[str, Score]:
        if call.is_quick:
            return self._scores(self._attempt_here(call, trial, output))
        account, refusals = self._accounts[call.scorer.name], Refusals()
        now, retries = asyncio.get_running_loop().time, self._course.request.retries
        for number in count(1):
            ticket = await self._enter(call.scorer, account)
            reason = self._refusal(call.scorer) or account.closed
            if ticket is None or reason:
                if ticket is not None:
                    account.withdrawn(ticket)
                return {"": Score(None, reason)}
            done = await self._attempt(call, trial, output)
            _settle(account, ticket, done, now())
            if done.error is None:
                break
            delay_s = refusals.delay_s(done.error, number, retries, account, now())
            if delay_s is None:
                break
            await asyncio.sleep(delay_s)
        if done.error is not None and (why := unusable_reason(done.error)) is not None:
            self._stopped.setdefault(call.scorer.name, why)
            self._course.accounts.close(attribute(done.error, "account"), why)
        return self._scores(done)

    async def _enter(self, scorer: Scorer, account: Account) -> Ticket | None:
        """Wait until a scorer may be called, a paid one as long as the run is paused, too."""
        control = self._course.control
        while True:
            if scorer.paid:
                await control.going()
            ticket = await account.entry()
            if ticket is None or not (scorer.paid and control.holds):
                return ticket
            account.withdrawn(ticket)

    def _attempt_here(self, call: ScorerCall, trial: Trial, output: Output) -> Attempt:
        given = call.arguments(self._course.request.cases, trial.case, output.value)
        return attempt_here(call.function, ((), given), to_scores)

    async def _attempt(self, call: ScorerCall, trial: Trial, output: Output) -> Attempt:
        given = call.arguments(self._course.request.cases, trial.case, output.value)
        return await attempt(
            call.function,
            ((), given),
            threads=None if call.is_async else self._threads,
            timeout_s=self._timeout_s,
            finish=to_scores,
        )

    def _refusal(self, scorer: Scorer) -> str:
        """Return why a scorer is not called: it cannot work, or costs what may not be spent."""
        if scorer.name in self._stopped:
            return self._stopped[scorer.name]
        halted = self._course.control.halted and scorer.paid
        return self._course.control.reason if halted else ""

    def _scores(self, done: Attempt) -> dict[str, Score]:
        if done.timed_out:
            return {"": Score(None, f"timeout: no score within {self._timeout_s:g} s")}
        if done.error is not None:
            return _missing(done.error)
        scores: dict[str, Score] = done.value
        for score in scores.values():
            self._course.spend(score.usage.cost_usd if score.usage else None)
        return scores


def _missing(error: BaseException) -> dict[str, Score]:
    failure = failure_of(error)
    return {"": Score(None, f"{failure.kind}: {failure.message}")}


def _settle(account: Account, ticket: Ticket, done: Attempt, now: float) -> None:
    """Tell a scorer's account how its call went."""
    if done.error is not None and is_rate_limit(done.error):
        account.refused(ticket, done.error, now)
    elif done.error is not None or done.timed_out:
        account.failed(ticket)
    else:
        usage = next((s.usage for s in done.value.values() if s.usage is not None), None)
        account.answered(ticket, usage, asked=(usage and usage.steps) or 1)


def score_name(scorer: str, part: str) -> str:
    """Return the name of a score: the scorer's, with the part behind it where there are several."""
    return f"{scorer}.{part}" if part else scorer


def flat(scores: Mapping[str, Mapping[str, Score]]) -> dict[str, Score]:
    """Return scores by name from scores by scorer and part."""
    return {
        score_name(scorer, part): score
        for scorer, parts in scores.items()
        for part, score in parts.items()
    }
