"""Agents of several frameworks in one garden, each made afresh for every case."""

# ruff: noqa: PLC0415  # a framework is imported by the function that needs it

import pandas as pd
import pytest

from garden_nb.engine.judge import Judge
from garden_nb.flows.agent_garden_flow import agent_garden_flow

CASES = pd.DataFrame({"id": ["a", "b", "c"], "question": ["1 + 2?", "2 + 1?", "3 + 0?"]})


def add(a: int, b: int) -> int:
    """Add two numbers.

    Args:
        a: One.
        b: The other.
    """
    return a + b


def of_ag2():
    import ag2
    from ag2.events import ToolCallEvent
    from ag2.testing import TestConfig

    call = ToolCallEvent(name="add", arguments='{"a": 1, "b": 2}')
    return ag2.Agent("adder", config=TestConfig(call, "It is 3."), tools=[add])


def of_pydantic_ai():
    import pydantic_ai
    from pydantic_ai.models.test import TestModel

    return pydantic_ai.Agent(TestModel(custom_output_text="It is 3."), tools=[add])


def of_langchain():
    from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
    from langchain_core.messages import AIMessage

    used = {"input_tokens": 7, "output_tokens": 2, "total_tokens": 9}
    said = [AIMessage([{"type": "text", "text": "It is 3."}], usage_metadata=used)]
    return GenericFakeChatModel(messages=iter(said))


def test_agents_of_three_frameworks_are_compared():
    for package in ("ag2", "pydantic_ai", "langchain_core"):
        pytest.importorskip(package)
    factories = {"ag2": of_ag2, "pydantic_ai": of_pydantic_ai, "langchain": of_langchain}
    made = []

    def for_model(model):
        def factory():
            made.append(model)
            return factories[model]()

        return factory

    judge = Judge.from_callable(lambda output: output == "It is 3.", {"ok": "binary"})
    result = agent_garden_flow(
        CASES, for_model, judge, list(factories), id_column="id", seed=1, concurrency=3
    )
    assert sorted(made) == sorted([*factories] * len(CASES))
    report = result["report"]
    assert {report.metric(f"{label}:ok").point_estimate for label in factories} == {1.0}
    steps = {
        label: [row["steps"] for row in result["per_model"][label]["inference_results"]]
        for label in factories
    }
    assert steps == {"ag2": [3] * 3, "pydantic_ai": [3] * 3, "langchain": [1] * 3}
    called = result["per_model"]["ag2"]["inference_results"][0]["detail"]["tool_calls"]
    assert called == [{"name": "add", "arguments": {"a": 1, "b": 2}}]
    used = {v.label: v.input_tokens for v in report.variants}
    assert used["langchain"] == 3 * 7
