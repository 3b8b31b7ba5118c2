"""Evaluate several agents on one eval set and compare them in one report."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from garden_nb.core.variants import Variant
from garden_nb.errors import Problem
from garden_nb.flows.evaluation.agent_factories import agent_of_factory
from garden_nb.flows.evaluation.eval_set import EvalColumns, EvalSet, context_of
from garden_nb.flows.evaluation.evaluate import evaluate, finished
from garden_nb.flows.evaluation.flow_options import FlowOptions
from garden_nb.flows.evaluation.gate_spec import GateSpec
from garden_nb.flows.evaluation.labels import QUALIFIER, checked_models
from garden_nb.flows.evaluation.preparation import make_task
from garden_nb.flows.evaluation.scored_frame import ADDED
from garden_nb.flows.evaluation.session import Session

__all__ = ["QUALIFIER", "agent_garden_flow"]


def agent_garden_flow(  # noqa: PLR0913, PLR0917  # the signature is a contract
    eval_data: pd.DataFrame,
    agent_factory_for_model: Callable[[str], Callable[[], Any]],
    judge: Any,
    models: list[str],
    baseline: str | None = None,
    question_column: str = "question",
    expected_column: str | None = None,
    category_column: str | None = None,
    id_column: str | None = None,
    context_columns: list[str] | None = None,
    context_formatter: Callable[[dict[str, Any]], str] | None = None,
    gates: Mapping[str, float | GateSpec] | None = None,
    scorers: list[Any] | None = None,
    failure_taxonomy: dict[str, str] | None = None,
    failure_filter_fn: Callable[[Any], bool] | None = None,
    failure_timeout_s: float | None = None,
    failure_concurrency: int | None = None,
    concurrency: int = 1,
    judge_concurrency: int | None = None,
    n_resamples: int = 10_000,
    confidence_level: float = 0.95,
    seed: int | None = None,
    adjust_method: str | None = "holm",
    summary_model: str | None = None,
    summary_label: str | None = None,
    *,
    failure_classifier: Any = None,
    store: str | Path | None = None,
    name: str | None = None,
) -> dict[str, Any]:
    """Return the comparison of several agents, one per model, on one eval set.

    All models are tried case by case, so that an interrupted run is a balanced part of the whole.
    Metrics, gates and failure modes are named `<short-label>:<metric>` in the merged report; the
    short label is what follows the last slash, or the whole id where two would be the same.

    Args:
        eval_data: A frame with at least a question column; the same for every model.
        agent_factory_for_model: Takes a model and returns a function without arguments that
            makes a fresh agent, called once per case; see `agent_eval_flow`.
        judge: A judge or a list of them, for every model's outputs.
        models: The ids of the models, each once.
        baseline: The model that the others are compared with; the first one by default. Name
            it: reordering `models` otherwise inverts the report.
        question_column: The column with the questions.
        expected_column: The column with the right answers; agents never see it.
        category_column: The column with the categories.
        id_column: The column with the ids.
        context_columns: Columns that are told the agents as context.
        context_formatter: Makes the context's text of a mapping of the context columns.
        gates: Requirements: a floor or a `GateSpec` by `label:metric` for one variant, by a bare
            metric for every one; or a section of thresholds.yaml (`load_thresholds`), where bare
            keys are refused.
        scorers: As for `agent_eval_flow`, for every model.
        failure_taxonomy: What each mode of failure means, by its name.
        failure_filter_fn: Chooses the records whose failure is classified.
        failure_timeout_s: The deadline of one classification.
        failure_concurrency: Classifications under way at once.
        concurrency: Agents at work at once, over the whole garden.
        judge_concurrency: Rows judged at once.
        n_resamples: Bootstrap resamples, where the bootstrap is the method.
        confidence_level: The level of the intervals.
        seed: The seed of everything drawn; None draws one and keeps it in the report.
        adjust_method: The correction over one family of every score and contender: `holm`,
            `fdr_bh`, `maxt` or None.
        summary_model: A model that writes `report.summary`; its numbers are checked.
        summary_label: What the summary is about, best as a comparison.
        failure_classifier: What classifies failures; by default the first judge's model.
        store: The journal's file; temporary without one.
        name: The run's name; the same store and name go on where it stopped.

    Returns:
        `per_model` (the `agent_eval_flow` result of each model), `report` (a `StatisticalReport`
        with `report_mode="comparison"`), `markdown`, and `all_passed`.

    Raises:
        ValueError: Everything that is wrong with the arguments, at once (an `InputError`):
            `models` is empty or repeats one, the baseline is not among them, `id_column` repeats
            an id, a gate names an unknown variant or metric.
    """
    problems: list[Problem] = []
    context = context_of(context_columns, problems)
    columns = EvalColumns(
        question_column, expected_column, category_column, id_column, context, context_formatter
    )
    eval_set = EvalSet.of(eval_data, columns, problems, reserved=ADDED)
    labels = checked_models(models, baseline, problems)
    variants = _variants(agent_factory_for_model, labels, eval_set, problems)
    options = FlowOptions(
        concurrency=concurrency,
        judge_concurrency=judge_concurrency,
        n_resamples=n_resamples,
        confidence_level=confidence_level,
        seed=seed,
        adjust_method=adjust_method,
        failure_taxonomy=failure_taxonomy,
        failure_filter_fn=failure_filter_fn,
        failure_timeout_s=failure_timeout_s,
        failure_concurrency=failure_concurrency,
        failure_classifier=failure_classifier,
        summary_model=summary_model,
        summary_label=summary_label,
        store=store,
        name=name,
    )
    task, notes = make_task(
        eval_set,
        variants,
        {label: model for model, label in labels.items()},
        options,
        judge=judge,
        scorers=scorers,
        gates=gates,
        problems=problems,
        baseline=labels.get(baseline) if baseline is not None else None,
    )
    with Session(store, name) as session:
        evaluated = evaluate(task, session, notes)
        per_model = {model: evaluated.single(label) for model, label in labels.items()}
        report, markdown = finished(evaluated.together(), task)
    return {
        "per_model": per_model,
        "report": report,
        "markdown": markdown,
        "all_passed": report.all_passed,
    }


def _variants(
    for_model: Any, labels: Mapping[str, str], eval_set: EvalSet, problems: list[Problem]
) -> tuple[Variant, ...]:
    where = "agent_factory_for_model"
    if not callable(for_model):
        what = f"got {type(for_model).__name__}."
        problems.append(Problem(where, what, "Accepted: a function of a model's id."))
        return ()
    variants = []
    for model, label in labels.items():
        place = f"{where}({model!r})"
        try:
            factory = for_model(model)
        except Exception as error:  # noqa: BLE001  # a user's function; it is named in the message
            problems.append(Problem(place, f"raised {type(error).__name__}: {error}."))
            continue
        variant = agent_of_factory(factory, label, place, eval_set, problems)
        if variant is not None:
            variants.append(variant)
    return tuple(variants)
