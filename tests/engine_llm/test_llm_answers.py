"""What comes back from a model: its words, tokens, price, and how they were obtained."""

import asyncio
import base64
import time

import pytest

from garden_nb.core.cases import Case, CaseSet
from garden_nb.engine.events import TrialStarted
from garden_nb.engine.scorers import contains, exact_match
from loopback import Temper

USED = {"prompt_tokens": 1000, "completion_tokens": 10, "total_tokens": 1010}


def test_a_model_is_run_and_scored_like_any_agent(garden):
    run = garden.run({"a": garden.agent()}, [contains])
    assert [record.output.value for record in run.records()] == [
        "The answer is 1.",
        "The answer is 3.",
        "The answer is 5.",
        "The answer is 7.",
    ]
    assert {record.scores["contains"].value for record in run.records()} == {1.0}
    assert {record.output.detail["finish_reason"] for record in run.records()} == {"stop"}


def test_each_trial_is_one_request_with_the_parameters_given(garden):
    garden.run({"a": garden.agent(params={"temperature": 0.3, "max_tokens": 7, "seed": 5})})
    bodies = [request.body for request in garden.server.requests]
    assert len(bodies) == 4
    assert {(b["temperature"], b["max_tokens"], b["seed"], b["model"]) for b in bodies} == {
        (0.3, 7, 5, "stand-in-large")
    }


def test_the_cost_of_an_unknown_model_is_unknown_and_never_zero(garden):
    usage = garden.record(garden.agent("openai/my-local")).output.usage
    assert (usage.input_tokens, usage.output_tokens, usage.cost_usd) == (5, 4, None)


def test_the_cost_of_a_known_model_is_its_tokens_times_their_price(garden):
    garden.server.script(Temper.saying("1", usage=USED))
    usage = garden.record(garden.agent("openai/gpt-4o-mini")).output.usage
    assert usage.cost_usd == pytest.approx(1000 * 0.15e-6 + 10 * 0.6e-6)


def test_openai_s_cached_tokens_are_a_part_of_its_prompt_tokens(garden):
    cached = USED | {"prompt_tokens_details": {"cached_tokens": 800}}
    garden.server.script(Temper.saying("1", usage=cached))
    usage = garden.record(garden.agent("openai/gpt-4o-mini")).output.usage
    assert (usage.input_tokens, usage.cached_tokens, usage.output_tokens) == (1000, 800, 10)
    assert usage.cost_usd == pytest.approx(200 * 0.15e-6 + 800 * 0.075e-6 + 10 * 0.6e-6)


def test_anthropic_s_cached_tokens_come_on_top_of_its_input_tokens(garden):
    counts = {
        "input_tokens": 100,
        "cache_read_input_tokens": 800,
        "cache_creation_input_tokens": 50,
        "output_tokens": 10,
    }
    garden.server.script(Temper.saying("1", usage=counts))
    address = garden.server.base_url.removesuffix("/v1")
    agent = garden.agent("anthropic/claude-sonnet-4-5", api_base=address)
    usage = garden.record(agent).output.usage
    assert (usage.input_tokens, usage.cached_tokens, usage.output_tokens) == (950, 800, 10)
    assert usage.cost_usd == pytest.approx(100 * 3e-6 + 800 * 0.3e-6 + 50 * 3.75e-6 + 10 * 15e-6)


def test_tokens_that_a_provider_does_not_report_are_unknown(garden):
    garden.server.script(Temper.saying("1", usage=None))
    usage = garden.record(garden.agent("openai/gpt-4o-mini")).output.usage
    assert (usage.input_tokens, usage.output_tokens, usage.cost_usd) == (None, None, None)


@pytest.mark.parametrize("said", ["", " \n", None])
def test_an_empty_answer_is_an_output_that_scores_wrong(garden, said):
    garden.server.script(Temper.saying(said))
    record = garden.record(garden.agent(), scorers=[exact_match])
    assert record.failure is None
    assert record.output.value == (said or "")
    assert record.output.detail["empty"] is True
    assert record.scores["exact_match"].value == 0.0


def test_a_refusal_is_kept_as_what_it_is(garden):
    garden.server.script(Temper.saying(None, refusal="I cannot help with that."))
    output = garden.record(garden.agent()).output
    assert output.value == output.detail["refusal"] == "I cannot help with that."


