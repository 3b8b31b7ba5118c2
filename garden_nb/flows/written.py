"""Gardens as YAML: a spec becomes a garden's arguments, and a garden a spec."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import partial
from pathlib import Path
from typing import Any

from garden_nb.core.spec import AgentVariant, GardenSpec, JudgeChoice, ModelVariant, ScorerChoice
from garden_nb.core.variants import Variant
from garden_nb.engine.judge import Judge
from garden_nb.engine.llm import LlmAgent
from garden_nb.engine.scorers import LIBRARY, Scorer
from garden_nb.errors import InputError, Problem
from garden_nb.flows.scoring import Scoring, scorers_of_spec
from garden_nb.flows.sources import Source
from garden_nb.flows.variants import variants_of_spec

__all__ = ["Given", "arguments_of", "spec_of"]

_SETTINGS = (
    *("baseline", "prompt", "question", "expected", "case_id", "category", "cluster", "repeats"),
    *("concurrency", "timeout_s", "retries", "max_cost_usd", "seed", "store", "name", "fresh"),
)

Given = Mapping[str, Any]
"""The arguments that a garden was made with."""


def arguments_of(spec: GardenSpec, namespace: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of `Garden` for a spec, but the cases.

    Args:
        spec: What was written.
        namespace: The notebook's variables, for agents and scorers that are named.
    """
    settings = {name: getattr(spec, name) for name in _SETTINGS}
    return {
        **settings,
        "variants": variants_of_spec(spec, namespace),
        "scorers": scorers_of_spec(spec, namespace),
        "judge": list(spec.judges) or None,
        "gates": dict(spec.gates) or None,
    }


def spec_of(given: Given, variants: tuple[Variant, ...], scoring: Scoring) -> GardenSpec:
    """Return the spec of a garden.

    Functions are written by name: whoever reads it back needs them in the notebook.

    Args:
        given: The arguments that the garden was made with.
        variants: Its variants.
        scoring: Its scorers and judges.

    Raises:
        InputError: What cannot be written down, all of it: lambdas, objects, keys.
    """
    problems: list[Problem] = []
    models = {variant.label: _variant(variant, problems) for variant in variants}
    judges = [_judge(judge, problems) for judge in scoring.judges.values()]
    others = [scorer for scorer in scoring.scorers if scorer.name not in scoring.judges]
    written = [_scorer(scorer, problems) for scorer in others]
    settings = {name: given[name] for name in _SETTINGS if name != "prompt"}
    settings["store"] = str(given["store"])
    if problems:
        raise InputError(problems)
    cases = given["cases"].name if isinstance(given["cases"], Source) else given["cases"]
    return GardenSpec(
        variants={label: model for label, model in models.items() if model is not None},
        cases=str(cases) if isinstance(cases, str | Path) else None,
        scorers=tuple(choice for choice in written if choice is not None),
        judges=tuple(judges),
        gates=dict(given["gates"] or {}),
        **settings,
    )


def _variant(variant: Variant, problems: list[Problem]) -> ModelVariant | AgentVariant | None:
    agent = variant.agent
    where = f"variant {variant.label!r}"
    if isinstance(agent, LlmAgent):
        if agent.api_key is not None:
            hint = "Set the provider's environment variable."
            problems.append(Problem(where, "has a key, which is never written.", hint))
        return ModelVariant(
            model=agent.model,
            system=agent.system,
            prompt=agent.prompt,
            messages=tuple(agent.messages),
            params=dict(agent.params),
            api_base=agent.api_base,
            tools=tuple(agent.tools),
            history=agent.history,
            images=tuple(agent.images),
            version=variant.version,
        )
    name = _name(agent)
    if name is None:
        what = "is no function with a name, so it cannot be written down."
        problems.append(Problem(where, what, "Give the function a name, or write a model."))
        return None
    return AgentVariant(name, variant.version)


def _scorer(scorer: Scorer, problems: list[Problem]) -> ScorerChoice | None:
    function: Any = scorer.function
    options: dict[str, Any] = {}
    if isinstance(function, partial):
        function, options = function.func, dict(function.keywords)
    for name, entry in LIBRARY.items():
        if entry.function is function:
            if scorer.name != name:
                options["name"] = scorer.name
            return ScorerChoice(name, options)
    name_or_none = _name(function) if not options else None
    if name_or_none is None:
        what = "is no function with a name, so it cannot be written down."
        problems.append(Problem(f"scorer {scorer.name!r}", what, "Give the function a name."))
        return None
    return ScorerChoice(name_or_none)


def _judge(judge: Judge, problems: list[Problem]) -> JudgeChoice:
    where = f"judge {judge.name!r}"
    if judge.api_key is not None:
        hint = "Set the provider's environment variable."
        problems.append(Problem(where, "has a key, which is never written.", hint))
    written = {item.name for item in fields(JudgeChoice)}
    for item in fields(judge):
        unset = item.default if item.default_factory is MISSING else item.default_factory()
        if item.name not in {*written, "api_key"} and getattr(judge, item.name) != unset:
            what = f"has {item.name}, which cannot be written down."
            problems.append(Problem(where, what, f"Written: {', '.join(sorted(written))}."))
    low, high = judge.scale
    return JudgeChoice(
        judge.model,
        judge.criterion,
        (low, high),
        judge.name,
        dict(judge.params),
        judge.api_base,
    )


def _name(function: Any) -> str | None:
    name = getattr(function, "__name__", None)
    return name if isinstance(name, str) and name.isidentifier() else None
