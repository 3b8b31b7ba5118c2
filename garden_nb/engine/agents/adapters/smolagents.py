"""Agents of smolagents."""

from collections.abc import Callable
from typing import Any

from garden_nb.core.records import Output, Usage
from garden_nb.engine.agents.adapters.tool_calls import tool_call, with_tools

__all__ = ["adapter"]


def adapter(agent: Any) -> Callable[[Any], Any]:
    """Return a function that runs an agent of smolagents in a thread; steps are its actions.

    An agent that ran out of steps has failed.
    """

    def run(question: Any, /) -> Output:
        result = agent.run(question, return_full_result=True)
        if result.state == "max_steps_error":
            raise RuntimeError(f"the agent gave up after its {agent.max_steps} steps")
        acts = [step for step in result.steps if "step_number" in step]
        calls = [call for step in acts for call in (step.get("tool_calls") or ())]
        functions = [call.get("function", call) for call in calls]
        tokens = result.token_usage
        return Output(
            result.output,
            Usage(
                input_tokens=tokens.input_tokens if tokens else None,
                output_tokens=tokens.output_tokens if tokens else None,
                steps=len(acts),
            ),
            with_tools([tool_call(call["name"], call["arguments"]) for call in functions]),
        )

    return run
