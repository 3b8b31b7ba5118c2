"""What a scorer's values mean, written on its function."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from garden_nb.core.metrics import Metric

__all__ = ["measured_as", "metric_of"]

F = TypeVar("F", bound=Callable[..., Any])
_NAME = "__garden_metric__"


def measured_as(metric: Metric) -> Callable[[F], F]:
    """Return a decorator that declares kind, direction, role and unit of a scorer's values."""

    def declare(function: F) -> F:
        setattr(function, _NAME, metric)
        return function

    return declare


def metric_of(function: Callable[..., Any]) -> Metric | None:
    """Return what was declared of a scorer's values, or None where its name has to tell."""
    while isinstance(function, partial):
        function = function.func
    metric = getattr(function, _NAME, None)
    return metric if isinstance(metric, Metric) else None
