"""Agent variants: a callable or object of the notebook, by name."""

from dataclasses import dataclass

__all__ = ["AgentVariant"]


@dataclass(frozen=True)
class AgentVariant:
    """A variant that is an agent of the notebook.

    Attributes:
        agent: Its name in the notebook.
        version: The user's own name for its state; results are reused where versions agree.
    """

    agent: str
    version: str | None = None
