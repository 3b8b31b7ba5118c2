"""Slices in a view: the tables of each of the largest categories, judged over all slices."""

from collections.abc import Sequence
from dataclasses import replace

from garden_nb.analysis.numbers import format_count
from garden_nb.analysis.report import Report
from garden_nb.analysis.slices import Slice
from garden_nb.core.metrics import Role
from garden_nb.present.contract import SliceView, Table
from garden_nb.present.tables import metric_table
from garden_nb.present.words import label

__all__ = ["MOST_SHOWN", "slice_views"]

MOST_SHOWN = 6
"""A view offers the largest categories; all of them are in `report.slices`."""


def slice_views(report: Report, slices: Sequence[Slice]) -> list[SliceView]:
    """Return the tables of the largest slices, the largest first.

    Args:
        report: The report over all cases.
        slices: Its slices, the largest first.
    """
    return [_slice_view(report, part) for part in slices[:MOST_SHOWN]]


def _slice_view(report: Report, part: Slice) -> SliceView:
    within = replace(
        report,
        metrics=tuple(metric for metric in report.metrics if metric.role is Role.SUCCESS),
        estimates=part.estimates,
        comparisons=part.comparisons,
        n_cases=part.n_cases,
        best_sets={},
    )
    tables = [metric_table(within, metric) for metric in within.metrics]
    return {
        "category": label(part.category),
        "n": format_count(part.n_cases, "case"),
        "small": part.small,
        "tables": [_titled(table, part) for table in tables],
    }


def _titled(table: Table, part: Slice) -> Table:
    """Return a table that says which slice it is of, and that its p-values are over slices."""
    size = format_count(part.n_cases, "case")
    first = f"{size}, small: a first impression" if part.small else size
    heads = {"adj. p": "adj. p over slices"}
    return {
        "caption": f"{table['caption']} in {label(part.category)}",
        "note": f"{first} · {table['note']}",
        "columns": [
            {**column, "label": heads.get(column["label"], column["label"])}
            for column in table["columns"]
        ],
        "rows": [{**row, "detail": []} for row in table["rows"]],
    }
