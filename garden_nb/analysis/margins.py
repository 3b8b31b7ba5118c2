"""Margins: the largest difference that counts as none, by metric."""

from collections.abc import Mapping, Sequence
from typing import Any

from garden_nb.analysis.gates.off_scale import off_scale
from garden_nb.core.metrics import Metric, Role
from garden_nb.errors import Problem, did_you_mean

__all__ = ["Margins", "margin_of", "wrong_margins"]

Margins = tuple[tuple[str, float], ...]
"""Margins by the names of metrics, as a report keeps them."""


def margin_of(metric: Metric, margin: float | None, margins: Margins) -> float | None:
    """Return the margin of one metric, or None.

    A single number is the margin of every success metric; metrics on scales of their own, and
    guardrails, are named.

    Args:
        metric: The metric.
        margin: The single number, or None.
        margins: Those that were given by name.
    """
    named = dict(margins)
    if metric.name in named:
        return named[metric.name]
    return margin if metric.role is Role.SUCCESS else None


def wrong_margins(given: Any, metrics: Sequence[Metric]) -> list[Problem]:
    """Return what is wrong with a margin, or with a mapping of margins by metric.

    Args:
        given: The number, the mapping, or None.
        metrics: The metrics that there are.
    """
    by_name = {metric.name: metric for metric in metrics}
    if isinstance(given, Mapping):
        problems = []
        for name, size in given.items():
            where = f'margin "{name}"'
            if name not in by_name:
                hint = did_you_mean(str(name), list(by_name))
                problems.append(Problem(where, f"there is no metric {name!r}.", hint))
            else:
                problems += _wrong(where, size, [by_name[name]])
        return problems
    if given is None:
        return []
    return _wrong("margin", given, [m for m in metrics if m.role is Role.SUCCESS])


def _wrong(where: str, size: Any, metrics: Sequence[Metric]) -> list[Problem]:
    if isinstance(size, bool) or not isinstance(size, int | float) or not size > 0:
        hint = "Accepted: a number above 0, or by metric, such as {'accuracy': 0.02}."
        return [Problem(where, f"got {size!r}.", hint)]
    found = (off_scale(metric, "margin", float(size)) for metric in metrics)
    return [Problem(where, *wrong) for wrong in found if wrong is not None][:1]
