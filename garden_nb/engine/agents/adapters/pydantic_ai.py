"""Agents of pydantic-ai."""

from collections.abc import Callable
from typing import Any

from garden_nb.core.records import Output, Usage
from garden_nb.engine.agents.adapters.tool_calls import tool_call, with_tools

__all__ = ["adapter"]


def adapter(agent: Any) -> Callable[[Any], Any]:
    """Return a function that runs a pydantic-ai agent; steps are model requests and tool calls."""

    async def run(question: Any, /) -> Output:
        result = await agent.run(question)
        used = type(result).usage
        usage = result.usage if isinstance(used, property) else result.usage()
        parts = [part for message in result.all_messages() for part in message.parts]
        calls = [part for part in parts if getattr(part, "part_kind", "") == "tool-call"]
        return Output(
            result.output,
            Usage(
                input_tokens=usage.input_tokens,
                output_tokens=usage.output_tokens,
                cached_tokens=usage.cache_read_tokens or None,
                steps=usage.requests + len(calls),
            ),
            with_tools([tool_call(call.tool_name, call.args) for call in calls]),
        )

    return run
