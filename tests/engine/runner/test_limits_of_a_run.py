"""Retries, timeouts, costs and stops: a run always ends, and says why."""

import asyncio
import threading
import time

import pytest

from garden_nb.core.records import Output, Usage
from garden_nb.engine.events import (
    OutputStored,
    RunFinished,
    RunState,
    TrialFailed,
    TrialRetried,
    TrialStarted,
    VariantStopped,
)
from garden_nb.engine.limits import VariantUnusableError
from garden_nb.engine.scorers import exact_match
from garden_nb.errors import GardenError


class BusyError(Exception):
    def __init__(self, retry_after):
        super().__init__("429 too many requests, api_key=abcdefgh012345")
        self.status_code = 429
        self.retry_after = retry_after


class Flaky:
    """Fails so many times for every question, then answers."""

    def __init__(self, failures, kind=BusyError, retry_after=0.0):
        self.left = {}
        self.failures = failures
        self.error = kind(retry_after)
        self.times = {}

    async def __call__(self, question):
        self.times.setdefault(question, []).append(time.monotonic())
        left = self.left.setdefault(question, self.failures)
        if left:
            self.left[question] = left - 1
            raise self.error
        return question[1:]


def test_a_trial_that_is_refused_twice_succeeds_with_two_retries(garden):
    flaky = Flaky(2, ConnectionError)
    run = garden.run({"a": flaky}, [exact_match], retries=2)
    for record in run.records():
        assert (record.attempts, record.failure) == (3, None)
        assert record.scores["exact_match"].value == 1.0
    retried = garden.of(TrialRetried)
    assert len(retried) == 12
    assert {event.attempt for event in retried} == {1, 2}
    assert {event.failure.kind for event in retried} == {"ConnectionError"}
    assert run.progress.snapshot().retries == 12


@pytest.fixture
def short_waits(monkeypatch):
    monkeypatch.setattr("garden_nb.engine.limits.retry._FIRST_WAIT_S", 0.001)


@pytest.mark.parametrize("retries", [0, 1])
def test_no_more_attempts_than_allowed(garden, retries, short_waits):
    flaky = Flaky(9, ConnectionError)
    records = garden.run({"a": flaky}, retries=retries).records()
    assert {len(times) for times in flaky.times.values()} == {retries + 1}
    assert {(r.attempts, r.failure.kind) for r in records} == {(retries + 1, "ConnectionError")}


def test_what_came_too_fast_takes_none_of_the_retries(garden, cases, short_waits):
    flaky = Flaky(4)
    run = garden.run({"a": flaky}, [exact_match], retries=1, cases=cases(2))
    for record in run.records():
        assert (record.attempts, record.failure) == (5, None)
        assert record.scores["exact_match"].value == 1.0
    assert run.progress.snapshot().retries == len(garden.of(TrialRetried)) == 4 * 2
    assert "abcdefgh" not in str(garden.events)


def test_no_retries_are_one_call_also_for_what_came_too_fast(garden, short_waits):
    records = garden.run({"a": Flaky(5)}, retries=0).records()
    assert {(r.attempts, r.failure.kind) for r in records} == {(1, "BusyError")}


def test_failures_between_refusals_are_counted_as_the_trials_own(garden, cases, short_waits):
    errors = [BusyError(0), ConnectionError(), BusyError(0), BusyError(0), ConnectionError()]

    async def agent(question):
        raise errors.pop(0)

    (record,) = garden.run({"a": agent}, retries=1, cases=cases(1)).records()
    assert (record.attempts, record.failure.kind) == (5, "ConnectionError")


def test_one_trial_that_is_refused_for_itself_is_given_up(garden, cases, short_waits):
    asked = []

    async def agent(question):
        if question == "q0":
            asked.append(question)
            raise BusyError(0)
        await asyncio.sleep(0.02)
        return question[1:]

    run = garden.run({"a": agent}, retries=2, cases=cases(300), concurrency=3)
    failed = [record for record in run.records() if record.failure]
    assert [(r.case_id, r.attempts) for r in failed] == [("c0", len(asked))]
    assert 20 < len(asked) < 60
    assert run.stopped == {}


