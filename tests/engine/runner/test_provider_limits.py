"""Limits of a provider, tried on a server that speaks its language."""

import pytest

from garden_nb.core.variants import parse_variants
from garden_nb.engine.events import RunState
from garden_nb.engine.judge import CallableJudge, Judge
from garden_nb.engine.limits import Limits
from garden_nb.engine.llm import LlmAgent
from garden_nb.engine.llm.door import warm_up
from loopback import Bucket, LoopbackServer, Temper
from loopback.fixtures import loopback

__all__ = ["loopback"]

KEY = "sk-loopback-0123456789"


@pytest.fixture(scope="module", autouse=True)
def _litellm():
    warm_up()


@pytest.fixture
def models(garden, loopback: LoopbackServer):
    """Runs models of the server by label."""

    def run(labels, scorers=(), **options):
        door = {"api_base": loopback.base_url, "api_key": KEY}
        agents = {label: LlmAgent(model=f"openai/{label}", **door) for label in labels}
        variants = {variant.label: variant for variant in parse_variants(agents, [])}
        handle = garden.start(variants, scorers, **options)
        assert handle.wait(60), handle.progress.snapshot()
        return handle

    return run


def test_a_storm_of_refusals_is_waited_out_and_everything_is_answered(models, loopback, cases):
    loopback.temper = Temper(latency_s=0.05)
    loopback.script(*[Temper.rate_limited("1")] * 10)
    run = models(["a", "b"], cases=cases(30), concurrency=10, retries=4)
    records = run.records()
    assert [record.failure for record in records] == [None] * 60
    assert len(loopback.requests) == 60 + 10
    assert max(record.attempts for record in records) <= 4
    refused_until = loopback.requests[9].arrived_s + 1.0
    early = [request for request in loopback.requests[10:] if request.arrived_s < refused_until]
    assert len(early) <= 10  # those that were under way when the first refusal came


@pytest.mark.parametrize(("retry_after", "status"), [(None, 429), ("1", 429), ("1", 503)])
def test_a_rate_that_is_kept_to_costs_no_trial(models, loopback, cases, retry_after, status):
    loopback.bucket = Bucket(30, 5, retry_after, status)
    run = models(["a"], cases=cases(40), concurrency=32)
    records = run.records()
    assert [record.failure for record in records] == [None] * 40
    assert sum(record.attempts for record in records) == len(loopback.requests)
    assert len(loopback.requests) == 40 + loopback.bucket.refused < 3 * 40
    assert run.stopped == {}


def test_a_rate_costs_every_trial_that_is_refused_where_there_is_one_call(models, loopback, cases):
    loopback.bucket = Bucket(1, 5)
    run = models(["a"], cases=cases(10), concurrency=10, retries=0)
    failed = [record for record in run.records() if record.failure]
    assert len(failed) == loopback.bucket.refused > 0
    assert {(record.failure.kind, record.attempts) for record in failed} == {("rate_limit", 1)}


def test_a_request_that_is_too_large_for_a_minute_is_not_made_again(models, loopback, cases):
    said = "Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 60000."
    loopback.script(Temper.refusing(429, said, "rate_limit_exceeded"))
    run = models(["a"], cases=cases(3), concurrency=1)
    failed = [record for record in run.records() if record.failure]
    assert [(r.failure.kind, r.attempts) for r in failed] == [("context_window", 1)]


def test_a_provider_that_refuses_everything_is_left_in_peace(models, loopback, cases, monkeypatch):
    monkeypatch.setattr("garden_nb.engine.limits.account._FIRST_PATIENCE_S", 1.0)
    loopback.temper = Temper.rate_limited()
    run = models(["a", "b"], cases=cases(200), concurrency=8)
    assert len(loopback.requests) < 40
    assert run.state is RunState.CANCELLED
    assert set(run.stopped) == {"a", "b"}
    assert run.reason.startswith("nothing is called any more: every call was refused for its rate")
    assert "Rate limit reached" in run.reason
    kinds = {record.failure.kind for record in run.records()}
    assert kinds == {"rate_limit"}


def test_models_of_one_account_share_its_concurrency(models, loopback, cases):
    loopback.temper = Temper(latency_s=0.03)
    models(["a", "b"], cases=cases(12), concurrency=8, limits=Limits(per_account=3))
    assert loopback.most_under_way == 3
    assert len(loopback.requests) == 24


@pytest.fixture
def judge(loopback):
    """Return a function that makes a judge on the server."""
    loopback.always("judge", Temper(says='{"score": 1}', latency_s=0.03))

    def make(**changes):
        door = {"api_base": loopback.base_url, "api_key": KEY}
        kind = {"criterion": "Right", "output_type": {"ok": "binary"}}
        return Judge(**{"model": "openai/judge", **kind, **door, **changes})

    return make


def test_judges_and_models_of_one_account_share_its_concurrency(models, loopback, cases, judge):
    loopback.temper = Temper(latency_s=0.03)
    limits = Limits(per_account=3)
    scorer = judge().scorer
    run = models(["a", "b"], [scorer], cases=cases(12), concurrency=8, limits=limits)
    assert (loopback.most_under_way, len(loopback.requests)) == (3, 2 * 24)
    assert all(record.scores["ok"].value == 1.0 for record in run.records())


@pytest.mark.parametrize(
    "other", [{"api_key": "sk-another-0123456789"}, {"model": "deepseek/judge"}]
)
def test_a_judge_of_another_key_or_provider_has_its_own(models, loopback, cases, judge, other):
    loopback.temper = Temper(latency_s=0.03)
    options = {"concurrency": 8, "limits": Limits(per_account=3)}
    models(["a", "b"], [judge(**other).scorer], cases=cases(24), **options)
    assert 3 < loopback.most_under_way <= 6


def test_judges_and_models_together_keep_to_the_requests_per_minute(models, loopback, cases, judge):
    loopback.always("judge", Temper.saying("no score"))
    limits = Limits(requests_per_minute=2400)
    run = models(["a"], [judge(retries=2).scorer], cases=cases(8), concurrency=8, limits=limits)
    assert len(loopback.requests) == 8 + 3 * 8, "what is asked again counts, too"
    times = sorted(request.arrived_s for request in loopback.requests)
    assert times[-1] - times[0] >= (32 - 3) / 40 - 0.1
    assert all(record.scores["ok"].value is None for record in run.records())


def test_judges_are_not_held_to_the_concurrency_of_agents(models, loopback, cases, judge):
    loopback.always("judge", Temper(says='{"score": 1}', latency_s=0.3))
    models(["a"], [judge().scorer], cases=cases(12), concurrency=1, score_concurrency=6)
    assert loopback.most_under_way > 3


def test_a_function_that_judges_may_name_an_account():
    def function(output):
        return True

    function.account = "x"
    scorer = CallableJudge(function, {"ok": "binary"}).scorer_for("ok", ())
    assert scorer.function.account == "x"


def test_requests_and_tokens_per_minute_are_kept(models, loopback, cases):
    models(["a"], cases=cases(8), limits=Limits(requests_per_minute=600))
    times = sorted(request.arrived_s for request in loopback.requests)
    assert times[-1] - times[0] >= 0.6
    before = len(loopback.requests)
    models(["b"], cases=cases(6), limits=Limits(tokens_per_minute=60_000))
    assert len(loopback.requests) == before + 6
