"""Whatever others' exceptions, answers and counts do, it stays with them."""

import sqlite3
from types import SimpleNamespace

import pytest

from garden_nb.core.records import Output, Score, Usage
from garden_nb.engine.agents import to_output
from garden_nb.engine.foreign import known_usage
from garden_nb.engine.limits import VariantUnusableError, failure_of, retry_delay_s, unusable_reason
from garden_nb.engine.limits.retry import asked_wait_s, is_rate_limit
from garden_nb.engine.llm.usage import usage_of
from garden_nb.engine.scorers.cells import to_scores


class Nasty:
    """Raises for everything that is read of it."""

    def __getattribute__(self, name):
        if name == "__class__":
            return object.__getattribute__(self, name)
        raise SystemExit(name)


class NastyError(Exception):
    def __getattribute__(self, name):
        if name.startswith("__"):
            return object.__getattribute__(self, name)
        raise KeyboardInterrupt(name)

    def __str__(self):
        raise SystemExit("no text")


def kind(value):
    return type(value).__name__


def test_an_exception_that_raises_wherever_it_is_read_is_a_failure_like_another():
    failure = failure_of(NastyError())
    assert failure.kind == "NastyError"
    assert failure.message == "(no text: its __str__ raised SystemExit)"
    assert retry_delay_s(NastyError(), 1) is None
    assert unusable_reason(NastyError()) is None
    assert asked_wait_s(NastyError()) is None
    assert not is_rate_limit(NastyError())


@pytest.mark.parametrize("part", ["status_code", "headers"])
def test_a_response_that_raises_says_nothing(part):
    told = {"status_code": 503, "headers": {"retry-after": "7"}}
    error = VariantUnusableError("x")
    error.response = type("Response", (), {**told, part: property(lambda _: 1 / 0)})()
    assert asked_wait_s(error) == (None if part == "headers" else 7.0)
    assert not is_rate_limit(error)


@pytest.mark.parametrize(
    "said",
    [
        "Mon, 01 Jan 99999999999999999999 00:00:00 GMT",
        "Mon, 01 Jan 10000 00:00:00 GMT",
        "9" * 5_000 + "x",
        10**400,
        Nasty(),
    ],
    ids=kind,
)
def test_a_wait_that_no_clock_knows_is_none(said):
    error = ConnectionError("busy")
    error.retry_after = said
    assert asked_wait_s(error) is None
    error.response = SimpleNamespace(headers={"Retry-After": said})
    error.retry_after = None
    assert asked_wait_s(error) is None


@pytest.mark.parametrize(
    "number", [2**63, 10**30, -(10**30), float("inf"), "many", Nasty(), []], ids=kind
)
def test_numbers_that_the_journal_cannot_hold_are_unknown(number):
    usage = Usage(number, number, number, None, number)
    assert known_usage(usage) == Usage()
    assert to_output(Output("1", usage)) == Output("1")
    assert known_usage(Usage(cost_usd=number)).cost_usd in (None, 2.0**63, 1e30, -1e30)
    (score,) = to_scores(Score(1.0, usage=usage)).values()
    assert score == Score(1.0, usage=Usage())


def test_a_usage_that_raises_costs_no_answer():
    class Result:
        text = "yes"
        usage = Nasty()

    assert to_output(Result()) == Output("yes")
    Result.usage = property(lambda _: 1 / 0)
    assert to_output(Result()) == Output("yes")
    Result.usage = lambda _: 1 / 0
    assert to_output(Result()) == Output("yes")


def test_a_provider_that_miscounts_tells_nothing():
    counts = SimpleNamespace(prompt_tokens=3, completion_tokens=10**30)
    response = SimpleNamespace(usage=counts, _hidden_params={"response_cost": 10**400})
    assert usage_of(response, "openai/gpt-4o-mini") == Usage(input_tokens=3)
    assert usage_of(Nasty(), "openai/gpt-4o-mini") == Usage()


@pytest.mark.parametrize("value", [10**30, 10**400, "x", Nasty()], ids=kind)
def test_any_score_can_be_stored(value):
    (score,) = to_scores(Score(value, reason=3, binary="yes")).values()
    connection = sqlite3.connect(":memory:")
    assert connection.execute("SELECT ?, ?, ?", (score.value, score.reason, score.binary))
    assert score.value in (None, 1e30)
