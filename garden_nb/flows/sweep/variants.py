"""Named agents, and what varies between them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Variants"]


@dataclass(frozen=True)
class Variants:
    """Named agents that differ in one thing.

    Attributes:
        agents: Agents by name, as `Garden` takes them: callables, objects with a `run`, `ask` or
            the like, ids of models, mappings with `model` and `prompt`.
        axis: What was varied, for people to read: `prompt`, `model`, `tools`.
    """

    agents: Mapping[str, Any]
    axis: str = "variant"
