"""Runnables of LangChain: models, chains and graphs of messages."""

from collections.abc import Callable, Mapping
from typing import Any

from garden_nb.core.records import Output, Usage
from garden_nb.engine.agents.adapters.tool_calls import tool_call, with_tools
from garden_nb.engine.agents.answer_of import text_of

__all__ = ["adapter"]


def adapter(agent: Any) -> Callable[[Any], Any]:
    """Return a function that invokes a Runnable.

    A graph whose state has `messages` (an agent of LangGraph) gets the question as a user's
    message, and its last message is the answer; everything else gets the question itself. Steps
    are the model's messages and tool calls.
    """
    graph = "messages" in (getattr(agent, "channels", None) or {})

    async def invoke(question: Any, /) -> Any:
        asked = {"messages": [{"role": "user", "content": question}]} if graph else question
        returned = await agent.ainvoke(asked)
        if graph and isinstance(returned, Mapping) and returned.get("messages"):
            return _output(list(returned["messages"]))
        return _output([returned]) if hasattr(returned, "content") else returned

    return invoke


def _output(messages: list[Any]) -> Output:
    said = [message for message in messages if getattr(message, "type", "") == "ai"]
    calls = [call for message in said for call in (getattr(message, "tool_calls", None) or ())]
    used = [getattr(message, "usage_metadata", None) for message in said]
    known = [one for one in used if one is not None] if all(used) else []
    usage = Usage(
        input_tokens=sum(one["input_tokens"] for one in known) if known else None,
        output_tokens=sum(one["output_tokens"] for one in known) if known else None,
        steps=len(said) + len(calls),
    )
    tools = [tool_call(call["name"], call["args"]) for call in calls]
    return Output(text_of(messages[-1].content), usage, with_tools(tools))
