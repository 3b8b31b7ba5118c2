"""Tidy tables: one observation a row, one variable a column."""

from dataclasses import asdict
from typing import Any

import numpy as np

from garden_nb.analysis.report import Report
from garden_nb.analysis.table import TrialTable
from garden_nb.present.document import plain

__all__ = ["case_columns", "comparison_rows", "estimate_rows"]


def comparison_rows(report: Report) -> list[dict[str, Any]]:
    """Return one flat row per contender and metric, success metrics first; None where absent."""
    metrics = {metric.name: metric for metric in report.metrics}
    rows = []
    for comparison in report.comparisons:
        row = plain(asdict(comparison))
        metric = metrics[comparison.metric]
        row |= {"direction": metric.direction.value, "unit": metric.unit}
        row["notes"] = " ".join(comparison.notes)
        rows.append(row)
    return rows


def estimate_rows(report: Report) -> list[dict[str, Any]]:
    """Return one flat row per variant and metric, success metrics first; None where absent."""
    rows = []
    for estimate in report.estimates:
        row = plain(asdict(estimate))
        metric = estimate.metric
        row |= {"metric": metric.name, "role": metric.role.value, "kind": metric.kind.value}
        row |= {"direction": metric.direction.value, "unit": metric.unit}
        rows.append({"baseline": estimate.variant == report.spec.baseline, **row})
    return rows


def case_columns(table: TrialTable) -> dict[str, Any]:
    """Return the columns of one row per trial that has a record, by case, variant and repeat.

    Beside `case_id`, `variant`, `repeat`, `category`, `cluster` and `failed` there is a column of
    numbers per score, NaN where absent, `score.<name>` where its name is one of these. No text of
    a case or an output is among them.
    """
    plan = table.plan
    case, variant, repeat = np.nonzero(table.done)
    none = np.full(len(plan.case_ids), None, dtype=object)
    columns: dict[str, Any] = {
        "case_id": _labels(plan.case_ids)[case],
        "variant": _labels(plan.variants)[variant],
        "repeat": repeat,
        "category": (_labels(plan.categories) if plan.categories else none)[case],
        "cluster": (_labels(plan.clusters) if plan.clusters else none)[case],
        "failed": table.failed[case, variant, repeat],
    }
    for name, scores in table.scores.items():
        taken = name in columns
        columns[f"score.{name}" if taken else name] = scores[case, variant, repeat]
    return columns


def _labels(labels: tuple[str | None, ...]) -> Any:
    return np.array(labels, dtype=object)
