"""Scorer choices: a scorer by name, with options."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["ScorerChoice"]


@dataclass(frozen=True)
class ScorerChoice:
    """A scorer of the library or of the notebook.

    Attributes:
        name: Its name.
        options: What it is called with beside the output, such as `tolerance`; `name` gives its
            metric another name.
    """

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def called(self) -> str:
        """The name of its metric."""
        return str(self.options.get("name", self.name))
