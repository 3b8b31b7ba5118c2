"""Agents: how what is under test is called, and what its answer is.

Why: people compare what they already have, a function or an object of some framework, without
rewriting it. An agent is called with the question and whatever else of the case it declares, and
never sees the expected answer; what it returns becomes an `Output`.
"""

from garden_nb.engine.agents.agent_call import AgentCall
from garden_nb.engine.agents.check import check_agents
from garden_nb.engine.agents.to_output import to_output

__all__ = ["AgentCall", "check_agents", "to_output"]