@pytest.mark.parametrize("reason", ["length", "content_filter"])
def test_why_an_answer_ended_is_kept(garden, reason):
    garden.server.script(Temper.saying("1 and", finish_reason=reason))
    assert garden.record(garden.agent()).output.detail["finish_reason"] == reason


def test_tools_are_passed_on_and_their_calls_are_an_answer(garden):
    call = {
        "id": "call_1",
        "type": "function",
        "function": {"name": "add", "arguments": '{"a": 0, "b": 1}'},
    }
    changes = {"choices.0.message.tool_calls": [call], "finish_reason": "tool_calls"}
    garden.server.script(Temper.saying(None, **changes))
    tool = {"type": "function", "function": {"name": "add", "parameters": {"type": "object"}}}
    output = garden.record(garden.agent(tools=[tool])).output
    assert garden.server.requests[0].body["tools"] == [tool]
    assert output.value == {"tool_calls": [{"name": "add", "arguments": {"a": 0, "b": 1}}]}
    assert "empty" not in output.detail


def test_what_a_model_is_told(garden, tmp_path):
    picture = tmp_path / "dot.png"
    picture.write_bytes(b"\x89PNG dot")
    turns = [{"role": "user", "content": "Hi {x}"}, {"role": "assistant", "content": "Hello"}]
    inputs = {"question": "1 + 1?", "unit": "apples", "chat": turns, "photo": str(picture)}
    cases = CaseSet((Case("c", inputs),), question="question")
    example = [
        {"role": "user", "content": "Example in {unit}?"},
        {"role": "assistant", "content": "{{3}}"},
    ]
    agent = garden.agent(
        "openai/echo",
        system="Count {unit}.",
        messages=example,
        prompt="Now: {question}",
        history="chat",
        images=["photo"],
    )
    (record,) = garden.run({"a": agent}, cases=cases).records()
    url = f"data:image/png;base64,{base64.b64encode(picture.read_bytes()).decode()}"
    assert garden.server.requests[0].messages == [
        {"role": "system", "content": "Count apples."},
        {"role": "user", "content": "Example in apples?"},
        {"role": "assistant", "content": "{3}"},
        {"role": "user", "content": "Hi {x}"},
        {"role": "assistant", "content": "Hello"},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "Now: 1 + 1?"},
                {"type": "image_url", "image_url": {"url": url}},
            ],
        },
    ]
    assert record.output.value == "Now: 1 + 1?"


def test_without_a_prompt_the_question_is_asked(garden):
    assert garden.record(garden.agent("openai/echo")).output.value == "What is 0 + 1?"


def test_an_image_s_address_is_passed_on(garden):
    inputs = {"question": "What is it?", "photo": ["https://example.org/a.png", ""]}
    cases = CaseSet((Case("c", inputs),), question="question")
    garden.run({"a": garden.agent(images=["photo"])}, cases=cases)
    parts = garden.server.requests[0].messages[0]["content"]
    assert parts[1] == {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}
    assert len(parts) == 2


def test_latency_is_the_provider_s_while_the_loop_is_idle(garden):
    garden.server.script(Temper(latency_s=0.3))
    record = garden.record(garden.agent())
    assert 300 <= record.latency_ms < 450
    assert record.output.detail["loop_lag_ms"] < 60
    assert "lagged" not in record.output.detail


def test_a_latency_that_is_this_process_s_own_is_flagged(garden):
    """The loop is held up while calls are under way, and no provider is to blame for that."""
    held_up = []

    def hold_up(event):
        if isinstance(event, TrialStarted) and event.case_id == "c9" and not held_up:
            held_up.append(True)
            asyncio.get_running_loop().call_later(0.05, time.sleep, 0.4)

    garden.cases = CaseSet(
        tuple(Case(f"c{i}", {"question": f"What is {i} + 1?"}) for i in range(10)),
        question="question",
    )
    garden.server.temper = Temper(latency_s=0.2)
    run = garden.run({"a": garden.agent()}, concurrency=10, subscribers=(hold_up,))
    slow = [record for record in run.records() if record.latency_ms > 200]
    assert slow
    assert all(record.output.detail["lagged"] for record in slow)
