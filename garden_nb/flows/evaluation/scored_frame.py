"""What inference gave: a list of results, and the frame with outputs and scores."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from garden_nb.core.records import Record
from garden_nb.flows.evaluation.eval_set import EvalSet
from garden_nb.flows.evaluation.judging import Judging, reason_column

__all__ = ["ADDED", "inference_results", "merged_frame", "scored_frame"]

ADDED = ("output", "error")
"""The columns that inference adds."""


def inference_results(eval_set: EvalSet, records: Mapping[str, Record]) -> list[dict[str, Any]]:
    """Return one mapping per row of the eval set, in its order.

    Keys: `id`, `question`, `output` (None where the agent failed), `error` (None where it did
    not), `error_kind`, `latency_ms`, `attempts`, `input_tokens`, `output_tokens`, `cost_usd`,
    `steps`, `detail`. A case that was not tried before an interrupt has the error `not run`.

    Args:
        eval_set: The eval set.
        records: One variant's records by case id.
    """
    return [
        _result(case.id, eval_set.cases.question_of(case), records.get(case.id))
        for case in eval_set.cases
    ]


def _result(case_id: str, question: Any, record: Record | None) -> dict[str, Any]:
    output = record.output if record else None
    failure = record.failure if record else None
    usage = output.usage if output else None
    error = f"{failure.kind}: {failure.message}" if failure else None
    if record is None:
        error = "not run: the run was interrupted"
    return {
        "id": case_id,
        "question": question,
        "output": output.value if output else None,
        "error": error,
        "error_kind": failure.kind if failure else None,
        "latency_ms": record.latency_ms if record else None,
        "attempts": record.attempts if record else 0,
        "input_tokens": usage.input_tokens if usage else None,
        "output_tokens": usage.output_tokens if usage else None,
        "cost_usd": usage.cost_usd if usage else None,
        "steps": usage.steps if usage else None,
        "detail": dict(output.detail) if output else {},
    }


def merged_frame(frame: pd.DataFrame, results: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    """Return a copy of the frame with what the agent answered, row by row."""
    added = {
        name: pd.Series([result[name] for result in results], index=frame.index, dtype=object)
        for name in ADDED
    }
    return frame.assign(**added)


def scored_frame(
    merged: pd.DataFrame,
    case_ids: Sequence[str],
    records: Mapping[str, Record],
    judging: Judging,
    names: Sequence[str],
) -> pd.DataFrame:
    """Return the merged frame with a column per score, and one with its reason beside a judge's.

    Args:
        merged: The frame with the outputs.
        case_ids: The ids of its rows.
        records: One variant's records by case id, their scores by column.
        judging: The judges.
        names: The names of all scores.
    """
    scored = merged.copy()
    for name in names:
        scores = [r.scores.get(name) if (r := records.get(i)) else None for i in case_ids]
        values = [judging.value(name, score) for score in scores]
        text = any(isinstance(value, str) for value in values)
        dtype: Any = object if text else float
        scored[name] = pd.Series(values, index=merged.index, dtype=dtype)
        if name in judging.columns:
            told = [
                score.reason if score is not None else _unscored(records.get(case_id))
                for score, case_id in zip(scores, case_ids, strict=True)
            ]
            scored[reason_column(name)] = pd.Series(told, index=merged.index, dtype=object)
    return scored


def _unscored(record: Record | None) -> str:
    if record is None:
        return "not run"
    return "the agent failed" if record.failure else "not judged"