def test_no_call_comes_before_its_allowed_time(garden, cases):
    flaky = Flaky(1, retry_after=0.3)
    garden.run({"a": flaky}, retries=1, cases=cases(2))
    for first, second in flaky.times.values():
        assert second - first >= 0.3


def test_a_service_that_asks_for_an_hour_is_not_waited_for(garden, cases):
    run = garden.run({"a": Flaky(1, retry_after=3600)}, retries=5, cases=cases(2))
    assert [record.attempts for record in run.records()] == [1, 1]


def test_an_error_that_stays_is_not_tried_again(garden, counting):
    def agent(question):
        counting(question)
        raise ValueError("always")

    garden.run({"a": agent}, retries=5)
    assert len(counting.asked) == 6


@pytest.mark.parametrize(
    "how", ["await", "await again after a cancel", "block", "block in a thread"]
)
def test_a_hanging_agent_times_out_and_the_run_ends(garden, how):
    free = threading.Event()

    async def hang():
        if how == "block in a thread":
            await asyncio.to_thread(free.wait)
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            if how == "await again after a cancel":
                await asyncio.Event().wait()
            raise

    async def asynchronous(question):
        if question == "q2":
            await hang()
        return question[1:]

    def blocking(question):
        if question == "q2":
            free.wait()
        return question[1:]

    started = time.monotonic()
    agent = blocking if how == "block" else asynchronous
    run = garden.run({"a": agent}, timeout_s=0.3, retries=3)
    assert time.monotonic() - started < 5
    free.set()
    failed = [record for record in run.records() if record.failure]
    assert [(r.case_id, r.failure.kind, r.attempts) for r in failed] == [("c2", "timeout", 1)]
    assert failed[0].failure.message == "no answer within 0.3 s"
    assert run.state is RunState.FINISHED


def test_blocked_threads_are_replaced(garden, cases):
    free = threading.Event()

    def agent(question):
        if int(question[1:]) % 2:
            free.wait()
        return question

    run = garden.run({"a": agent}, cases=cases(20), concurrency=2, timeout_s=0.1)
    free.set()
    total = run.progress.snapshot().total
    assert (total.done, total.failed) == (10, 10)


def test_a_late_answer_of_a_call_that_was_given_up_changes_nothing(garden, cases):
    free = threading.Event()

    def agent(question):
        free.wait()
        return question

    run = garden.run({"a": agent}, cases=cases(2), timeout_s=0.1)
    before = run.records()
    free.set()
    time.sleep(0.1)
    assert run.records() == before
    assert {record.failure.kind for record in before} == {"timeout"}


def test_an_async_agent_that_blocks_the_loop_is_named(garden, monkeypatch):
    monkeypatch.setattr("garden_nb.engine.runner.course._PATIENCE_S", 0.2)
    free = threading.Event()

    asked = []

    async def agent(question):
        asked.append(question)
        if len(asked) == 3:
            free.wait()
        return question

    run = garden.start({"a": agent}, timeout_s=0.3, concurrency=1)
    with pytest.raises(GardenError, match=r"agent \(line \d+ of test_limits_of_a_run.py\) blocks"):
        run.wait(20)
    assert run.state is RunState.FAILED
    assert len(run.records()) == 2
    free.set()
    started = time.monotonic()
    while any(thread.name == f"garden-{run.name}" for thread in threading.enumerate()):
        assert time.monotonic() - started < 10
        time.sleep(0.01)
    assert run.state is RunState.FAILED
    assert len(asked) == 3
    assert len(garden.of(RunFinished)) == 1


