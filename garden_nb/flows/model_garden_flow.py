"""Compare several judges on the same outputs, with each other and with people."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from garden_nb.engine.judge import ScoreField
from garden_nb.errors import Problem
from garden_nb.flows.evaluation.eval_set import EvalColumns, EvalSet
from garden_nb.flows.evaluation.evaluate import finished
from garden_nb.flows.evaluation.flow_options import FlowOptions
from garden_nb.flows.evaluation.gate_spec import GateSpec
from garden_nb.flows.evaluation.judge_garden import JudgeGarden
from garden_nb.flows.evaluation.judge_preparation import judge_task
from garden_nb.flows.evaluation.judging import reason_column
from garden_nb.flows.evaluation.labels import checked_models
from garden_nb.flows.evaluation.session import Session

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
    task, fields, human = judge_task(
        eval_set,
        labels,
        judge_for_model,
        (output_column, human_column),
        options,
        repeats=repeats,
        gates=gates,
        baseline=baseline,
        problems=problems,
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
