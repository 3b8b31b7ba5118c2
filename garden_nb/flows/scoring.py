"""Scorers and judges as people give them: functions, names of the library, judges."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from garden_nb.analysis.table import MEASURED
from garden_nb.core.cases import CaseSet
from garden_nb.core.spec import GardenSpec, JudgeChoice
from garden_nb.engine.judge import CallableJudge, Judge, ScoreType
from garden_nb.engine.parameters import Parameters
from garden_nb.engine.scorers import LIBRARY, Scorer, check_scorers, library_scorer
from garden_nb.errors import Problem, did_you_mean
from garden_nb.flows.checks import collected

__all__ = ["Scoring", "read_scorers", "scorers_of_spec"]


@dataclass(frozen=True, slots=True)
class Scoring:
    """What scores the outputs of a garden.

    Attributes:
        scorers: The scorers, judges among them.
        judges: The judges, by the name of their scorer.
    """

    scorers: tuple[Scorer, ...] = ()
    judges: Mapping[str, Judge] = field(default_factory=dict)


def read_scorers(scorers: Any, judge: Any, cases: CaseSet, problems: list[Problem]) -> Scoring:
    """Return scorers and judges, adding to `problems` what keeps them from being called.

    Those with problems are among them where they have a name: gates may be about it.

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
        return Scoring()
    given = [_scorer(scorer, problems) for scorer in scorers]
    given += [_judge(one, problems) for one in _listed(judge)]
    given = [one for one in given if one is not None]
    problems += [problem for one in given for problem in _labels(one)]
    given = [_as_scorer(one, cases) if isinstance(one, CallableJudge) else one for one in given]
    problems += check_scorers(given, cases) if cases.cases else []
    usable = [one for one in given if callable(one) or isinstance(one, Scorer)]
    problems += [
        Problem("scorers", f"{name!r} is measured of every trial already.", "Give another name.")
        for name in (Scorer.of(one).name for one in usable)
        if name in MEASURED
    ]
    problems += _without_answers(usable, cases)
    judges = {Scorer.of(one).name: one for one in usable if isinstance(one, Judge)}
    return Scoring(tuple(Scorer.of(one) for one in usable), judges)


def scorers_of_spec(spec: GardenSpec, namespace: Mapping[str, Any]) -> list[Any]:
    """Return the scorers of a spec as `read_scorers` takes them; the notebook's names win."""
    found: list[Any] = []
    for choice in spec.scorers:
        own = namespace.get(choice.name)
        if own is not None and not choice.options and choice.name not in LIBRARY:
            named = isinstance(own, Scorer) or isinstance(getattr(own, "scorer", None), Scorer)
            found.append(own if named else Scorer(choice.name, own))
        else:
            found.append({choice.name: dict(choice.options)})
    return found


def _without_answers(scorers: Sequence[Any], cases: CaseSet) -> list[Problem]:
    """Refuse scorers that need the right answers where no column has them: all would be wrong."""
    if not cases.cases or "expected" in cases.columns or "expected" in cases.input_columns:
        return []
    own = [one for one in map(Scorer.of, scorers) if not one.paid]
    names = [one.name for one in own if _needs_answers(one)]
    hint = f"Name the column: expected={cases.input_columns[-1]!r}, for example."
    what = "needs the right answers, and no column is known to have them."
    return [Problem(f"scorer {name!r}", what, hint) for name in names]


def _needs_answers(scorer: Scorer) -> bool:
    parameters = Parameters.of(scorer.function)
    return parameters is not None and "expected" in parameters.required


def _labels(scorer: Any) -> list[Problem]:
    """Refuse a judge's labels: they have no mean, and a garden compares means."""
    scores = scorer.fields if isinstance(scorer, Judge | CallableJudge) else ()
    names = [score.name for score in scores if score.type is ScoreType.CATEGORICAL]
    hint = "Use binary, ordinal or numeric scores here, or agent_garden_flow, which counts labels."
    return [Problem("judge", f"{name!r} is one of several labels.", hint) for name in names]


def _as_scorer(judge: CallableJudge, cases: CaseSet) -> Scorer:
    """Return a function that is a judge, called like its only score or like itself."""
    own = getattr(judge.function, "__name__", "judge")
    name = judge.fields[0].name if len(judge.fields) == 1 else own
    return judge.scorer_for(name, tuple(cases.input_columns))


def _scorer(given: Any, problems: list[Problem]) -> Any:
    if isinstance(given, str):
        given = {given: {}}
    if isinstance(given, Mapping) and len(given) == 1:
        ((name, options),) = given.items()
        return collected(problems, lambda: library_scorer(str(name), options), None)
    return given


def _judge(given: Any, problems: list[Problem]) -> Any:
    """Return a judge; settings mean the same in Python and in YAML."""
    if isinstance(given, JudgeChoice):
        given = asdict(given)
    if not isinstance(given, Mapping):
        return given
    settings = {str(name): value for name, value in given.items()}
    accepted = (*(item.name for item in fields(JudgeChoice)), "api_key")
    before = len(problems)
    problems += [
        Problem("judge", f"unknown key {name!r}.", did_you_mean(name, accepted))
        for name in settings
        if name not in accepted
    ]
    if "model" not in settings:
        hint = "Give the judge's model, and its criterion, criteria or rubric."
        problems.append(Problem("judge", "there is no 'model'.", hint))
    if len(problems) > before:
        return None
    settings.setdefault("scale", JudgeChoice.scale)
    return collected(problems, lambda: Judge(**settings), None)


def _listed(judge: Any) -> list[Any]:
    if judge is None:
        return []
    return list(judge) if isinstance(judge, list | tuple) else [judge]
