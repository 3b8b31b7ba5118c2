"""Metrics: named, directed reductions of scores."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

from garden_nb.errors import Problem, did_you_mean

__all__ = ["Direction", "Kind", "Metric", "Role", "default_metric", "parse_metrics"]


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
        human: The name of the score that people gave on some cases, a random part of all: it
            corrects this one, a judge's, and is no metric of its own then.
    """

    name: str
    kind: Kind = Kind.NUMERIC
    direction: Direction = Direction.HIGHER_IS_BETTER
    role: Role = Role.SUCCESS
    unit: str = ""
    low: float | None = None
    high: float | None = None
    human: str | None = None

    @property
    def higher_is_better(self) -> bool:
        """Whether larger values are better."""
        return self.direction is Direction.HIGHER_IS_BETTER

    @property
    def worst(self) -> float | None:
        """The value that a failed trial counts as, or None where there is no worst value."""
        return self.low if self.higher_is_better else self.high


_COSTS = {
    "latency": "",
    "duration": "",
    "cost": "",
    "price": "",
    "seconds": "s",
    "tokens": "tokens",
}
"""Words for what a trial takes, with the unit that they tell."""


def default_metric(name: str, kind: Kind = Kind.NUMERIC) -> Metric:
    """Return the metric that a score called `name` is taken for.

    Names that end in a unit (`_usd`, `_ms`, `_s`, `_tokens`) and `steps` are guardrails of which
    less is better, and so are numbers called `latency`, `duration`, `seconds`, `cost`, `price` or
    `tokens`, whatever stands before it (`total_cost`); everything else is a success metric of which
    more is better.

    >>> default_metric("cost_usd").role.value, default_metric("cost_usd").unit
    ('guardrail', 'usd')
    """
    match = re.fullmatch(r".*_(usd|ms|s|tokens)|steps", name)
    if match is None and kind is not Kind.BINARY:
        match = re.fullmatch(rf"(?:.*_)?({'|'.join(_COSTS)})", name.lower())
    if match:
        return Metric(
            name=name,
            kind=Kind.NUMERIC,
            direction=Direction.LOWER_IS_BETTER,
            role=Role.GUARDRAIL,
            unit=_COSTS.get(match[1], match[1]) if match[1] else "steps",
        )
    if kind is Kind.BINARY:
        return Metric(name=name, kind=kind, low=0.0, high=1.0)
    return Metric(name=name, kind=kind)


def parse_metrics(
    given: Mapping[str, Any] | None, names: Sequence[str], problems: list[Problem]
) -> dict[str, Metric]:
    """Return the metrics that people declared, adding to `problems` what cannot be used.

    Args:
        given: By name a `Metric`, or a mapping of some of its attributes such as
            `{"kind": "bounded", "low": 1, "high": 5}`; the others keep their defaults.
        names: The metrics that there are.
        problems: The list that takes every problem found.
    """
    metrics = {}
    for name, declared in (given or {}).items():
        where = f'metric "{name}"'
        if name not in names:
            problems.append(Problem("metrics", f"there is no {name!r}.", did_you_mean(name, names)))
        elif isinstance(declared, Metric):
            metrics[name] = replace(declared, name=name)
        elif isinstance(declared, Mapping):
            metrics[name] = _declared(name, declared, names, problems)
        else:
            accepted = "Accepted: a Metric or a mapping."
            problems.append(Problem(where, f"got {declared!r}.", accepted))
    return metrics


_CHOICES: dict[str, type[StrEnum]] = {"kind": Kind, "direction": Direction, "role": Role}


def _declared(
    name: str, declared: Mapping[str, Any], names: Sequence[str], problems: list[Problem]
) -> Metric:
    where = f'metric "{name}"'
    known = [field.name for field in fields(Metric) if field.name != "name"]
    values: dict[str, Any] = {}
    for key, value in declared.items():
        choices = [choice.value for choice in _CHOICES[key]] if key in _CHOICES else None
        if key not in known:
            problems.append(Problem(where, f"unknown key {key!r}.", did_you_mean(key, known)))
        elif choices is not None and value not in choices:
            problems.append(Problem(where, f"{key} is {value!r}.", did_you_mean(value, choices)))
        elif key == "human" and value not in names:
            problems.append(Problem(where, f"human is {value!r}.", did_you_mean(value, names)))
        else:
            values[key] = _CHOICES[key](value) if choices is not None else value
    base = default_metric(name, values.get("kind", Kind.NUMERIC))
    return replace(base, **values)
