"""Factories that make models: known by their content, told their context, priced apart."""

# ruff: noqa: ARG005  # stub judges take what they do not use

import pandas as pd
import pytest

from garden_nb.engine.judge import Judge
from garden_nb.engine.llm import LlmAgent
from garden_nb.flows.agent_eval_flow import agent_eval_flow
from garden_nb.flows.agent_garden_flow import agent_garden_flow
from loopback import Temper

KEY = "sk-loopback-0123456789abcdef"
FRAME = pd.DataFrame({"question": ["2 + 2?", "3 + 3?"], "hint": ["even", "six"]}, index=[5, 5])


@pytest.fixture
def agent(loopback):
    def make(model="openai/echo", **settings):
        return LlmAgent(model=model, api_base=loopback.base_url, api_key=KEY, **settings)

    return make


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, "even\n\n2 + 2?"),
        ({"prompt": "Answer: {question}"}, "even\n\nAnswer: 2 + 2?"),
        ({"prompt": "{question} ({context})"}, "2 + 2? (even)"),
    ],
)
def test_a_model_is_told_the_context_once(agent, settings, told):
    result = agent_eval_flow(FRAME, lambda: agent(**settings), context_columns=["hint"], seed=1)
    assert result["scored_data"]["output"].tolist()[0] == told
    assert result["scored_data"].index.tolist() == [5, 5]


def test_a_model_with_messages_is_told_the_context_as_system(agent, loopback):
    messages = [{"role": "user", "content": "{question}"}]
    agent_eval_flow(FRAME, lambda: agent(messages=messages), context_columns=["hint"], seed=1)
    assert {request.system for request in loopback.requests} == {"even", "six"}


def test_models_are_known_by_their_content_across_runs(agent, loopback, tmp_path):
    def run(name, **settings):
        judge = Judge.from_callable(lambda output: True, {"ok": "binary"})
        return agent_garden_flow(
            FRAME,
            lambda model: lambda: agent(model, **settings),
            judge,
            ["openai/echo", "openai/stand-in-large"],
            store=tmp_path / "garden.db",
            name=name,
            seed=1,
        )

    run("one")
    run("two")
    assert len(loopback.requests) == 4
    run("three", system="Be brief.")
    assert len(loopback.requests) == 8


def test_agents_and_judges_are_priced_apart(agent, loopback):
    used = {"prompt_tokens": 1000, "completion_tokens": 10, "total_tokens": 1010}
    loopback.always("gpt-4o", Temper.saying('{"score": 4, "explanation": "so"}', usage=used))
    judge = Judge(model="openai/gpt-4o", criterion="Good", api_base=loopback.base_url, api_key=KEY)
    result = agent_eval_flow(FRAME, lambda: agent("openai/gpt-4o-mini"), judge, seed=1)
    (variant,) = result["report"].variants
    assert variant.judge_cost_usd == pytest.approx(2 * (1000 * 2.5e-6 + 10 * 1e-5))
    assert variant.judge_tokens == 2020
    assert 0 < variant.cost_usd < 1e-4
    assert result["report"].metric("cost_usd").point_estimate == pytest.approx(variant.cost_usd / 2)
    assert result["score_types"] == {"judge": "numeric"}
    assert KEY not in result["markdown"]


def test_a_refused_key_stops_the_model_and_is_told(agent, loopback):
    loopback.always("stand-in-small", Temper.refusing(401, f"Incorrect API key provided: {KEY}"))
    report = agent_garden_flow(
        pd.DataFrame({"question": [f"{n} + 1?" for n in range(8)]}),
        lambda model: lambda: agent(model),
        Judge.from_callable(lambda output: True, {"ok": "binary"}),
        ["openai/stand-in-large", "openai/stand-in-small"],
        seed=1,
    )["report"]
    assert any("the key was refused" in note for note in report.notes)
    assert not any(KEY in note for note in report.notes)
    assert len(loopback.of("stand-in-small")) == 1
    assert report.metric("stand-in-large:ok").point_estimate == 1.0
    assert report.comparisons == ()
