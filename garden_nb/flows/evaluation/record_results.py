"""Records as a report shows them, and what they consumed."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from garden_nb.core.cases import Case
from garden_nb.core.records import Record, Usage
from garden_nb.flows.evaluation.report_rows import RecordResult, VariantInfo
from garden_nb.flows.evaluation.task import Task

__all__ = ["record_results", "variant_info"]

N = TypeVar("N", int, float)


def record_results(task: Task, label: str, records: Mapping[str, Record]) -> list[RecordResult]:
    """Return one variant's records in the order of the eval set."""
    tag = task.model_of(label)
    given = (name for record in records.values() for name in record.scores)
    names = tuple(dict.fromkeys((*task.judging.columns, *given)))
    return [
        _shown(task, case, tag, records[case.id], names)
        for case in task.eval_set.cases
        if case.id in records
    ]


def _shown(
    task: Task, case: Case, tag: str | None, record: Record, names: tuple[str, ...]
) -> RecordResult:
    failure = record.failure
    scores = {name: task.judging.value(name, record.scores.get(name)) for name in names}
    return RecordResult(
        record_id=case.id,
        tag=tag,
        question=task.eval_set.cases.question_of(case),
        expected=case.expected,
        category=case.category,
        output=record.output.value if record.output else None,
        scores=scores,
        reasons={name: score.reason for name, score in record.scores.items() if score.reason},
        error=f"{failure.kind}: {failure.message}" if failure else None,
        latency_ms=record.latency_ms,
    )


def variant_info(task: Task, label: str, records: Mapping[str, Record]) -> VariantInfo:
    """Return one variant, what its answers consumed, and apart from that what its judges did."""
    answers = [r.output.usage for r in records.values() if r.output is not None]
    judged = [score.usage for r in records.values() for score in r.scores.values() if score.usage]
    return VariantInfo(
        name=task.model_of(label) or label,
        label=label,
        is_baseline=label == task.baseline,
        n_cases=len(records),
        n_failed=sum(record.failure is not None for record in records.values()),
        cost_usd=_sum(usage.cost_usd for usage in answers),
        judge_cost_usd=_sum(usage.cost_usd for usage in judged),
        input_tokens=_sum(usage.input_tokens for usage in answers),
        output_tokens=_sum(usage.output_tokens for usage in answers),
        judge_tokens=_sum(_tokens(usage) for usage in judged),
    )


def _tokens(usage: Usage) -> int | None:
    if usage.input_tokens is None or usage.output_tokens is None:
        return None
    return usage.input_tokens + usage.output_tokens


def _sum(values: Iterable[N | None]) -> N | None:
    """Return a sum; unknown where some part is unknown, or where there is none."""
    listed = list(values)
    known = [value for value in listed if value is not None]
    return sum(known[1:], known[0]) if known and len(known) == len(listed) else None
