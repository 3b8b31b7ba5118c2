"""Evaluate one agent: inference, judges, scorers, report."""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from garden_nb.core.variants import Variant
from garden_nb.errors import Problem
from garden_nb.flows.evaluation.agent_factories import RowAgent, agent_of_factory
from garden_nb.flows.evaluation.eval_set import EvalColumns, EvalSet, context_of
from garden_nb.flows.evaluation.evaluate import evaluate, finished
from garden_nb.flows.evaluation.flow_options import FlowOptions
from garden_nb.flows.evaluation.gate_spec import GateSpec
from garden_nb.flows.evaluation.preparation import make_task
from garden_nb.flows.evaluation.scored_frame import ADDED
from garden_nb.flows.evaluation.session import Session

__all__ = ["agent_eval_flow"]

_LABEL = "agent"


def agent_eval_flow(  # noqa: PLR0913, PLR0917  # the signature is a contract
    eval_data: pd.DataFrame,
    agent_factory: Callable[[], Any] | None = None,
    judge: Any = None,
    agent_factory_for_row: Callable[[dict[str, Any]], Any] | None = None,
    question_column: str = "question",
    expected_column: str | None = None,
    category_column: str | None = None,
    id_column: str | None = None,
    context_columns: list[str] | None = None,
    context_formatter: Callable[[dict[str, Any]], str] | None = None,
    gates: Mapping[str, float | GateSpec] | None = None,
    scorers: list[Any] | None = None,
    post_inference: Callable[[pd.DataFrame], pd.DataFrame | Awaitable[pd.DataFrame]] | None = None,
    failure_taxonomy: dict[str, str] | None = None,
    failure_filter_fn: Callable[[Any], bool] | None = None,
    failure_timeout_s: float | None = None,
    failure_concurrency: int | None = None,
    concurrency: int = 1,
    judge_concurrency: int | None = None,
    n_resamples: int = 10_000,
    confidence_level: float = 0.95,
    seed: int | None = None,
    summary_model: str | None = None,
    summary_label: str | None = None,
    *,
    failure_classifier: Any = None,
    store: str | Path | None = None,
    name: str | None = None,
) -> dict[str, Any]:
    """Return the evaluation of one agent: its answers, their scores and a report.

    The agent is called on every row, its outputs are merged into the frame, judges and scorers
    score them, failures get a mode. A row on which the agent fails counts as the worst value of
    pass/fail and bounded scores; a judge or scorer that fails leaves its score missing.

    Args:
        eval_data: A frame with at least a question column.
        agent_factory: Returns an agent; called once per row, so that no row sees another's
            history. An agent is a function or an object with `run`, `arun`, `ask`, `invoke` or
            `ainvoke`; it gets the question, and by name the columns that it declares. It returns
            text, a number, a list, a mapping, an `Output`, or an object that has its answer in
            `final_output`, `output_text`, `output`, `text` or `content`; any other object is a
            failure that says so.
        judge: A judge with an `output_type`, or a list of them; see `Judge`. Two that share a
            column are refused unless one has a `column_prefix`.
        agent_factory_for_row: Returns the agent of a row, given as a mapping of every column.
            Excludes `agent_factory`.
        question_column: The column with the questions.
        expected_column: The column with the right answers; agents never see it.
        category_column: The column with the categories.
        id_column: The column with the ids; digests of the rows otherwise.
        context_columns: Columns that are told the agent as context: by name where it declares
            `context`, else before the question.
        context_formatter: Makes the context's text of a mapping of the context columns.
        gates: Requirements by metric: a floor, or a `GateSpec`.
        scorers: Functions of one output (declaring `output`, `expected`, `question`, `case` or
            columns), or of the scored frame and the inference results, which pair by position,
            returning a mapping of `MetricResult`.
        post_inference: Adds columns to the merged frame before it is judged, sync or async.
        failure_taxonomy: What each mode of failure means, by its name.
        failure_filter_fn: Chooses the records (`RecordResult`) whose failure is classified; by
            default those that failed or have a 0 in a pass/fail score.
        failure_timeout_s: The deadline of one classification; a late record has no mode.
        failure_concurrency: Classifications under way at once; one after the other by default.
        concurrency: Agents at work at once.
        judge_concurrency: Rows judged at once.
        n_resamples: Bootstrap resamples, where the bootstrap is the method.
        confidence_level: The level of the intervals.
        seed: The seed of everything drawn; None draws one and keeps it in the report.
        summary_model: A model that writes `report.summary`; its numbers are checked.
        summary_label: What the summary is about.
        failure_classifier: What classifies failures: a model's id, or a function of record and
            taxonomy; by default the first judge's model.
        store: The journal's file. Without one it is temporary, and kept only when the run fails
            or is interrupted.
        name: The run's name; the same store and name go on where it stopped.

    Returns:
        `inference_results` (a list with one mapping per row), `scored_data` (the frame with
        outputs and scores), `report` (a `StatisticalReport`), `markdown`, `all_passed`, and
        `score_types` (the type of every column of the judges).

    Raises:
        ValueError: Everything that is wrong with the arguments, at once (an `InputError`).
    """
    problems: list[Problem] = []
    context = context_of(context_columns, problems)
    columns = EvalColumns(
        question_column, expected_column, category_column, id_column, context, context_formatter
    )
    eval_set = EvalSet.of(eval_data, columns, problems, reserved=ADDED)
    variant = _variant(agent_factory, agent_factory_for_row, eval_set, problems)
    if post_inference is not None and not callable(post_inference):
        what = f"got {type(post_inference).__name__}."
        problems.append(Problem("post_inference", what, "Accepted: a function of the frame."))
    options = FlowOptions(
        concurrency=concurrency,
        judge_concurrency=judge_concurrency,
        n_resamples=n_resamples,
        confidence_level=confidence_level,
        seed=seed,
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
        (variant,) if variant else (),
        {},
        options,
        judge=judge,
        scorers=scorers,
        gates=gates,
        hook=post_inference,
        problems=problems,
    )
    with Session(store, name) as session:
        result = evaluate(task, session, notes).single(_LABEL)
        report, markdown = finished(result["report"], task)
    return {**result, "report": report, "markdown": markdown}


def _variant(
    factory: Any, for_row: Any, eval_set: EvalSet, problems: list[Problem]
) -> Variant | None:
    if (factory is None) == (for_row is None):
        what = "neither was given." if factory is None else "both were given."
        hint = "Give agent_factory (one kind of agent) or agent_factory_for_row (one per row)."
        problems.append(Problem("agent_factory, agent_factory_for_row", what, hint))
        return None
    if factory is not None:
        return agent_of_factory(factory, _LABEL, "agent_factory", eval_set, problems)
    if not callable(for_row):
        what = f"got {type(for_row).__name__}."
        problems.append(Problem("agent_factory_for_row", what, "Accepted: a function of a row."))
        return None
    agent = RowAgent(for_row, eval_set.rows, eval_set.cases, eval_set.context_name)
    return Variant(_LABEL, agent)
