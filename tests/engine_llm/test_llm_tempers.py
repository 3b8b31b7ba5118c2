"""Providers in bad temper: each failure is tried again, given up or reported as people would."""

import re
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import pairwise

import pytest

from garden_nb.engine.events import TrialRetried, VariantStopped
from loopback import Temper

KEY = "sk-loopback-0123456789abcdef"


def arrivals(garden):
    return [request.arrived_s for request in garden.server.requests]


def waits(garden):
    times = arrivals(garden)
    return [after - before for before, after in pairwise(times)]


def failure(garden, temper, model="openai/stand-in-large", **options):
    """Return what one request in this temper comes to, and that it was one request."""
    garden.server.script(temper)
    before = len(garden.server.requests)
    record = garden.record(garden.agent(model), retries=0, **options)
    assert record.output is None
    assert len(garden.server.requests) == before + 1
    return record.failure


def test_a_rate_limited_call_is_tried_again_after_the_seconds_asked_for(garden):
    garden.server.script(Temper.rate_limited("1"), Temper.rate_limited("0.5"))
    record = garden.record(garden.agent())
    assert record.output.value == "The answer is 1."
    assert record.attempts == 3
    assert waits(garden) == [pytest.approx(1.0, abs=0.3), pytest.approx(0.5, abs=0.3)]
    assert {retried.failure.kind for retried in garden.of(TrialRetried)} == {"rate_limit"}


def test_a_wait_may_be_a_date(garden):
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=2.5), usegmt=True)
    garden.server.script(Temper.rate_limited(date))
    assert garden.record(garden.agent()).attempts == 2
    assert 1.0 <= waits(garden)[0] <= 3.0


@pytest.mark.parametrize("wait", ["-5", "soon", "Thu, 01 Jan 1970 00:00:00 GMT", "nan"])
def test_an_absurd_wait_is_a_short_one(garden, wait):
    garden.server.script(Temper.rate_limited(wait))
    assert garden.record(garden.agent()).attempts == 2
    assert waits(garden)[0] < 1.5


def test_a_wait_of_hours_is_not_waited_for(garden):
    garden.server.script(Temper.rate_limited("86400"))
    record = garden.record(garden.agent())
    assert (record.failure.kind, record.attempts) == ("rate_limit", 1)


def test_anthropic_s_wait_is_honoured_too(garden):
    garden.server.script(Temper.rate_limited("1"))
    address = garden.server.base_url.removesuffix("/v1")
    agent = garden.agent("anthropic/claude-sonnet-4-5", api_base=address)
    assert garden.record(agent).attempts == 2
    assert waits(garden) == [pytest.approx(1.0, abs=0.3)]


@pytest.mark.parametrize("status", [500, 502, 503, 529, 408, 409])
def test_a_server_that_fails_is_asked_again(garden, status):
    garden.server.script(Temper.refusing(status, "try later", retry_after="0"))
    record = garden.record(garden.agent())
    assert record.attempts == 2
    assert record.output.value == "The answer is 1."


def test_no_retries_means_one_request(garden):
    found = failure(garden, Temper.refusing(500, "it fell over"))
    assert (found.kind, found.message) == (
        "server_error",
        "openai/stand-in-large answered 500: it fell over",
    )


def test_retries_are_counted_by_the_garden_alone(garden):
    garden.server.temper = Temper.refusing(500, "down", retry_after="0")
    record = garden.record(garden.agent(), retries=2)
    assert (record.attempts, len(garden.server.requests)) == (3, 3)


def test_a_hanging_call_ends_as_a_timeout_and_the_others_are_answered(garden):
    garden.server.script(Temper(hangs=True))
    started = time.monotonic()
    records = garden.run({"a": garden.agent()}, timeout_s=1.0).records()
    assert time.monotonic() - started < 3.0
    assert [r.failure.kind for r in records if r.failure] == ["timeout"]
    assert sum(r.output is not None for r in records) == 3


def test_a_timeout_of_the_client_is_one_too(garden):
    garden.server.script(Temper(hangs=True))
    record = garden.record(garden.agent(params={"timeout": 0.5}), retries=0)
    assert record.failure.kind == "timeout"
    assert "no answer in time" in record.failure.message


