"""The context: what a spec is for, as far as it is known."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from garden_nb.core.spec.marks import Path

if TYPE_CHECKING:
    from garden_nb.core.spec.garden_spec import GardenSpec

__all__ = ["Found", "SpecContext"]

Found = tuple[Path, str, str]
"""The path of a part, what is wrong with it, and what is accepted."""


@dataclass(frozen=True, slots=True)
class SpecContext:
    """What a spec is for; whatever is None is not known, and nothing is checked against it.

    Attributes:
        columns: The frame's columns.
        scorers: The names of the library's scorers.
        namespace: The notebook's variables.
        providers: The prefixes of model ids, such as `openai`.
        further: Finds what only higher floors can judge, options of scorers and gates: the path
            of the part, what is wrong with it, and what is accepted.
    """

    columns: Sequence[str] | None = None
    scorers: Collection[str] | None = None
    namespace: Mapping[str, Any] | None = None
    providers: Collection[str] | None = None
    further: Callable[["GardenSpec"], Iterable[Found]] | None = None
