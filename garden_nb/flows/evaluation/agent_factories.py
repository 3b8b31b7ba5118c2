"""Agents that a factory makes: a fresh one for every case."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.template import placeholders
from garden_nb.core.variants import Variant
from garden_nb.engine.agents import AgentCall, check_agents
from garden_nb.engine.llm import LlmAgent
from garden_nb.errors import Problem
from garden_nb.flows.evaluation.eval_set import CONTEXT, EvalSet

__all__ = ["FactoryAgent", "RowAgent", "agent_of_factory"]


def agent_of_factory(
    factory: Any, label: str, where: str, eval_set: EvalSet, problems: list[Problem]
) -> Variant | None:
    """Return a factory as a variant, adding to `problems` what keeps its agents from being called.

    The factory is called once to see what it makes; that agent answers the first case.

    Args:
        factory: A function without arguments that makes an agent.
        label: The variant's label.
        where: What the factory is called in messages.
        eval_set: The eval set.
        problems: The list that takes every problem found.
    """
    if not callable(factory):
        what = f"gave {_kind(factory)}, which cannot be called."
        problems.append(Problem(where, what, "Accepted: a function without arguments."))
        return None
    try:
        first = factory()
    except Exception as error:  # noqa: BLE001  # a user's function; it is named in the message
        accepted = "Accepted: a function without arguments that returns a fresh agent."
        problems.append(Problem(where, f"raised {type(error).__name__}: {error}.", accepted))
        return None
    cases = eval_set.cases
    found = check_agents((Variant(label, first),), cases) if cases.cases else []
    problems += [Problem(where, f"made an agent for which: {p.what}", p.accepted) for p in found]
    if found:
        return None
    if isinstance(first, LlmAgent):  # it keeps nothing between calls, and is known by its content
        told = _with_context(first, eval_set.context_name) if eval_set.context_name else first
        return Variant(label, told, fingerprint=told.fingerprint, settings=told.settings)
    return Variant(label, FactoryAgent(factory, cases, first, eval_set.context_name))


class FactoryAgent:
    """Calls a fresh agent for each case, so that no case sees what another one left behind.

    Attributes:
        factory: Makes an agent.

    Args:
        factory: Makes an agent.
        cases: The eval set.
        first: An agent that is there already, for the first case.
        context: The input that is told with the question, unless an agent declares it; or None.
    """

    def __init__(
        self, factory: Callable[[], Any], cases: CaseSet, first: Any, context: str | None
    ) -> None:
        self.factory = factory
        self._cases = cases
        self._ready = [first]
        self._context = context

    def __call__(self, case: Case) -> Any:
        """Return the answer of a fresh agent, or what will give it."""
        try:
            agent = self._ready.pop()
        except IndexError:
            agent = self.factory()
        return _call(agent, self._cases, case, self._context)


class RowAgent:
    """Calls the agent that a factory makes for the row of each case.

    Attributes:
        factory: Makes an agent of a row.

    Args:
        factory: Makes an agent of a row with every column.
        rows: The rows by case id.
        cases: The eval set.
        context: The input that is told with the question, unless an agent declares it; or None.
    """

    def __init__(
        self,
        factory: Callable[[dict[str, Any]], Any],
        rows: Mapping[str, dict[str, Any]],
        cases: CaseSet,
        context: str | None,
    ) -> None:
        self.factory = factory
        self._rows = rows
        self._cases = cases
        self._context = context

    def __call__(self, case: Case) -> Any:
        """Return the answer of the row's agent, or what will give it."""
        agent = self.factory(dict(self._rows[case.id]))
        return _call(agent, self._cases, case, self._context)


def _call(agent: Any, cases: CaseSet, case: Case, context: str | None) -> Any:
    """Call an agent with what it declares; a context that it does not goes before the question."""
    call = AgentCall.of(agent, cases)
    whole = cases.by_id[case.id]
    declared = {CONTEXT, context} & set(call.names)
    if context is not None and not declared and whole.inputs[context]:
        told = f"{whole.inputs[context]}\n\n{cases.question_of(whole)}"
        whole = replace(whole, inputs={**whole.inputs, str(cases.question): told})
    by_position, by_name = call.arguments(cases, whole)
    return call.function(*by_position, **by_name)


def _with_context(agent: LlmAgent, context: str) -> LlmAgent:
    """Return a model that is told the context: where its texts say so, else before the rest."""
    contents = [message.get("content") for message in agent.messages]
    texts = [agent.system, agent.prompt, *contents]
    named = {name for text in texts if isinstance(text, str) for name in placeholders(text)}
    if named & {CONTEXT, context}:
        return agent
    if agent.prompt is None and agent.messages:
        system = f"{agent.system}\n\n" if agent.system else ""
        return replace(agent, system=f"{system}{{{context}}}")
    return replace(agent, prompt=f"{{{context}}}\n\n{agent.prompt or '{question}'}")


def _kind(value: Any) -> str:
    return repr(value) if isinstance(value, str | int | float | None) else type(value).__name__
