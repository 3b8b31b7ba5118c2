"""An agent's call: which function is called, and with what of a case."""

import inspect
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial
from types import BuiltinFunctionType, BuiltinMethodType, FunctionType, MethodType
from typing import Any

from garden_nb.core.cases import Case, CaseSet
from garden_nb.engine.agents.adapters import adapt
from garden_nb.engine.parameters import Parameters, is_async

__all__ = ["METHODS", "AgentCall"]

METHODS = ("ainvoke", "arun", "ask", "run", "invoke")
"""Methods by which objects are called, the first one that is there; async ones come first."""

_PLAIN = (FunctionType, MethodType, BuiltinFunctionType, BuiltinMethodType, partial)


@dataclass(frozen=True, slots=True)
class AgentCall:
    """How one agent is called.

    The question comes first. By name come the columns (but the one with the expected answers), and
    `case` (without expected answer, category and cluster), that the function declares; a
    method of an object gets only those without a
    default, since a framework's own options may be called like a column. A first parameter that
    is itself called `case` or like an input column gets that in place of the question.

    Attributes:
        function: What is called.
        is_async: Whether it gives a coroutine; others are called in a thread.
        question_first: Whether the question is given by position.
        names: What is given by name.
    """

    function: Callable[..., Any]
    is_async: bool
    question_first: bool
    names: tuple[str, ...]

    @classmethod
    def of(cls, agent: Any, cases: CaseSet) -> "AgentCall":
        """Return how `agent` is called on `cases`; see `check_agents` for what cannot be."""
        function = agent_function(agent)
        parameters = Parameters.of(function)
        if parameters is None:
            return cls(function, is_async(function), question_first=True, names=())
        offered = {"case", *cases.agent_columns}
        first = parameters.positional[0] if parameters.positional else None
        question_first = parameters.takes_more if first is None else first not in offered
        if first in parameters.positional_only:
            question_first = True
        declared = parameters.names if function is agent else parameters.required
        names = tuple(
            name for name in declared if name in offered and not (question_first and name == first)
        )
        return cls(function, is_async(function), question_first, names)

    def invoke(self, cases: CaseSet, case: Case) -> Any:
        """Call the function on a case; what keeps the case from being copied counts as its own."""
        by_position, by_name = self.arguments(cases, case)
        return self.function(*by_position, **by_name)

    def arguments(self, cases: CaseSet, case: Case) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return what the function is called with, by position and by name.

        Lists and mappings are copies, so that an agent that changes one changes nobody's case.
        """
        by_position = (_own(cases.question_of(case)),) if self.question_first else ()
        by_name = {
            name: _own_case(case) if name == "case" else _own(cases.value_of(case, name))
            for name in self.names
        }
        return by_position, by_name


def agent_function(agent: Any) -> Callable[..., Any]:
    """Return the function behind an agent: an adapter, itself, or an object's method."""
    adapted = adapt(agent)
    if adapted is not None:
        return adapted
    if not isinstance(agent, _PLAIN) and not inspect.isclass(agent):
        for name in METHODS:
            method = getattr(agent, name, None)
            if callable(method):
                return method  # type: ignore[no-any-return]
    if not callable(agent):
        raise TypeError(f"{type(agent).__name__} cannot be called")
    return agent  # type: ignore[no-any-return]


def _own(value: Any) -> Any:
    return deepcopy(value) if isinstance(value, list | dict | set) else value


def _own_case(case: Case) -> Case:
    inputs = {name: _own(value) for name, value in case.inputs.items()}
    return replace(case.for_agent(), inputs=inputs)
