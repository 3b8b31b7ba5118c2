"""Agents of real frameworks, driven by the frameworks' own test models, without a network."""

# ruff: noqa: PLC0415  # a framework is imported by the test that needs it

import asyncio
import inspect
import subprocess
import sys

import pytest

from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.records import Output
from garden_nb.core.variants import Variant
from garden_nb.engine.agents import AgentCall, check_agents, to_output
from garden_nb.engine.agents.adapters import adapt

CASES = CaseSet((Case("1", {"question": "1 + 2?", "topic": "sums"}),), "question")


def ask(agent):
    """Return what the engine gets of an agent."""
    assert check_agents((Variant("a", agent),), CASES) == []
    call = AgentCall.of(agent, CASES)
    by_position, by_name = call.arguments(CASES, CASES.cases[0])
    returned = call.function(*by_position, **by_name)
    if call.is_async:
        assert inspect.isawaitable(returned)
        returned = asyncio.run(_wait(returned))
    output = to_output(returned)
    assert isinstance(output, Output), output
    return output


async def _wait(awaitable):
    return await awaitable


def add(a: int, b: int) -> int:
    """Add two numbers.

    Args:
        a: One.
        b: The other.
    """
    return a + b


CALLED = [{"name": "add", "arguments": {"a": 1, "b": 2}}]


def test_ag2():
    ag2 = pytest.importorskip("ag2")
    from ag2.events import ToolCallEvent
    from ag2.testing import TestConfig

    call = ToolCallEvent(name="add", arguments='{"a": 1, "b": 2}')
    output = ask(ag2.Agent("adder", config=TestConfig(call, "It is 3."), tools=[add]))
    assert output.value == "It is 3."
    assert output.usage.steps == 3
    assert output.detail["tool_calls"] == CALLED


def test_pydantic_ai():
    pydantic_ai = pytest.importorskip("pydantic_ai")
    from pydantic_ai.models.test import TestModel

    agent = pydantic_ai.Agent(TestModel(custom_output_text="It is 3."), tools=[add])
    output = ask(agent)
    assert output.value == "It is 3."
    assert output.usage.steps == 3
    assert output.usage.input_tokens > 0
    assert [call["name"] for call in output.detail["tool_calls"]] == ["add"]


def test_langchain_model_and_chain():
    pytest.importorskip("langchain_core")
    from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
    from langchain_core.messages import AIMessage
    from langchain_core.output_parsers import StrOutputParser

    used = {"input_tokens": 7, "output_tokens": 2, "total_tokens": 9}

    def model():
        return GenericFakeChatModel(messages=iter([AIMessage("It is 3.", usage_metadata=used)]))

    output = ask(model())
    assert (output.value, output.usage.input_tokens, output.usage.steps) == ("It is 3.", 7, 1)
    assert ask(model() | StrOutputParser()).value == "It is 3."
    parts = [{"type": "reasoning", "text": "hm"}, {"type": "text", "text": "It is 3."}]
    in_parts = GenericFakeChatModel(messages=iter([AIMessage(parts)]))
    assert ask(in_parts).value == "It is 3."


def test_langchain_graph_of_messages():
    pytest.importorskip("langchain_core")
    from langchain_core.messages import AIMessage, ToolMessage
    from langchain_core.runnables import RunnableLambda

    class Graph(RunnableLambda):
        channels = {"messages": None}  # noqa: RUF012  # as LangGraph's graphs have it

    def work(state):
        assert state["messages"][0] == {"role": "user", "content": "1 + 2?"}
        call = {"name": "add", "args": {"a": 1, "b": 2}, "id": "1"}
        return {
            "messages": [
                AIMessage("", tool_calls=[call]),
                ToolMessage("3", tool_call_id="1"),
                AIMessage("It is 3."),
            ]
        }

    output = ask(Graph(work))
    assert (output.value, output.usage.steps) == ("It is 3.", 3)
    assert output.detail["tool_calls"] == CALLED
    assert output.usage.input_tokens is None, "unknown, not 0"


def test_openai_agents(monkeypatch):
    Model = pytest.importorskip("agents.models.interface").Model  # noqa: N806
    import agents
    from openai.types.responses import (
        ResponseFunctionToolCall,
        ResponseOutputMessage,
        ResponseOutputText,
    )

    monkeypatch.setenv("OPENAI_AGENTS_DISABLE_TRACING", "1")
    text = ResponseOutputText(text="It is 3.", type="output_text", annotations=[], logprobs=[])
    said = ResponseOutputMessage(
        id="m", content=[text], role="assistant", status="completed", type="message"
    )
    call = ResponseFunctionToolCall(
        name="add", arguments='{"a": 1, "b": 2}', call_id="c", type="function_call"
    )

    class Scripted(Model):
        def __init__(self):
            self.turns = iter([[call], [said]])

        async def get_response(self, *args, **kwargs):
            usage = agents.Usage(requests=1, input_tokens=5, output_tokens=2, total_tokens=7)
            return agents.ModelResponse(output=next(self.turns), usage=usage, response_id=None)

        def stream_response(self, *args, **kwargs):
            raise NotImplementedError

    tools = [agents.function_tool(add)]
    output = ask(agents.Agent(name="adder", model=Scripted(), tools=tools))
    assert output.value == "It is 3."
    assert (output.usage.steps, output.usage.input_tokens, output.usage.output_tokens) == (3, 10, 4)
    assert output.detail["tool_calls"] == CALLED


def test_smolagents():
    smolagents = pytest.importorskip("smolagents")
    from smolagents.models import (
        ChatMessage,
        ChatMessageToolCall,
        ChatMessageToolCallFunction,
        MessageRole,
        Model,
    )
    from smolagents.monitoring import TokenUsage

    def turn(name, arguments):
        function = ChatMessageToolCallFunction(name=name, arguments=arguments)
        call = ChatMessageToolCall(function=function, id=name, type="function")
        return ChatMessage(
            role=MessageRole.ASSISTANT,
            content="",
            tool_calls=[call],
            token_usage=TokenUsage(input_tokens=5, output_tokens=2),
        )

    class Scripted(Model):
        def __init__(self, *turns):
            super().__init__()
            self.turns = iter(turns)

        def generate(self, messages, **kwargs):
            return next(self.turns)

    tools = [smolagents.tool(add)]
    turns = [turn("add", {"a": 1, "b": 2}), turn("final_answer", {"answer": "It is 3."})]
    agent = smolagents.ToolCallingAgent(tools, Scripted(*turns), verbosity_level=0)
    output = ask(agent)
    assert output.value == "It is 3."
    assert (output.usage.steps, output.usage.input_tokens) == (2, 10)
    assert output.detail["tool_calls"][0] == CALLED[0]


def test_what_is_of_no_framework_has_no_adapter():
    class Agent:
        def run(self, question):
            return "3"

    assert adapt(Agent()) is None
    assert adapt(add) is None
    assert ask(Agent()).value == "3"


def test_no_framework_is_loaded_by_its_adapter():
    code = """
import importlib, pkgutil, sys
import garden_nb.engine.agents.adapters as adapters
for found in pkgutil.iter_modules(adapters.__path__):
    importlib.import_module(f"{adapters.__name__}.{found.name}")
adapters.adapt(print)
print({"ag2", "agents", "langchain_core", "pydantic_ai", "smolagents"} & set(sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
