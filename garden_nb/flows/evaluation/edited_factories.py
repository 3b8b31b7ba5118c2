"""Factories that were edited after their agents had answered: a flow says so."""

import warnings
from dataclasses import replace

from garden_nb.engine.agents.code_digest import code_digest
from garden_nb.engine.runner import RunRequest
from garden_nb.errors import EditedAgentWarning
from garden_nb.flows.edited_agents import code_in_use
from garden_nb.flows.evaluation.agent_factories import FactoryAgent, RowAgent

__all__ = ["with_factories"]


def with_factories(request: RunRequest) -> tuple[RunRequest, tuple[str, ...]]:
    """Return a request that keeps the code of its factories, and a note on those edited since.

    The answers of an agent that a function makes are known by the run's name alone. Where that
    run goes on with a factory of other code, a warning tells that its first answers are reused.

    Args:
        request: The run that is about to start, with its store and name.
    """
    made = {
        variant.label: code_digest(variant.agent.factory)
        for variant in request.variants
        if isinstance(variant.agent, FactoryAgent | RowAgent)
    }
    agents, edited = code_in_use(request, made)
    request = replace(request, about={**request.about, "agents": agents})
    if not edited:
        return request, ()
    note = (
        f"The factory of {', '.join(map(repr, edited))} was edited since the run {request.name!r}"
        " began; what its agents answered before is reused. Another name calls them anew."
    )
    warnings.warn(note, EditedAgentWarning, stacklevel=6)
    return request, (note,)
