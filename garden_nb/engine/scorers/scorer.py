"""A scorer: a function with a name and a version."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from garden_nb.core.cases import Case, CaseSet
from garden_nb.engine.parameters import Parameters, is_async
from garden_nb.engine.scorers.function_digest import function_digest

__all__ = ["Scorer"]

OFFERED = ("output", "expected", "question", "case")
"""What every scorer may declare, beside columns."""


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
    """

    name: str
    function: Callable[..., Any]
    version: str = ""

    def __post_init__(self) -> None:
        if not self.version:
            object.__setattr__(self, "version", function_digest(self.function))

    @classmethod
    def of(cls, function: Any) -> "Scorer":
        """Return a function, or an object that can be called, as a scorer under its own name."""
        return function if isinstance(function, Scorer) else cls(_name_of(function), function)

    @property
    def is_async(self) -> bool:
        """Whether it gives a coroutine."""
        return is_async(self.function)

    def arguments(self, cases: CaseSet, case: Case, output: Any) -> dict[str, Any]:
        """Return what the function is called with."""
        parameters = Parameters.of(self.function)
        if parameters is None:
            return {"output": output, "expected": case.expected}
        names = OFFERED if parameters.takes_any else ()
        columns = columns_of(cases)
        return {
            name: _value(name, cases, case, output)
            for name in dict.fromkeys((*parameters.names, *names))
            if name in OFFERED or name in columns
        }


def columns_of(cases: CaseSet) -> tuple[str, ...]:
    """Return the names of the columns that a scorer may declare."""
    return (*cases.input_columns, *cases.columns.values())


def _name_of(function: Any) -> str:
    while isinstance(function, partial):
        function = function.func
    return str(
        getattr(function, "name", None)
        or getattr(function, "__name__", None)
        or type(function).__name__
    )


def _value(name: str, cases: CaseSet, case: Case, output: Any) -> Any:
    if name == "output":
        return output
    if name == "case":
        return case
    if name == "question" and (cases.question is not None or name not in case.inputs):
        return cases.question_of(case)
    if name != "expected" and name in case.inputs:
        return case.inputs[name]
    roles: Mapping[str, str] = {column: role for role, column in cases.columns.items()}
    role = roles.get(name, name)
    return case.id if role == "case_id" else getattr(case, role)
