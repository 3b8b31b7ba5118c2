"""An eval set and real agents that need no key and no network.

Why: a first look at a garden should be at real numbers. Recorded or random answers would show
that the widgets work and nothing else; a key would keep most people from looking. So the demo asks
200 questions of the form "which standard-library function does this?", and its agents answer by
searching the docstrings of the running interpreter: some find more than others, some differ by
no more than noise.

Importing this package loads nothing heavy: each public name is loaded when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from garden_nb.demo.agents import demo_agents
    from garden_nb.demo.cases import demo_cases

__all__ = ["demo_agents", "demo_cases"]

_HOMES = {
    "demo_agents": "garden_nb.demo.agents",
    "demo_cases": "garden_nb.demo.cases",
}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used (PEP 562)."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names, loaded or not."""
    return sorted({*globals(), *__all__})
