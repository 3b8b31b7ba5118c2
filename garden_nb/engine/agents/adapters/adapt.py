"""The adapter of an agent, by the framework that its class comes from."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

__all__ = ["adapt"]

_HERE = "garden_nb.engine.agents.adapters"
_FRAMEWORKS = {
    ("ag2.agent", "Agent"): "ag2",
    ("agents.agent", "Agent"): "openai_agents",
    ("langchain_core.runnables.base", "Runnable"): "langchain",
    ("pydantic_ai.agent.abstract", "AbstractAgent"): "pydantic_ai",
    ("smolagents.agents", "MultiStepAgent"): "smolagents",
}
"""The adapter's file, by module and name of a class of the framework."""


def adapt(agent: Any) -> Callable[[Any], Any] | None:
    """Return a function of a question that calls the agent, or None for agents of no framework."""
    for base in type(agent).__mro__:
        name = _FRAMEWORKS.get((base.__module__, base.__name__))
        if name is not None:
            adapter: Callable[[Any], Any] = import_module(f"{_HERE}.{name}").adapter(agent)
            return adapter
    return None
