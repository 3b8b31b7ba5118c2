"""Compare several judges on the same outputs, with each other and with people."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from garden_nb.analysis.table import MEASURED
from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.metrics import Metric, default_metric
from garden_nb.core.variants import Variant
from garden_nb.engine.judge import CallableJudge, Judge, ScoreField
from garden_nb.engine.scorers import check_scorers
from garden_nb.errors import InputError, Problem, did_you_mean
from garden_nb.flows.agent_garden_flow import checked_models
from garden_nb.flows.evaluation.eval_set import EvalColumns, EvalSet
from garden_nb.flows.evaluation.evaluate import finished
from garden_nb.flows.evaluation.flow_options import FlowOptions
from garden_nb.flows.evaluation.gate_spec import GateSpec
from garden_nb.flows.evaluation.gating import Gating
from garden_nb.flows.evaluation.judge_agent import JudgeAgent
from garden_nb.flows.evaluation.judge_garden import JudgeGarden, human_metric, human_scorer
from garden_nb.flows.evaluation.judging import Judging, reason_column
from garden_nb.flows.evaluation.session import Session
from garden_nb.flows.evaluation.split_scorers import SplitScorers
from garden_nb.flows.evaluation.task import Task

__all__ = ["model_garden_flow"]


def model_garden_flow(  # noqa: PLR0913, PLR0917  # mirrors agent_garden_flow
    eval_data: pd.DataFrame,
    judge_for_model: Callable[[str], Any],
    models: list[str],
    baseline: str | None = None,
    output_column: str = "output",
    question_column: str = "question",
    expected_column: str | None = None,
    category_column: str | None = None,
    id_column: str | None = None,
    human_column: str | Mapping[str, str] | None = None,
    repeats: int = 1,
    gates: Mapping[str, float | GateSpec] | None = None,
    concurrency: int = 1,
    n_resamples: int = 10_000,
    confidence_level: float = 0.95,
    seed: int | None = None,
    adjust_method: str | None = "holm",
    summary_model: str | None = None,
    summary_label: str | None = None,
    *,
    store: str | Path | None = None,
    name: str | None = None,
) -> dict[str, Any]:
    """Return the comparison of several judges on the same outputs.

    Every judge scores every output. With people's labels judges are compared by how often they
    agree with people (labels and pass/fail scores) or how far they are off (ordinal and numeric
    scores); without them only agreement is reported, since nobody knows who is right. A judge
    whose answer cannot be used has failed on that case.

    Args:
        eval_data: A frame with questions and the outputs to be judged.
        judge_for_model: Takes a model and returns a `Judge` (or `Judge.from_callable`); all have
            the same scores.
        models: The ids of the judges' models, each once.
        baseline: The judge that the others are compared with; the first one by default.
        output_column: The column with the outputs.
        question_column: The column with the questions.
        expected_column: The column with the right answers, for judges that see a reference.
        category_column: The column with the categories.
        id_column: The column with the ids.
        human_column: The column with people's labels, or one by score; judges never see it.
        repeats: How often each judge is asked about each output; from 2 on its agreement with
            itself is reported.
        gates: As for `agent_garden_flow`, on `accuracy_agrees`, `accuracy_kappa`,
            `accuracy_self_agreement`, `cost_usd` and the like.
        concurrency: Judges at work at once, over the whole garden.
        n_resamples: Bootstrap resamples, where the bootstrap is the method.
        confidence_level: The level of the intervals.
        seed: The seed of everything drawn; None draws one and keeps it in the report.
        adjust_method: The correction over the family of comparisons.
        summary_model: A model that writes `report.summary`; its numbers are checked.
        summary_label: What the summary is about.
        store: The journal's file; temporary without one.
        name: The run's name; the same store and name go on where it stopped.

    Returns:
        `per_model` (for each model `scored_data` and `score_types`), `report` (a
        `StatisticalReport` with `judge_agreements` and `self_agreements`), `markdown`, and
        `all_passed`.

    Raises:
        ValueError: Everything that is wrong with the arguments, at once (an `InputError`).
    """
    problems: list[Problem] = []
    columns = EvalColumns(question_column, expected_column, category_column, id_column)
    eval_set = EvalSet.of(eval_data, columns, problems)
    labels = checked_models(models, baseline, problems)
    options = FlowOptions(
        concurrency=concurrency,
        n_resamples=n_resamples,
        confidence_level=confidence_level,
        seed=seed,
        adjust_method=adjust_method,
        summary_model=summary_model,
        summary_label=summary_label,
        store=store,
        name=name,
    )
    problems += options.problems()
    if not isinstance(repeats, int) or isinstance(repeats, bool) or repeats < 1:
        problems.append(Problem("repeats", f"got {repeats!r}.", "Accepted: a whole number from 1."))
    judges = _judges(judge_for_model, labels, problems)
    fields = _fields(judges, problems)
    human_columns = _human_columns(human_column, fields, eval_set, problems)
    cases = _cases(eval_set, output_column, tuple(human_columns.values()), problems)
    human = _human(human_columns, fields, eval_set, problems)
    for label, judge in judges.items():
        known = tuple(c for c in cases.input_columns if c != output_column)
        found = check_scorers([judge.scorer_for(label, known)], cases) if cases.cases else []
        problems += found
    gating = _gating(gates, labels, fields, human, problems)
    if problems:
        raise InputError(problems)
    variants = []
    for label, judge in judges.items():
        agent = JudgeAgent(judge, cases, output_column)
        variants.append(
            Variant(label, agent, fingerprint=agent.fingerprint, settings=agent.settings)
        )
    scorers = tuple(human_scorer(f, human[f.name]) for f in fields if f.name in human)
    task = Task(
        EvalSet(eval_set.frame, cases, columns),
        tuple(variants),
        {label: model for model, label in labels.items()},
        labels[baseline] if baseline is not None else variants[0].label,
        Judging(()),
        SplitScorers(scorers, ()),
        gating,
        options,
        repeats=repeats,
    )
    with Session(store, name) as session:
        garden = JudgeGarden.run(task, fields, human, session)
        report, markdown = finished(garden.report(), task)
    return {
        "per_model": {m: _per_model(garden, label) for m, label in labels.items()},
        "report": report,
        "markdown": markdown,
        "all_passed": report.all_passed,
    }


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


def _human_columns(
    given: Any, fields: tuple[ScoreField, ...], eval_set: EvalSet, problems: list[Problem]
) -> dict[str, str]:
    """Return the column with people's labels of each score that has one."""
    if given is None or not fields:
        return {}
    if isinstance(given, str) and len(fields) > 1:
        what = f"got {given!r} for {len(fields)} scores."
        example = f'Write {{"{fields[0].name}": {given!r}}}.'
        problems.append(Problem("human_column", what, example))
        return {}
    named = {fields[0].name: given} if isinstance(given, str) else dict(given)
    names, columns = [f.name for f in fields], [str(c) for c in eval_set.frame.columns]
    for score, column in named.items():
        if score not in names:
            accepted = did_you_mean(score, names)
            problems.append(Problem("human_column", f"there is no score {score!r}.", accepted))
        if column not in columns:
            accepted = did_you_mean(column, columns)
            problems.append(Problem("human_column", f"there is no column {column!r}.", accepted))
    sound = all(s in names and c in columns for s, c in named.items())
    return named if sound else {}


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


