"""Limits of a whole run: how many at once, how fast, and what ends."""

import asyncio
import itertools
import time
from collections import Counter
from email.utils import formatdate

import pytest

from garden_nb.core.records import Output, Score, Usage
from garden_nb.engine.events import RunState, TrialRetried, VariantStopped
from garden_nb.engine.limits import Limits, VariantUnusableError
from garden_nb.engine.scorers import Scorer
from garden_nb.errors import InputError


class BusyError(Exception):
    status_code = 429

    def __init__(self, retry_after=None):
        super().__init__("too many requests")
        if retry_after is not None:
            self.retry_after = retry_after


def always(error):
    """Return what refuses every call with `error`."""

    def refuse(number):
        return error

    return refuse


class Service:
    """A model's stand-in: notes when it is called and how many calls it has at once."""

    def __init__(self, account=None, wait_s=0.005, refuse=None):
        if account is not None:
            self.account = account
        self.wait_s = wait_s
        self.refuse = refuse or always(None)
        self.times = []
        self.under_way = self.most = 0

    async def __call__(self, question):
        number = len(self.times)
        self.times.append(time.monotonic())
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        try:
            await asyncio.sleep(self.wait_s)
        finally:
            self.under_way -= 1
        error = self.refuse(number)
        if error is not None:
            raise error
        return Output(question[1:], Usage(80, 20))

    def gaps(self):
        return [after - before for before, after in itertools.pairwise(self.times)]


def test_a_variant_has_its_own_limit(garden, cases):
    a, b = Service(), Service()
    garden.run({"a": a, "b": b}, cases=cases(20), concurrency=8, limits=Limits(per_variant=3))
    assert (a.most, b.most) == (3, 3)


def test_variants_of_one_account_share_its_limit(garden, cases):
    account = Service()
    shared = {label: Alias(account, "x") for label in "ab"}
    other = Service("y")
    garden.run({**shared, "c": other}, cases=cases(12), concurrency=8, limits=Limits(per_account=2))
    assert (account.most, other.most) == (2, 2)


class Alias:
    def __init__(self, service, account):
        self.account = account
        self.service = service

    async def __call__(self, question):
        return await self.service(question)


def test_a_variant_that_must_wait_holds_no_other_up(garden, cases):
    slow, quick = Service(wait_s=0.1), Service()
    done = []

    def watch(event):
        if getattr(event, "latency_ms", None) is not None:
            done.append(event.variant)

    garden.run(
        {"slow": slow, "quick": quick},
        cases=cases(10),
        concurrency=4,
        limits=Limits(per_variant=1),
        subscribers=(watch,),
    )
    assert Counter(done) == {"slow": 10, "quick": 10}
    assert done.index("quick") == 0
    assert done[:12].count("quick") == 10


