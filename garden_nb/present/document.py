"""A report as data: a JSON document and tidy rows."""

import json
import math
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from garden_nb.analysis.report import Report

__all__ = ["to_json", "to_rows"]

SCHEMA = 1


def to_json(report: Report) -> str:
    """Return `report` as a JSON document: every number unrounded, absent ones null.

    The fields are those of `garden_nb.analysis.report.Report`, behind the `schema` number of
    this layout. Text is kept as it was given.
    """
    document = {"schema": SCHEMA, **_plain(asdict(report))}
    return json.dumps(document, indent=1, allow_nan=False) + "\n"


def to_rows(report: Report) -> list[dict[str, Any]]:
    """Return one flat row per contender and metric, success metrics first; None where absent."""
    metrics = {metric.name: metric for metric in report.metrics}
    rows = []
    for comparison in report.comparisons:
        row = _plain(asdict(comparison))
        metric = metrics[comparison.metric]
        row |= {"direction": metric.direction.value, "unit": metric.unit}
        row["notes"] = " ".join(comparison.notes)
        rows.append(row)
    return rows


def _plain(value: Any) -> Any:
    """Return `value` in JSON's own types; what is not a finite number is None."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    return int(value) if isinstance(value, int) else str(value)