def test_a_variant_that_cannot_work_is_stopped_and_others_go_on(garden, cases, counting):
    asked = []

    class AuthenticationError(Exception):
        status_code = 401

    async def keyless(question):
        asked.append(question)
        raise AuthenticationError("Incorrect API key provided: sk-abcdefghijkl")

    run = garden.run({"bad": keyless, "good": counting}, cases=cases(50), concurrency=4)
    assert len(asked) <= 4
    assert len(counting.asked) == 50
    (stopped,) = garden.of(VariantStopped)
    assert stopped.variant == "bad"
    reason = "AuthenticationError: Incorrect API key provided: [redacted]"
    assert run.stopped == {"bad": reason}
    assert run.progress.snapshot().variants["bad"].stopped == reason
    assert run.state is RunState.FINISHED
    assert len([r for r in run.records() if r.variant == "bad"]) == len(asked)


def test_an_agent_can_say_that_its_variant_cannot_work(garden, counting):
    def agent(question):
        raise VariantUnusableError("the index is missing")

    run = garden.run({"bad": agent, "good": counting}, concurrency=1)
    assert run.stopped == {"bad": "the index is missing"}
    assert len(counting.asked) == 6


@pytest.mark.parametrize("concurrency", [1, 4])
def test_the_cost_limit_stops_cleanly(garden, cases, concurrency):
    async def agent(question):
        await asyncio.sleep(0.001)
        return Output(question[1:], Usage(cost_usd=0.25))

    options = {"cases": cases(50), "concurrency": concurrency, "name": "x"}
    run = garden.run({"a": agent}, [exact_match], max_cost_usd=1.0, **options)
    records = run.records()
    assert 4 <= len(records) < 4 + concurrency
    assert all(record.scores["exact_match"].value == 1.0 for record in records)
    assert run.state is RunState.CANCELLED
    assert run.reason.startswith("max_cost_usd: the run has cost $1")
    more = garden.run({"a": agent}, [exact_match], **options)
    assert more.reused == len(records)
    assert len(more.records()) == 50


def test_a_run_that_goes_on_has_cost_what_it_cost_before(garden):
    """Raising the limit buys the difference, asking again buys nothing."""

    def agent(question):
        return Output(question, Usage(cost_usd=1.0))

    def run(limit_usd):
        given = {"name": "qa", "concurrency": 1, "max_cost_usd": limit_usd}
        return len(garden.run({"a": agent}, [exact_match], **given).records())

    assert (run(3), run(3), run(5)) == (3, 3, 5)


def test_unknown_costs_stop_nothing(garden):
    assert garden.run({"a": lambda question: question}, max_cost_usd=0.01).state == "finished"


def test_the_stop_rule_ends_a_variant(garden, cases, monkeypatch):
    monkeypatch.setattr("garden_nb.engine.runner.course._RULE_INTERVAL_S", 0.0)
    seen = []

    def rule(snapshot):
        seen.append(snapshot)
        return {"b"} if snapshot.variants["b"].scored >= 5 else None

    async def agent(question):
        await asyncio.sleep(0.001)
        return question[1:]

    run = garden.run(
        {"a": agent, "b": agent}, [exact_match], cases=cases(40), stop_rule=rule, concurrency=2
    )
    counts = run.progress.snapshot().variants
    assert counts["a"].done == 40
    assert 5 <= counts["b"].done < 20
    assert run.stopped == {"b": "the stop rule has decided"}
    assert run.state is RunState.FINISHED
    assert seen


def test_a_broken_stop_rule_is_raised(garden):
    def rule(snapshot):
        raise ZeroDivisionError("a bug")

    with pytest.raises(ZeroDivisionError):
        garden.start({"a": lambda question: question}, [exact_match], stop_rule=rule).wait(20)


def test_every_started_trial_ends(garden, short_waits):
    garden.run({"a": Flaky(1), "b": Flaky(9, ConnectionError)}, retries=1)
    started = {(e.variant, e.case_id) for e in garden.of(TrialStarted)}
    ended = {
        (e.variant, e.case_id) for e in garden.events if isinstance(e, OutputStored | TrialFailed)
    }
    assert started == ended
    assert len(started) == 12
