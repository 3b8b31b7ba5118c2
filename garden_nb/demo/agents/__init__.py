"""The demo's agents: five ways of searching one catalogue, from the plainest to the best.

Each is a function of the question that returns a qualified name. None of them sees an answer.
"""

from collections.abc import Callable

from garden_nb.demo.agents.bm25 import bm25
from garden_nb.demo.agents.combined import combined
from garden_nb.demo.agents.keywords import keywords
from garden_nb.demo.agents.names import names
from garden_nb.demo.agents.ngrams import ngrams

__all__ = ["bm25", "combined", "demo_agents", "keywords", "names", "ngrams"]


def demo_agents() -> dict[str, Callable[[str], str]]:
    """Return label -> agent, the natural baseline (`keywords`) first, ready to answer."""
    agents: dict[str, Callable[[str], str]] = {
        "keywords": keywords,
        "bm25": bm25,
        "ngrams": ngrams,
        "names": names,
        "combined": combined,
    }
    for agent in agents.values():
        agent("")  # builds its index, so that no trial's latency includes that
    return agents
