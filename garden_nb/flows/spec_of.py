"""A garden as a spec, as far as it can be written down."""

from collections.abc import Mapping
from dataclasses import MISSING, asdict, fields
from functools import partial
from pathlib import Path
from typing import Any

from ruamel.yaml.error import YAMLError

from garden_nb.core.spec import (
    AgentVariant,
    GardenSpec,
    JudgeChoice,
    ModelVariant,
    ScorerChoice,
    parse_spec,
)
from garden_nb.core.spec.findings import Findings
from garden_nb.core.spec.marks import Marks
from garden_nb.core.spec.reading import read_text
from garden_nb.core.variants import Variant
from garden_nb.engine.judge import Judge, written_output_type
from garden_nb.engine.limits import Limits
from garden_nb.engine.llm import LlmAgent
from garden_nb.engine.redact import redact, secrets_in
from garden_nb.engine.scorers import LIBRARY, Scorer, library_scorer
from garden_nb.errors import InputError, Problem
from garden_nb.flows.arguments_of import SETTINGS
from garden_nb.flows.checks import collected
from garden_nb.flows.scoring import Scoring
from garden_nb.flows.sources import Source

__all__ = ["Given", "resumable_text", "spec_of"]

Given = Mapping[str, Any]
"""The arguments that a garden was made with."""

_NO_KEY = "Set the provider's environment variable."
_NAMED = "Give it a name in the notebook: a function on its top level."


def spec_of(
    given: Given, variants: tuple[Variant, ...], scoring: Scoring, names: Mapping[int, str]
) -> GardenSpec:
    """Return the spec of a garden.

    Agents and scorers of the notebook are written by name: whoever reads it back needs them there.

    Args:
        given: The arguments that the garden was made with.
        variants: Its variants.
        scoring: Its scorers and judges.
        names: What objects are called in the notebook, by identity, where that is known.

    Raises:
        InputError: What cannot be written down, all of it: lambdas, objects, keys.
    """
    problems: list[Problem] = []
    models = {variant.label: _variant(variant, names, problems) for variant in variants}
    judges = [_judge(judge, problems) for judge in scoring.judges.values()]
    others = [scorer for scorer in scoring.scorers if scorer.name not in scoring.judges]
    written = [_scorer(scorer, names, problems) for scorer in others]
    settings = {n: given[n] for n in SETTINGS if n not in {"prompt", "store", "limits"}}
    cases = given["cases"].name if isinstance(given["cases"], Source) else given["cases"]
    spec = GardenSpec(
        variants={label: model for label, model in models.items() if model is not None},
        cases=str(cases) if isinstance(cases, str | Path) else None,
        scorers=tuple(choice for choice in written if choice is not None),
        judges=tuple(judges),
        gates=dict(given["gates"] or {}),
        limits=_limits(given["limits"]),
        store=str(given["store"]),
        **settings,
    )
    problems += [] if problems else _unreadable(spec)
    if problems:
        raise InputError(problems)
    return spec


def resumable_text(
    given: Given, variants: tuple[Variant, ...], scoring: Scoring, names: Mapping[int, str]
) -> str | None:
    """Return a garden as YAML where that alone is enough to go on with its run, None otherwise.

    Args:
        given: As for `spec_of`, like what follows.
        variants: Its variants.
        scoring: Its scorers and judges.
        names: What objects are called in the notebook.
    """
    source = given["cases"]
    if not (isinstance(source, str | Path) or (isinstance(source, Source) and source.is_file)):
        return None
    try:
        spec = spec_of(given, variants, scoring, names)
    except InputError:
        return None
    models = all(isinstance(variant.agent, LlmAgent) for variant in variants)
    known = all(choice.name in LIBRARY for choice in spec.scorers)
    text = spec.to_yaml()
    is_open = redact(text) == text and not any(secrets_in(asdict(spec)))
    return text if models and known and is_open else None