BROKEN = {
    "cut off": b'{"choices": [{"mess',
    "a page": b"<html>502 Bad Gateway</html>",
    "an empty object": b"{}",
    "no choice": b'{"id": "x", "object": "chat.completion", "model": "m", "choices": []}',
    "no message": b'{"choices": [{"index": 0, "message": null, "finish_reason": "stop"}]}',
    "a list": b"[1]",
    "nothing": b"",
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_body_is_a_failure_with_a_readable_reason(garden, name):
    found = failure(garden, Temper(body=BROKEN[name]))
    assert found.kind == "malformed"
    assert found.message.startswith("openai/stand-in-large: the answer could not be read: ")
    assert not re.search(r"litellm|Traceback|OpenAIException", found.message)


@pytest.mark.parametrize("name", ["cut off", "an empty object"])
def test_a_broken_body_of_anthropic_s_is_one_too(garden, name):
    garden.server.script(Temper(body=BROKEN[name]))
    address = garden.server.base_url.removesuffix("/v1")
    agent = garden.agent("anthropic/claude-sonnet-4-5", api_base=address)
    assert garden.record(agent, retries=0).failure.kind == "malformed"


def test_a_connection_that_is_reset_in_mid_body_is_tried_again(garden):
    garden.server.script(Temper(reset=True))
    record = garden.record(garden.agent())
    assert record.attempts == 2
    (retried,) = garden.of(TrialRetried)
    assert retried.failure.kind == "connection"


def test_a_refused_connection_says_so(garden):
    record = garden.record(garden.agent(api_base="http://127.0.0.1:9/v1"), retries=0)
    assert record.failure.kind == "connection"
    assert "127.0.0.1" in record.failure.message


def test_a_slow_drip_is_waited_for(garden):
    garden.server.script(Temper(drip_s=0.8))
    record = garden.record(garden.agent())
    assert record.output.value == "The answer is 1."
    assert record.latency_ms >= 700


@pytest.mark.parametrize(
    ("status", "kind"), [(401, "authentication"), (403, "permission"), (404, "unknown_model")]
)
def test_a_variant_that_cannot_work_stops_at_once_and_the_others_go_on(garden, status, kind):
    said = f"Incorrect API key provided: {KEY}." if status == 401 else "Not for you."
    garden.server.always("bad", Temper.refusing(status, said))
    run = garden.run({"bad": garden.agent("openai/bad"), "good": garden.agent()}, concurrency=2)
    (stopped,) = garden.of(VariantStopped)
    assert stopped.variant == "bad"
    assert stopped.reason.startswith("openai/bad: ")
    assert KEY not in stopped.reason
    assert len(garden.server.of("bad")) <= 2
    good = [record for record in run.records() if record.variant == "good"]
    assert [record.failure for record in good] == [None] * 4
    assert {r.failure.kind for r in run.records() if r.failure} == {kind}


def test_a_missing_key_stops_the_variant_with_a_message_that_helps(garden, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    agents = {"bad": garden.agent(api_key=None), "good": garden.agent()}
    run = garden.run(agents, concurrency=1)
    assert run.stopped["bad"].startswith("openai/stand-in-large: there is no API key.")
    assert "OPENAI_API_KEY" in run.stopped["bad"]
    assert len(garden.server.requests) == 4


@pytest.mark.parametrize("model", ["anthropic/claude-sonnet-4-5", "gemini/gemini-2.5-flash"])
def test_other_providers_keys_may_be_missing_too(garden, model, monkeypatch):
    for name in ("ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    record = garden.record(garden.agent(model, api_key=None, api_base=None), retries=2)
    assert (record.failure.kind, record.attempts) == ("authentication", 1)
    assert "there is no API key" in record.failure.message
    assert "Traceback" not in record.failure.message


def test_a_model_without_a_known_provider_is_told_how_ids_look(garden):
    record = garden.record(garden.agent("no-such/thing"))
    assert record.failure.kind == "unknown_model"
    assert record.failure.message == (
        "'no-such/thing' names no provider that litellm knows. "
        "Write provider/model, such as openai/gpt-4o-mini."
    )


def test_parameters_that_a_model_does_not_take_stop_it_before_a_request(garden):
    record = garden.record(garden.agent("openai/o3-mini", params={"temperature": 0.3}))
    assert record.failure.kind == "unsupported_params"
    assert garden.server.requests == []


SPENT = {
    "openai": (
        "insufficient_quota",
        "You exceeded your current quota, check your plan and billing",
    ),
    "openai per day": ("rate_limit_exceeded", "Rate limit reached on requests per day (RPD): 200"),
    "gemini": ("429", "Quota exceeded: GenerateRequestsPerDayPerProjectPerModel-FreeTier"),
}


@pytest.mark.parametrize("name", SPENT)
def test_a_used_up_quota_stops_all_variants_of_the_account_and_no_other(garden, name):
    code, said = SPENT[name]
    garden.server.always("bad", Temper.refusing(429, said, code, retry_after="1"))
    agents = {
        "bad": garden.agent("openai/bad"),
        "same account": garden.agent("openai/stand-in-small"),
        "another": garden.agent("openai/stand-in-large", api_key="sk-another-0123456789"),
    }
    run = garden.run(agents, concurrency=1, retries=5)
    assert set(run.stopped) == {"bad", "same account"}
    assert "quota is used up" in run.stopped["same account"]
    assert len(garden.server.of("bad")) == 1
    assert [r.variant for r in run.records() if r.output] == ["another"] * 4


def test_a_quota_per_minute_is_waited_for(garden):
    said = "You exceeded your current quota, check your plan and billing: 15 requests per minute"
    garden.server.script(Temper.refusing(429, said, retry_after="0"))
    assert garden.record(garden.agent()).attempts == 2


CASES_OWN = {
    "context_window": (400, "context_length_exceeded", "The maximum context length is 8192 tokens"),
    "content_policy": (403, "", "Your input was flagged by moderation"),
    "bad_request": (400, "invalid_value", "temperature: expected a value up to 2"),
}


@pytest.mark.parametrize("kind", CASES_OWN)
def test_what_one_case_is_to_blame_for_fails_that_case_alone(garden, kind):
    status, code, said = CASES_OWN[kind]
    garden.server.script(Temper.refusing(status, said, code))
    run = garden.run({"a": garden.agent()}, concurrency=1)
    assert [r.failure.kind for r in run.records() if r.failure] == [kind]
    assert sum(record.output is not None for record in run.records()) == 3
    assert len(garden.server.requests) == 4
