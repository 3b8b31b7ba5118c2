"""The context: what a spec is for, as far as it is known."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["SpecContext"]


@dataclass(frozen=True, slots=True)
class SpecContext:
    """What a spec is for; whatever is None is not known, and nothing is checked against it.

    Attributes:
        columns: The frame's columns.
        scorers: The names of the library's scorers.
        namespace: The notebook's variables.
        providers: The prefixes of model ids, such as `openai`.
    """

    columns: Sequence[str] | None = None
    scorers: Collection[str] | None = None
    namespace: Mapping[str, Any] | None = None
    providers: Collection[str] | None = None
