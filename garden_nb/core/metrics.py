"""Metrics: named, directed reductions of scores."""

import re
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Direction", "Kind", "Metric", "Role", "default_metric"]


class Kind(StrEnum):
    """What values a metric takes, which decides the method."""

    BINARY = "binary"
    """0 or 1."""
    BOUNDED = "bounded"
    """Numbers between a lowest and a highest value: [0, 1] scores, 1-5 ratings."""
    NUMERIC = "numeric"
    """Any numbers."""


class Direction(StrEnum):
    """Which way a metric should move."""

    HIGHER_IS_BETTER = "higher_is_better"
    LOWER_IS_BETTER = "lower_is_better"


class Role(StrEnum):
    """Whether a metric is what the choice is about, or what it may not cost."""

    SUCCESS = "success"
    GUARDRAIL = "guardrail"


@dataclass(frozen=True, slots=True)
class Metric:
    """A named, directed reduction.

    Attributes:
        name: Its name.
        kind: What values it takes.
        direction: Which way it should move.
        role: Success metrics form the corrected family; guardrails stand outside it.
        unit: The unit of its values (`ms`, `usd`, `tokens`), empty for scores.
        low: The lowest possible value of a binary or bounded metric.
        high: The highest possible value of a binary or bounded metric.
    """

    name: str
    kind: Kind = Kind.NUMERIC
    direction: Direction = Direction.HIGHER_IS_BETTER
    role: Role = Role.SUCCESS
    unit: str = ""
    low: float | None = None
    high: float | None = None

    @property
    def higher_is_better(self) -> bool:
        """Whether larger values are better."""
        return self.direction is Direction.HIGHER_IS_BETTER

    @property
    def worst(self) -> float | None:
        """The value that a failed trial counts as, or None where there is no worst value."""
        return self.low if self.higher_is_better else self.high


def default_metric(name: str, kind: Kind = Kind.NUMERIC) -> Metric:
    """Return the metric that a score called `name` is taken for.

    Names that end in a unit (`_usd`, `_ms`, `_s`, `_tokens`) and `steps` are guardrails of which
    less is better; everything else is a success metric of which more is better.

    >>> default_metric("cost_usd").role.value, default_metric("cost_usd").unit
    ('guardrail', 'usd')
    """
    match = re.fullmatch(r".*_(usd|ms|s|tokens)|steps", name)
    if match:
        return Metric(
            name=name,
            kind=Kind.NUMERIC,
            direction=Direction.LOWER_IS_BETTER,
            role=Role.GUARDRAIL,
            unit=match.group(1) or "steps",
        )
    if kind is Kind.BINARY:
        return Metric(name=name, kind=kind, low=0.0, high=1.0)
    return Metric(name=name, kind=kind)
