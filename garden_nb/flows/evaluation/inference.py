"""Inference and judging: every agent on every case, then every score."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import pandas as pd

from garden_nb.core.cases import CaseSet
from garden_nb.core.records import Record
from garden_nb.core.variants import Variant
from garden_nb.engine.runner import Run
from garden_nb.flows.evaluation.post_inference import apply_hook
from garden_nb.flows.evaluation.replay import Replay
from garden_nb.flows.evaluation.scored_frame import inference_results, merged_frame
from garden_nb.flows.evaluation.session import Session
from garden_nb.flows.evaluation.task import Task
from garden_nb.flows.report import Report

__all__ = ["Answers", "infer"]

Answers = dict[str, dict[str, Record]]
"""The records by label and case id, their scores by column."""


def infer(task: Task, session: Session) -> tuple[Answers, dict[str, pd.DataFrame]]:
    """Return the scored records of every variant, and its frame with the outputs.

    Without a hook outputs are judged as they arrive. With one, all of them are there before it
    is called, and judges see the columns that it adds.
    """
    found = task.named(session.run(task.request, "", partial(_view, task)))
    answers = _by_label(task, found)
    frames = {
        label: merged_frame(task.eval_set.frame, inference_results(task.eval_set, answers[label]))
        for label in task.labels
    }
    if task.hook is not None and not session.interrupted:
        for label in task.labels:
            frames[label] = apply_hook(task.hook, frames[label], task.filled_columns)
            answers[label] = _judged(task, session, label, frames[label], answers[label])
    return answers, frames


def _view(task: Task, run: Run) -> Report:
    records = task.analysed(task.named(run.records()))
    return task.view(task.evidence(records, task.plan(task.labels, task.baseline), run.unusable))


def _judged(
    task: Task, session: Session, label: str, frame: pd.DataFrame, records: Mapping[str, Record]
) -> dict[str, Record]:
    """Return the records of one variant with the scores of judges that see the added columns."""
    outputs: dict[str, Any] = {
        i: r.output.value for i, r in records.items() if r.output is not None
    }
    scorers = (*task.judging.scorers, *task.scorers.of_cases)
    if not outputs or not scorers:
        return dict(records)
    cases = task.eval_set.with_columns(frame)
    answered = CaseSet(tuple(c for c in cases if c.id in outputs), cases.question, cases.columns)
    replay = Replay(outputs)
    variant = Variant(label, replay, fingerprint=replay.fingerprint, settings=replay.settings)
    request = replace(task.request, cases=answered, variants=(variant,), scorers=scorers)
    judged = {r.case_id: r for r in task.named(session.run(request, "/judged"))}
    return {
        case_id: replace(record, scores=judged[case_id].scores if case_id in judged else {})
        for case_id, record in records.items()
    }


def _by_label(task: Task, records: list[Record]) -> Answers:
    answers: Answers = {label: {} for label in task.labels}
    for record in records:
        answers[record.variant][record.case_id] = record
    return answers
