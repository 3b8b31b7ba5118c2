"""Agents of the OpenAI Agents SDK."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from garden_nb.core.records import Output, Usage
from garden_nb.engine.agents.adapters.tool_calls import tool_call, with_tools

__all__ = ["adapter"]


def adapter(agent: Any) -> Callable[[Any], Any]:
    """Return a function that runs an agent of the SDK; steps are model requests and tool calls."""
    runner = import_module("agents").Runner

    async def run(question: Any, /) -> Output:
        result = await runner.run(agent, question)
        used = result.context_wrapper.usage
        items = [item.raw_item for item in result.new_items if item.type == "tool_call_item"]
        calls = [item for item in items if hasattr(item, "arguments")]
        return Output(
            result.final_output,
            Usage(
                input_tokens=used.input_tokens or None,
                output_tokens=used.output_tokens if used.input_tokens else None,
                cached_tokens=used.input_tokens_details.cached_tokens or None,
                steps=len(result.raw_responses) + len(items),
            ),
            with_tools([tool_call(call.name, call.arguments) for call in calls]),
        )

    return run
