"""Checking: whether a spec agrees with itself and with the notebook it is for."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from garden_nb.core.spec.agent_variant import AgentVariant
from garden_nb.core.spec.columns import check_columns
from garden_nb.core.spec.context import SpecContext
from garden_nb.core.spec.cursor import suggest
from garden_nb.core.spec.findings import Findings
from garden_nb.core.spec.marks import Path
from garden_nb.core.spec.model_variant import ModelVariant

if TYPE_CHECKING:
    from garden_nb.core.spec.garden_spec import GardenSpec

__all__ = ["check_spec"]


def check_spec(spec: "GardenSpec", context: SpecContext, findings: Findings) -> None:
    """Add to `findings` where a spec contradicts itself or does not fit its context."""
    if spec.baseline is not None and spec.baseline not in spec.variants:
        what = f"there is no variant {spec.baseline!r}."
        findings.add(
            spec.marks.value(("baseline",)), what, suggest(spec.baseline, list(spec.variants))
        )
    _check_metric_names(spec, findings)
    check_columns(spec, context.columns, findings)
    _check_scorers(spec, context, findings)
    _check_agents(spec, context, findings)
    _check_models(spec, context, findings)
    for path, what, accepted in context.further(spec) if context.further is not None else ():
        findings.add(spec.marks.key(path), what, accepted)


def _check_metric_names(spec: "GardenSpec", findings: Findings) -> None:
    """Scorers and judges give their names to metrics: no name twice."""
    named: list[tuple[str, Path]] = [(s.name, ("scorers", i)) for i, s in enumerate(spec.scorers)]
    named += [(judge.called, _judge_path(spec, i, "name")) for i, judge in enumerate(spec.judges)]
    taken: dict[str, Path] = {}
    for name, path in named:
        if name and name in taken:
            what = f"the metric {name!r} stands twice."
            hint = "Give the judge another name." if path[0] == "judge" else "Keep one."
            findings.add(spec.marks.value(path), what, hint)
        taken[name] = path


def _check_scorers(spec: "GardenSpec", context: SpecContext, findings: Findings) -> None:
    if context.scorers is None or context.namespace is None:
        return
    functions = _public(context.namespace, callables=True)
    for i, scorer in enumerate(spec.scorers):
        place = spec.marks.value(("scorers", i))
        if scorer.name in {"", *context.scorers} or callable(context.namespace.get(scorer.name)):
            continue
        if scorer.name in context.namespace:
            kind = type(context.namespace[scorer.name]).__name__
            what = f"the scorer {scorer.name!r} is no function but of type {kind}."
            findings.add(place, what, "Accepted: a scorer of the library or a function.")
        else:
            what = f"there is no scorer {scorer.name!r}."
            accepted = suggest(scorer.name, [*sorted(context.scorers), *functions])
            findings.add(place, what, f"{accepted} Or define it in the notebook.")


def _check_agents(spec: "GardenSpec", context: SpecContext, findings: Findings) -> None:
    if context.namespace is None:
        return
    for label, variant in spec.variants.items():
        if isinstance(variant, AgentVariant) and variant.agent not in {"", *context.namespace}:
            place = spec.marks.value(("variants", label, "agent"))
            accepted = suggest(variant.agent, _public(context.namespace, callables=False))
            findings.add(place, f"nothing in the notebook is called {variant.agent!r}.", accepted)


def _check_models(spec: "GardenSpec", context: SpecContext, findings: Findings) -> None:
    for path, model in _models(spec):
        place = spec.marks.value(path)
        prefix, slash, _ = model.partition("/")
        if context.providers is not None and slash and prefix not in context.providers:
            what = f"unknown provider {prefix!r} in {model!r}."
            findings.add(place, what, suggest(prefix, sorted(context.providers)))
        elif not slash and model.partition(":")[0] in (context.providers or ()):
            what = f"the model {model!r} has a colon after its provider."
            findings.add(place, what, f"Write {model.replace(':', '/', 1)}.")
        elif not slash and callable((context.namespace or {}).get(model)):
            what = f"{model!r} is read as a model's id, but it is a function of the notebook."
            findings.add(place, what, f"For the function write {{agent: {model}}}.")


def _models(spec: "GardenSpec") -> Iterator[tuple[Path, str]]:
    for label, variant in spec.variants.items():
        if isinstance(variant, ModelVariant):
            yield ("variants", label, "model"), variant.model
    for i, judge in enumerate(spec.judges):
        yield _judge_path(spec, i, "model"), judge.model


def _judge_path(spec: "GardenSpec", i: int, key: str) -> Path:
    """Return the path of a judge's part; a single judge stands without a list."""
    listed = ("judge", 0) in spec.marks.marks
    return ("judge", i, key) if listed else ("judge", key)


def _public(namespace: Mapping[str, Any], *, callables: bool) -> list[str]:
    names = [name for name in namespace if not name.startswith("_")]
    return sorted(name for name in names if callable(namespace[name]) or not callables)