def _variant(
    variant: Variant, names: Mapping[int, str], problems: list[Problem]
) -> ModelVariant | AgentVariant | None:
    agent = variant.agent
    where = f"variant {variant.label!r}"
    if isinstance(agent, LlmAgent):
        if agent.api_key is not None:
            problems.append(Problem(where, "has a key, which is never written.", _NO_KEY))
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
    name = _name(agent, names)
    if name is None:
        problems.append(Problem(where, "has an agent that nothing is called like.", _NAMED))
        return None
    return AgentVariant(name, variant.version)


def _scorer(
    scorer: Scorer, names: Mapping[int, str], problems: list[Problem]
) -> ScorerChoice | None:
    if id(scorer) in names:
        return ScorerChoice(names[id(scorer)])
    function: Any = scorer.function
    options: dict[str, Any] = {}
    if isinstance(function, partial):
        function, options = function.func, dict(function.keywords)
    choice = None
    for name, entry in LIBRARY.items():
        if entry.function is function:
            named = {} if scorer.name == name else {"name": scorer.name}
            choice = ScorerChoice(name, options | named)
            same = library_scorer(choice.name, choice.options)
    if choice is None and not options and (own := _name(function, names)) is not None:
        choice, same = ScorerChoice(own), Scorer(own, function)
    where = f"scorer {scorer.name!r}"
    if choice is None:
        problems.append(Problem(where, "is a function that nothing is called like.", _NAMED))
    elif (same.name, same.version, same.metric) != (scorer.name, scorer.version, scorer.metric):
        what = "has a name, a version or a metric that its function alone would not have."
        problems.append(Problem(where, what, "Only functions are written down."))
    return choice


def _judge(judge: Judge, problems: list[Problem]) -> JudgeChoice:
    where = f"judge {judge.name!r}"
    if judge.api_key is not None:
        problems.append(Problem(where, "has a key, which is never written.", _NO_KEY))
    scores = None
    if judge.output_type is not None:
        scores = written_output_type(judge.fields, judge.scale)
        if scores is None:
            what = "has an output_type of which a score has one bound only."
            problems.append(Problem(where, what, "Give it both bounds, or neither."))
    written = {item.name for item in fields(JudgeChoice)}
    for item in fields(judge):
        unset = item.default if item.default_factory is MISSING else item.default_factory()
        if item.name not in {*written, "api_key"} and getattr(judge, item.name) != unset:
            what = f"has {item.name}, which cannot be written down."
            problems.append(Problem(where, what, f"Written: {', '.join(sorted(written))}."))
    low, high = judge.scale
    rubric = judge.rubric
    return JudgeChoice(
        judge.model,
        judge.criterion,
        judge.criteria if isinstance(judge.criteria, str) else dict(judge.criteria),
        {str(value): told for value, told in rubric.items()}
        if isinstance(rubric, Mapping)
        else rubric,
        scores,
        (low, high),
        judge.name,
        judge.reference,
        tuple(judge.columns),
        judge.retries,
        dict(judge.params),
        judge.api_base,
    )


def _limits(limits: Limits | Mapping[str, float] | None) -> dict[str, float]:
    given = asdict(limits) if isinstance(limits, Limits) else limits or {}
    return {name: number for name, number in given.items() if number is not None}


def _name(used: Any, names: Mapping[int, str]) -> str | None:
    """Return what an object is called in the notebook: as it is known, or as a function says."""
    if id(used) in names:
        return names[id(used)]
    name = getattr(used, "__qualname__", None)
    return name if isinstance(name, str) and name.isidentifier() else None


def _unreadable(spec: GardenSpec) -> list[Problem]:
    """Return what keeps a spec from being read back: secrets, values that YAML does not have."""
    found: list[Problem] = []
    try:
        text = spec.to_yaml()
    except YAMLError as error:
        what = f"holds a value that cannot be written: {str(error).splitlines()[0]}."
        return [Problem("the garden", what, "Accepted: text, numbers, lists and mappings.")]
    data = read_text(Marks(text=text), Findings()).data
    collected(found, partial(parse_spec, data), None)
    return found
