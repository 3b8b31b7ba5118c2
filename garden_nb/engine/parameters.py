"""Parameters: what a user's function declares, which is what it gets."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

__all__ = ["Parameters", "is_async"]


@dataclass(frozen=True, slots=True)
class Parameters:
    """The declared parameters of a function, without those that a `partial` has set.

    Attributes:
        positional: Names of the parameters that can be given by position, in order.
        positional_only: Those of them that cannot be given by name.
        required: Names without a default.
        optional: Names with a default.
        takes_more: Whether it takes any further positional arguments (`*args`).
        takes_any: Whether it takes any further names (`**kwargs`).
    """

    positional: tuple[str, ...]
    positional_only: frozenset[str]
    required: tuple[str, ...]
    optional: tuple[str, ...]
    takes_more: bool
    takes_any: bool

    @classmethod
    def of(cls, function: Callable[..., Any]) -> "Parameters | None":
        """Return the parameters of `function`, or None where Python does not know them."""
        try:
            given = list(inspect.signature(function).parameters.values())
        except (TypeError, ValueError):
            return None
        bound = function.keywords if isinstance(function, partial) else {}
        given = [parameter for parameter in given if parameter.name not in bound]
        kind = inspect.Parameter
        by_position = {kind.POSITIONAL_ONLY, kind.POSITIONAL_OR_KEYWORD}
        named = [p for p in given if p.kind in by_position or p.kind is kind.KEYWORD_ONLY]
        return cls(
            positional=tuple(p.name for p in named if p.kind in by_position),
            positional_only=frozenset(p.name for p in named if p.kind is kind.POSITIONAL_ONLY),
            required=tuple(p.name for p in named if p.default is kind.empty),
            optional=tuple(p.name for p in named if p.default is not kind.empty),
            takes_more=any(p.kind is kind.VAR_POSITIONAL for p in given),
            takes_any=any(p.kind is kind.VAR_KEYWORD for p in given),
        )

    @property
    def names(self) -> tuple[str, ...]:
        """All declared names."""
        return self.required + self.optional


def is_async(function: Callable[..., Any]) -> bool:
    """Return whether calling `function` gives a coroutine, as far as its definition says."""
    while isinstance(function, partial):
        function = function.func
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
        getattr(type(function), "__call__", None)  # noqa: B004  # an object with an async __call__
    )
