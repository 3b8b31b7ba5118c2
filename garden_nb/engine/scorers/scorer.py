"""A scorer: a function with a name and a version."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from garden_nb.core.metrics import Metric
from garden_nb.engine.scorers.function_digest import function_digest
from garden_nb.engine.scorers.measured_as import metric_of

__all__ = ["Scorer"]


@dataclass(frozen=True, slots=True)
class Scorer:
    """A function that gives an output a value.

    Attributes:
        name: The name of its score, and of the metric that comes of it.
        function: What is called, sync or async. It gets by name what it declares of `output`,
            `expected`, `question`, `case` and columns, and returns a truth value, a number, None
            or a mapping of names to these.
        version: What it computes, in short: scores of another version are given again. By
            default a digest of its code, its defaults, what it encloses, and the functions and
            constants of its module that it uses.
        paid: Whether its calls cost money, so that they stop where no more may be spent.
        metric: What its values mean, or None where its name and values have to tell.
    """

    name: str
    function: Callable[..., Any]
    version: str = ""
    paid: bool = False
    metric: Metric | None = None

    def __post_init__(self) -> None:
        if not self.version:
            object.__setattr__(self, "version", function_digest(self.function))
        metric = self.metric or metric_of(self.function)
        if metric is not None:
            object.__setattr__(self, "metric", replace(metric, name=self.name))

    @classmethod
    def of(cls, function: Any) -> "Scorer":
        """Return a function, or an object that can be called, as a scorer under its own name."""
        if isinstance(function, Scorer):
            return function
        made = getattr(function, "scorer", None)  # a judge, or what a factory has configured
        return made if isinstance(made, Scorer) else cls(_name_of(function), function)


def _name_of(function: Any) -> str:
    while isinstance(function, partial):
        function = function.func
    return str(
        getattr(function, "name", None)
        or getattr(function, "__name__", None)
        or type(function).__name__
    )
