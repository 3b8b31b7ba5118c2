"""Agents that cannot be called, found before anything runs."""

import inspect
from collections.abc import Sequence
from typing import Any

from garden_nb.core.cases import CaseSet
from garden_nb.core.variants import Variant
from garden_nb.engine.agents.agent_call import METHODS, AgentCall, agent_function
from garden_nb.engine.llm import LlmAgent
from garden_nb.engine.parameters import Parameters
from garden_nb.errors import Problem, did_you_mean

__all__ = ["check_agents"]

_ACCEPTED = "Accepted: a sync or async function, or an object with a method " + ", ".join(
    f"`{name}`" for name in (*METHODS[:-1], f"or {METHODS[-1]}")
).replace("`or invoke`", "or `invoke`")


def check_agents(variants: Sequence[Variant], cases: CaseSet) -> list[Problem]:
    """Return what keeps agents from being called: no function, or names that no case has."""
    return [problem for variant in variants for problem in _check(variant, cases)]


def _check(variant: Variant, cases: CaseSet) -> list[Problem]:
    where = f"variant {variant.label!r}"
    agent = variant.agent
    if isinstance(agent, LlmAgent):
        return agent.problems(where, cases)
    if inspect.isclass(agent):
        return [Problem(where, f"the class {agent.__name__} was given.", "Give an object of it.")]
    try:
        function = agent_function(agent)
    except TypeError:
        return [Problem(where, f"got {_shown(agent)}, which cannot be called.", f"{_ACCEPTED}.")]
    parameters = Parameters.of(function)
    if parameters is None:
        return []
    call = AgentCall.of(agent, cases)
    declared = parameters.names if function is agent else parameters.required
    first = parameters.positional[:1] if call.question_first else ()
    named = [name for name in declared if name not in first or name == "expected"]
    return [*_hidden(where, named, cases), *_unknown(where, named, parameters, cases)]


def _shown(agent: Any) -> str:
    return repr(agent) if isinstance(agent, str | int | float | None) else type(agent).__name__


def _answer_names(cases: CaseSet) -> set[str]:
    answers = {"expected", cases.columns.get("expected", "expected")}
    return answers - set(cases.input_columns)


def _hidden(where: str, named: Sequence[str], cases: CaseSet) -> list[Problem]:
    """Refuse the expected answer under any name."""
    accepted = did_you_mean("", ("case", *cases.agent_columns))
    return [
        Problem(where, f"its agent declares {name!r}, which agents never see.", accepted)
        for name in named
        if name in _answer_names(cases)
    ]


def _unknown(
    where: str, named: Sequence[str], parameters: Parameters, cases: CaseSet
) -> list[Problem]:
    offered = ("case", *cases.agent_columns)
    known = {*offered, *_answer_names(cases)}
    problems = [
        Problem(where, f"its agent declares {name!r}.", did_you_mean(name, offered))
        for name in named
        if name in parameters.required and name not in known
    ]
    problems += [
        Problem(where, f"its agent takes {name!r} by position only.", "Remove the `/` behind it.")
        for name in named
        if name in offered and name in parameters.positional_only
    ]
    return problems
