"""Variants: named agent configurations under comparison."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, runtime_checkable

from garden_nb.errors import InputError, Problem

__all__ = ["KnownAgent", "Variant", "parse_variants"]


@runtime_checkable
class KnownAgent(Protocol):
    """An agent that knows what determines its answers, such as a model with a prompt."""

    @property
    def fingerprint(self) -> str:
        """The digest of everything that determines the output."""
        ...

    @property
    def settings(self) -> Mapping[str, Any]:
        """What people may want to read of it; never secrets."""
        ...


@dataclass(frozen=True)
class Variant:
    """One agent configuration under comparison.

    Attributes:
        label: Its name, unique in a garden.
        agent: What is called: any callable, or an object that an adapter knows.
        version: The user's own name for the state of an opaque agent; a result is reused across
            runs only where the versions agree.
        fingerprint: The digest of everything that determines the output, or None where that
            cannot be known (an opaque callable without a version).
        settings: What differs between variants, for people to read; never secrets.
    """

    label: str
    agent: Any
    version: str | None = None
    fingerprint: str | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)


def parse_variants(variants: Any, problems: list[Problem]) -> tuple[Variant, ...]:
    """Return the variants of a garden, adding to `problems` what cannot be used.

    Args:
        variants: A mapping from label to agent or `Variant`, or a sequence of `Variant`.
        problems: The list that takes every problem found.
    """
    if isinstance(variants, Mapping):
        items = [(label, agent) for label, agent in variants.items()]
    elif isinstance(variants, list | tuple) and all(isinstance(v, Variant) for v in variants):
        items = [(variant.label, variant) for variant in variants]
    else:
        accepted = 'Accepted: a mapping such as {"bm25": agent, "fuzzy": other_agent}.'
        problems.append(Problem("variants", f"got {type(variants).__name__}.", accepted))
        return ()
    if not items:
        problems.append(Problem("variants", "there are none.", "Give at least one."))
    parsed = [_parse(label, agent, problems) for label, agent in items]
    labels = [variant.label for variant in parsed if variant]
    for label in sorted({label for label in labels if labels.count(label) > 1}):
        problems.append(Problem("variants", f"the label {label!r} is used twice."))
    return tuple(variant for variant in parsed if variant)


def _parse(label: Any, agent: Any, problems: list[Problem]) -> Variant | None:
    if not isinstance(label, str) or not label.strip():
        problems.append(Problem("variants", f"the label {label!r} is not text with a letter."))
        return None
    variant = agent if isinstance(agent, Variant) else Variant(label=label, agent=agent)
    known = variant.agent
    if variant.fingerprint is None and isinstance(known, KnownAgent):
        return replace(variant, fingerprint=known.fingerprint, settings=known.settings)
    return variant


def require(problems: list[Problem]) -> None:
    """Raise one `InputError` with all `problems`, if there are any."""
    if problems:
        raise InputError(problems)