def _human(
    columns: Mapping[str, str],
    fields: tuple[ScoreField, ...],
    eval_set: EvalSet,
    problems: list[Problem],
) -> dict[str, dict[str, float]]:
    """Return people's values by score and case id; a missing label is no value."""
    found: dict[str, dict[str, float]] = {}
    rows = eval_set.rows
    for field in fields:
        column = columns.get(field.name)
        if column is None:
            continue
        scores = {i: field.read(row[column]) for i, row in rows.items() if _given(row[column])}
        wrong = [f"{i}: {s.reason}" for i, s in scores.items() if s.value is None]
        if wrong:
            what = f"{len(wrong)} labels are none ({'; '.join(wrong[:3])})."
            accepted = f"Accepted: {field.accepted}."
            problems.append(Problem(f'human_column "{column}"', what, accepted))
        found[field.name] = {i: s.value for i, s in scores.items() if s.value is not None}
        if not scores:
            problems.append(Problem(f'human_column "{column}"', "it has no label."))
    return found


def _given(value: Any) -> bool:
    return not (value is None or (isinstance(value, float) and value != value))  # noqa: PLR0124


def _gating(
    gates: Any,
    labels: Mapping[str, str],
    fields: tuple[ScoreField, ...],
    human: Mapping[str, Any],
    problems: list[Problem],
) -> Gating:
    known = [human_metric(field) for field in fields if field.name in human]
    whom = ("", "_with_baseline")
    known += [Metric(f"{f.name}_{what}{who}") for f in fields for who in whom for what in _EXTRA]
    known += [Metric(f"{field.name}_self_agreement") for field in fields]
    known += [default_metric(name) for name in MEASURED]
    return Gating.of(gates, tuple(labels.values()), known, problems)


_EXTRA = ("kappa", "bias")


def _per_model(garden: JudgeGarden, label: str) -> dict[str, Any]:
    """Return the frame with one judge's first judgements."""
    frame = garden.task.eval_set.frame.copy()
    records = garden.first(label)
    ids = [case.id for case in garden.task.eval_set.cases]
    for field in garden.fields:
        values = garden.values(label, field)
        shown = [field.label_of(values.get(i)) if field.labels else values.get(i) for i in ids]
        dtype: Any = object if field.labels else float
        frame[field.name] = pd.Series(shown, index=frame.index, dtype=dtype)
        reasons = [_reason(records.get(i), field) for i in ids]
        frame[reason_column(field.name)] = pd.Series(reasons, index=frame.index, dtype=object)
    types = {field.name: field.type.value for field in garden.fields}
    return {"scored_data": frame, "score_types": types}


def _reason(record: Any, field: ScoreField) -> str:
    if record is None:
        return "not run"
    if record.failure is not None:
        return str(record.failure.message)
    return str(record.output.detail.get("reasons", {}).get(field.name, ""))