def test_requests_per_minute_are_spread_evenly(garden, cases):
    service = Service(wait_s=0.0)
    limits = Limits(requests_per_minute=1200)
    garden.run({"a": service}, cases=cases(12), concurrency=8, limits=limits)
    assert service.times[-1] - service.times[0] >= 10 * 0.05
    assert sorted(service.gaps())[len(service.gaps()) // 2] >= 0.04


def test_tokens_per_minute_hold_calls_back(garden, cases):
    service = Service(wait_s=0.0)
    started = time.monotonic()
    garden.run(
        {"a": service}, cases=cases(8), concurrency=1, limits=Limits(tokens_per_minute=60_000)
    )
    elapsed_s = time.monotonic() - started
    assert 0.5 <= elapsed_s <= 6


def test_a_storm_of_refusals_is_waited_out_by_everybody(garden, cases):
    until = time.monotonic() + 0.6
    refused = []

    def refuse(number):
        if time.monotonic() >= until:
            return None
        refused.append(time.monotonic())
        return BusyError(0.3)

    service = Service(refuse=refuse)
    run = garden.run({"a": service}, cases=cases(30), concurrency=8, retries=4)
    assert [record.failure for record in run.records()] == [None] * 30
    assert len(refused) == len(garden.of(TrialRetried)) < 16
    assert len(service.times) == 30 + len(refused)
    for told in refused:
        assert not [moment for moment in service.times if told + 0.01 < moment < told + 0.3]


def test_a_date_in_retry_after_is_kept(garden, cases):
    seen = []

    def refuse(number):
        if number == 0:
            seen.append(int(time.time()) + 2)
            return BusyError(formatdate(seen[0], usegmt=True))
        return None

    service = Service(refuse=refuse)
    called = []

    async def agent(question):
        called.append(time.time())
        return await service(question)

    run = garden.run({"a": agent}, cases=cases(1))
    assert run.records()[0].attempts == 2
    assert called[1] >= seen[0]


@pytest.mark.parametrize("retry_after", [-5, "-5", "nonsense", float("nan"), ""])
def test_absurd_waits_neither_hang_nor_hammer(garden, cases, retry_after):
    service = Service(refuse=lambda number: BusyError(retry_after) if number == 0 else None)
    started = time.monotonic()
    run = garden.run({"a": service}, cases=cases(1))
    assert run.records()[0].failure is None
    assert time.monotonic() - started < 3


@pytest.mark.parametrize("retry_after", ["1e99", float("inf"), 3600])
def test_a_provider_that_asks_for_hours_is_not_asked_again(garden, cases, retry_after):
    service = Service("x", refuse=always(BusyError(retry_after)))
    run = garden.run({"a": service, "b": lambda question: question}, cases=cases(50), concurrency=2)
    assert len(service.times) <= 2
    assert "asks for a wait of" in run.stopped["a"]
    assert run.progress.snapshot().variants["b"].done == 50


def test_a_quota_that_is_used_up_stops_every_variant_of_the_account(garden, cases):
    refusal = VariantUnusableError("the quota of the day is used up", kind="quota", account="x")
    service = Service("x", refuse=lambda number: refusal if number >= 4 else None)
    other = Service("y")
    run = garden.run(
        {"a": service, "b": Alias(service, "x"), "c": other}, cases=cases(40), concurrency=3
    )
    assert len(service.times) <= 8
    assert set(run.stopped) == {"a", "b"}
    assert len(other.times) == 40
    assert run.state is RunState.FINISHED


@pytest.mark.parametrize("retries", [0, 3])
def test_a_run_in_which_every_call_is_refused_ends_with_one_message(
    garden, cases, retries, monkeypatch
):
    monkeypatch.setattr("garden_nb.engine.limits.retry._FIRST_WAIT_S", 0.02)
    monkeypatch.setattr("garden_nb.engine.limits.account._FIRST_PATIENCE_S", 0.3)
    service = Service(refuse=always(BusyError()))
    run = garden.run({"a": service}, cases=cases(400), concurrency=8, retries=retries)
    assert len(service.times) < 40
    assert run.state is RunState.CANCELLED
    assert run.reason.startswith(
        "nothing is called any more: every call was refused for its rate for"
    )
    (stopped,) = garden.of(VariantStopped)
    assert stopped.reason in run.reason
    assert sum(record.attempts for record in run.records()) == len(service.times)
    assert retries or all(record.attempts == 1 for record in run.records())


@pytest.mark.parametrize("own", [True, False])
def test_judges_that_are_refused_keep_their_retries(garden, cases, own, monkeypatch):
    monkeypatch.setattr("garden_nb.engine.limits.retry._FIRST_WAIT_S", 0.01)
    asked = Counter()

    class Judge:
        async def __call__(self, output):
            asked[output] += 1
            if asked[output] <= 4:
                raise BusyError
            return 1.0

    judge = Judge()
    if own:
        judge.account = "x"
    scorers = [Scorer("j", judge, "1")]
    run = garden.run({"a": str.upper}, scorers, cases=cases(1), retries=1)
    assert [record.scores["j"].value for record in run.records()] == [1.0]
    assert set(asked.values()) == {5}


def test_no_retries_means_one_call_whatever_the_failure(garden, cases):
    for error in (BusyError(), BusyError(0), ConnectionError("reset"), TimeoutError("slow")):
        service = Service(refuse=always(error))
        garden.run({"a": service}, cases=cases(1), retries=0)
        assert len(service.times) == 1


def test_a_deadline_holds_over_all_attempts(garden, cases):
    service = Service(wait_s=0.1, refuse=always(ConnectionError("reset")))
    started = time.monotonic()
    run = garden.run({"a": service}, cases=cases(3), retries=50, deadline_s=1.5)
    assert time.monotonic() - started < 3
    for record in run.records():
        assert record.failure.kind in {"ConnectionError", "deadline"}
        assert 2 <= record.attempts <= 5


def test_a_deadline_cuts_an_attempt_short(garden, cases):
    service = Service(wait_s=30)
    run = garden.run({"a": service}, cases=cases(2), deadline_s=0.2)
    assert {record.failure.kind for record in run.records()} == {"deadline"}
    assert run.records()[0].failure.message == "no answer within 0.2 s, counting all attempts"


def test_a_trial_whose_account_rests_beyond_its_deadline_is_given_up(garden, cases):
    service = Service(refuse=lambda number: BusyError(60 if number else 0.05))
    started = time.monotonic()
    run = garden.start({"a": service}, cases=cases(3), concurrency=1, deadline_s=0.5)
    while len(run.records()) < 1:
        assert time.monotonic() - started < 5
        time.sleep(0.02)
    run.cancel()
    run.wait(5)
    assert {record.failure.kind for record in run.records()} == {"BusyError"}


def test_judges_share_the_account_of_models(garden, cases):
    service = Service("x")

    class Judge:
        account = "x"

        async def __call__(self, output):
            await service(output)
            return Score(1.0, usage=Usage(10, 5))

    scorer = Scorer("judge", Judge().__call__, "1", paid=True)
    run = garden.run(
        {"a": service}, [scorer], cases=cases(20), concurrency=8, limits=Limits(per_account=3)
    )
    assert service.most == 3
    assert len(service.times) == 40
    assert all(record.scores["judge"].value == 1.0 for record in run.records())


def test_a_judge_that_is_refused_waits_and_scores(garden, cases):
    service = Service("x", refuse=lambda number: BusyError(0.1) if number < 3 else None)

    class Judge:
        account = "x"

        async def __call__(self, output):
            await service(output)
            return 1.0

    run = garden.run({"a": lambda question: question}, [Scorer("j", Judge().__call__, "1")])
    assert all(record.scores["j"].value == 1.0 for record in run.records())


def test_a_judges_quota_stops_the_models_of_its_account(garden, cases):
    service = Service("x")

    class Judge:
        account = "x"

        async def __call__(self, output):
            raise VariantUnusableError("used up", kind="quota", account="x")

    run = garden.run(
        {"a": service}, [Scorer("j", Judge().__call__, "1")], cases=cases(300), concurrency=2
    )
    assert run.stopped == {"a": "used up"}
    assert len(service.times) < 300
    scores = [record.scores["j"] for record in run.records() if record.output]
    assert all(score.value is None and "used up" in score.reason for score in scores)


def test_wrong_limits_are_refused_before_anything_runs(garden):
    with pytest.raises(InputError) as caught:
        garden.start({"a": print}, limits=Limits(per_variant=0), deadline_s=-1)
    assert {problem.where for problem in caught.value.problems} >= {"limits", "deadline_s"}
