"""Adapters: agents of frameworks, called as their framework wants and read for what it tells.

Why: people compare the agents that they have. An adapter is a thin function of a question; it
imports nothing, since whoever has such an agent has imported its framework already.
"""

from garden_nb.engine.agents.adapters.adapt import adapt

__all__ = ["adapt"]
