"""Agents of AG2."""

from collections.abc import Callable
from typing import Any

from garden_nb.core.records import Output, Usage
from garden_nb.engine.agents.adapters.tool_calls import tool_call, with_tools

__all__ = ["adapter"]


def adapter(agent: Any) -> Callable[[Any], Any]:
    """Return a function that asks an AG2 agent; steps are model and tool calls."""

    async def ask(question: Any, /) -> Output:
        reply = await agent.ask(question)
        used = (await reply.usage()).total
        events = list(await reply.history.get_events())
        kinds = [type(event).__name__ for event in events]
        calls = [e for e, kind in zip(events, kinds, strict=True) if kind == "ToolCallEvent"]
        usage = Usage(
            input_tokens=used.prompt_tokens,
            output_tokens=used.completion_tokens,
            cached_tokens=used.cache_read_input_tokens,
            steps=kinds.count("ModelResponse") + len(calls),
        )
        tools = [tool_call(call.name, call.arguments) for call in calls]
        return Output(reply.body, usage, with_tools(tools))

    return ask
