"""Scorers that cannot be called, found before anything runs."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from garden_nb.core.cases import CaseSet
from garden_nb.engine.parameters import Parameters
from garden_nb.engine.scorers.scorer import Scorer
from garden_nb.engine.scorers.scorer_call import OFFERED, columns_of
from garden_nb.errors import Problem, did_you_mean

__all__ = ["check_scorers"]


def check_scorers(scorers: Sequence[Any], cases: CaseSet) -> list[Problem]:
    """Return what keeps scorers from being called: no function, names that no case has, twins."""
    problems: list[Problem] = []
    names: Counter[str] = Counter()
    for scorer in scorers:
        if not isinstance(scorer, Scorer) and not callable(scorer):
            what = (
                f"got {scorer!r}." if isinstance(scorer, str) else f"got {type(scorer).__name__}."
            )
            problems.append(Problem("scorers", what, "Accepted: functions, such as exact_match."))
            continue
        found = Scorer.of(scorer)
        names[found.name] += 1
        problems += _check(found, cases)
    problems += [
        Problem("scorers", f"{name!r} is there {n} times.", "Give each a name: Scorer(name, f).")
        for name, n in names.items()
        if n > 1 and name != "<lambda>"
    ]
    return problems


def _check(scorer: Scorer, cases: CaseSet) -> list[Problem]:
    where = f"scorer {scorer.name!r}"
    problems = []
    if scorer.name == "<lambda>":
        problems.append(
            Problem(where, "has no name.", 'Name it: Scorer("short", lambda output: …).')
        )
    parameters = Parameters.of(scorer.function)
    if parameters is None:
        return problems
    offered = tuple(dict.fromkeys((*OFFERED, *columns_of(cases))))
    problems += [
        Problem(where, f"declares {name!r}.", did_you_mean(name, offered))
        for name in parameters.required
        if name not in offered
    ]
    problems += [
        Problem(where, f"takes {name!r} by position only.", "Remove the `/` behind it.")
        for name in parameters.names
        if name in parameters.positional_only
    ]
    return problems
