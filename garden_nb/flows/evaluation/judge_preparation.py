"""The preparation of a garden of judges: everything that is wrong is found before it runs."""

from collections.abc import Mapping
from typing import Any

from garden_nb.analysis.table import MEASURED
from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.metrics import Metric, default_metric
from garden_nb.core.variants import Variant
from garden_nb.engine.judge import CallableJudge, Judge, ScoreField, ScoreType
from garden_nb.engine.scorers import check_scorers
from garden_nb.errors import InputError, Problem, did_you_mean
from garden_nb.flows.evaluation.eval_set import EvalSet
from garden_nb.flows.evaluation.flow_options import FlowOptions
from garden_nb.flows.evaluation.gating import Gating
from garden_nb.flows.evaluation.human_labels import human_columns, human_values
from garden_nb.flows.evaluation.judge_agent import JudgeAgent
from garden_nb.flows.evaluation.judge_garden import human_metric, human_scorer
from garden_nb.flows.evaluation.judging import Judging
from garden_nb.flows.evaluation.split_scorers import SplitScorers
from garden_nb.flows.evaluation.task import Task

__all__ = ["judge_task"]


def judge_task(  # noqa: PLR0913  # what a garden of judges is made of
    eval_set: EvalSet,
    labels: Mapping[str, str],
    for_model: Any,
    columns: tuple[str, Any],
    options: FlowOptions,
    *,
    repeats: int,
    gates: Any,
    baseline: str | None,
    problems: list[Problem],
) -> tuple[Task, tuple[ScoreField, ...], dict[str, dict[str, float]]]:
    """Return the task, the scores of all judges, and people's values by score and case id.

    Args:
        eval_set: Questions and outputs.
        labels: The label of each model.
        for_model: Makes the judge of a model.
        columns: The column with the outputs, and those with people's labels.
        options: Everything else.
        repeats: Judgements of each output.
        gates: The gates.
        baseline: The baseline's model, or None.
        problems: The problems that were found before.

    Raises:
        InputError: Everything that is wrong, at once.
    """
    problems += options.problems()
    if not isinstance(repeats, int) or isinstance(repeats, bool) or repeats < 1:
        problems.append(Problem("repeats", f"got {repeats!r}.", "Accepted: a whole number from 1."))
    judges = _judges(for_model, labels, problems)
    fields = _fields(judges, problems)
    named = human_columns(columns[1], fields, eval_set, problems)
    cases = _cases(eval_set, columns[0], tuple(named.values()), problems)
    human = human_values(named, fields, eval_set, problems)
    problems += _uncallable(judges, cases, columns[0])
    known = _known(fields, human, repeats=repeats)
    gating = Gating.of(gates, tuple(labels.values()), known, problems)
    if problems:
        raise InputError(problems)
    variants = tuple(_variant(label, judge, cases, columns[0]) for label, judge in judges.items())
    scorers = tuple(human_scorer(f, human[f.name]) for f in fields if f.name in human)
    task = Task(
        EvalSet(eval_set.frame, cases, eval_set.columns),
        variants,
        {label: model for model, label in labels.items()},
        labels[baseline] if baseline is not None else variants[0].label,
        Judging(()),
        SplitScorers(scorers, ()),
        gating,
        options,
        repeats=repeats,
    )
    return task, fields, human


def _variant(
    label: str, judge: Judge | CallableJudge, cases: CaseSet, output_column: str
) -> Variant:
    agent = JudgeAgent(judge, cases, output_column)
    return Variant(label, agent, fingerprint=agent.fingerprint, settings=agent.settings)


def _uncallable(
    judges: Mapping[str, Judge | CallableJudge], cases: CaseSet, output_column: str
) -> list[Problem]:
    """Return what keeps judges from being called on the cases."""
    if not cases.cases:
        return []
    known = tuple(name for name in cases.input_columns if name != output_column)
    scorers = [judge.scorer_for(label, known) for label, judge in judges.items()]
    return [problem for scorer in scorers for problem in check_scorers([scorer], cases)]


def _judges(
    for_model: Any, labels: Mapping[str, str], problems: list[Problem]
) -> dict[str, Judge | CallableJudge]:
    where = "judge_for_model"
    if not callable(for_model):
        what = f"got {type(for_model).__name__}."
        problems.append(Problem(where, what, "Accepted: a function of a model's id."))
        return {}
    judges = {}
    for model, label in labels.items():
        try:
            judge = for_model(model)
        except Exception as error:  # noqa: BLE001  # a user's function; it is named in the message
            problems.append(
                Problem(f"{where}({model!r})", f"raised {type(error).__name__}: {error}.")
            )
            continue
        if isinstance(judge, Judge | CallableJudge):
            judges[label] = judge
        else:
            what = f"returned {type(judge).__name__}."
            accepted = "Accepted: a Judge, or Judge.from_callable(...)."
            problems.append(Problem(f"{where}({model!r})", what, accepted))
    return judges


def _fields(
    judges: Mapping[str, Judge | CallableJudge], problems: list[Problem]
) -> tuple[ScoreField, ...]:
    """Return the scores of all judges, which have to be the same."""
    given = {label: judge.fields for label, judge in judges.items()}
    first = next(iter(given.values()), ())
    for label, fields in given.items():
        if [(f.name, f.type, f.labels) for f in fields] != [
            (f.name, f.type, f.labels) for f in first
        ]:
            what = f"the judge {label!r} gives {_names(fields)}, the first one {_names(first)}."
            problems.append(Problem("judge_for_model", what, "Give all the same output_type."))
    return first


def _names(fields: tuple[ScoreField, ...]) -> str:
    return ", ".join(f"{field.name} ({field.type.value})" for field in fields)


def _cases(
    eval_set: EvalSet, output: str, hidden: tuple[str, ...], problems: list[Problem]
) -> CaseSet:
    """Return the cases without what judges never see."""
    cases = eval_set.cases
    if cases.cases and output not in cases.input_columns:
        accepted = did_you_mean(output, list(cases.input_columns))
        problems.append(Problem("output_column", f"there is no column {output!r}.", accepted))
    shown = tuple(
        Case(
            case.id,
            {name: value for name, value in case.inputs.items() if name not in hidden},
            case.expected,
            case.category,
        )
        for case in cases
    )
    return CaseSet(shown, cases.question, cases.columns)


def _known(
    fields: tuple[ScoreField, ...], human: Mapping[str, Any], *, repeats: Any
) -> list[Metric]:
    """Return the metrics that there will be, so that a gate on any other is refused."""
    known = [human_metric(field) for field in fields if field.name in human]
    for field in fields:
        kinds = ["kappa"] if field.type is not ScoreType.NUMERIC else []
        kinds += ["bias"] if field.type is not ScoreType.CATEGORICAL else []
        whom = ("", "_with_baseline") if field.name in human else ("_with_baseline",)
        known += [Metric(f"{field.name}_{kind}{who}") for who in whom for kind in kinds]
    if isinstance(repeats, int) and repeats > 1:
        known += [Metric(f"{field.name}_self_agreement") for field in fields]
    return [*known, *(default_metric(name) for name in MEASURED)]
