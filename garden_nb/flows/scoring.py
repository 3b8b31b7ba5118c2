"""Scorers and judges as people give them: functions, names of the library, judges."""

from collections.abc import Iterable, Mapping
from typing import Any

from garden_nb.core.cases import CaseSet
from garden_nb.core.spec import GardenSpec, JudgeChoice
from garden_nb.engine.judge import Judge
from garden_nb.engine.scorers import LIBRARY, Scorer, check_scorers, library_scorer
from garden_nb.errors import Problem
from garden_nb.flows.checks import collected

__all__ = ["read_scorers", "scorers_of_spec"]


def read_scorers(
    scorers: Any, judge: Any, cases: CaseSet, problems: list[Problem]
) -> tuple[Scorer, ...]:
    """Return scorers and judges, adding to `problems` what keeps them from being called.

    Args:
        scorers: Functions, `Scorer` objects, judges, names of the library (`"exact_match"`) or
            mappings of a name to its options (`{"numeric_match": {"tolerance": 0.01}}`).
        judge: A judge, its settings as a mapping, or a list of these; None for no judge.
        cases: The eval set, for what scorers may declare.
        problems: The list that takes every problem found.
    """
    if callable(scorers) or isinstance(scorers, str) or not isinstance(scorers, Iterable):
        what = f"got {getattr(scorers, '__name__', scorers)!r}."
        problems.append(Problem("scorers", what, "Accepted: a list, such as [exact_match]."))
        return ()
    before = len(problems)
    given = [_scorer(scorer, problems) for scorer in scorers]
    given += [_judge(one, problems) for one in _listed(judge)]
    if len(problems) > before:
        return ()
    found = check_scorers(given, cases) if cases.cases else []
    problems += found
    return () if found else tuple(Scorer.of(scorer) for scorer in given)


def scorers_of_spec(spec: GardenSpec, namespace: Mapping[str, Any]) -> list[Any]:
    """Return the scorers of a spec as `read_scorers` takes them; the notebook's names win."""
    found: list[Any] = []
    for choice in spec.scorers:
        own = namespace.get(choice.name)
        if own is not None and not choice.options and choice.name not in LIBRARY:
            found.append(Scorer(choice.name, own) if callable(own) else own)
        else:
            found.append({choice.name: dict(choice.options)})
    return found


def _scorer(given: Any, problems: list[Problem]) -> Any:
    if isinstance(given, str):
        given = {given: {}}
    if isinstance(given, Mapping) and len(given) == 1:
        ((name, options),) = given.items()
        return collected(problems, lambda: library_scorer(str(name), options), None)
    return given


def _judge(given: Any, problems: list[Problem]) -> Any:
    if isinstance(given, JudgeChoice):
        given = {
            "model": given.model,
            "criterion": given.criterion,
            "scale": given.scale,
            "name": given.name,
            "params": given.params,
            "api_base": given.api_base,
        }
    if not isinstance(given, Mapping):
        return given
    settings = {str(name): value for name, value in given.items()}
    accepted = ("model", "criterion", "scale", "name", "params", "api_base", "api_key")
    unknown = [name for name in settings if name not in accepted]
    if unknown or not {"model", "criterion"} <= set(settings):
        what = f"unknown or missing keys in {sorted(settings)}."
        problems.append(Problem("judge", what, f"Accepted: {', '.join(accepted)}."))
        return None
    return collected(problems, lambda: Judge(**settings), None)


def _listed(judge: Any) -> list[Any]:
    if judge is None:
        return []
    return list(judge) if isinstance(judge, list | tuple) else [judge]
