"""Slices at a glance: a table per metric, a row per category, for readers without scripts."""

from collections.abc import Sequence

from garden_nb.analysis.numbers import MISSING
from garden_nb.present.contract import Column, Row, SliceView, Table
from garden_nb.present.marks import MARKS

__all__ = ["OverviewRow", "slice_overview"]

_MOST_COLUMNS = 4
"""More contenders than these are told by name where something is shown, and counted elsewhere."""
_MOST_NAMES = 3
_TOLD = ("better", "worse")


class OverviewRow(Row):
    """One category: `variant` is its name, `small` whether it is a first impression only."""

    small: bool


def slice_overview(parts: Sequence[SliceView]) -> list[Table]:
    """Return a table per success metric: how each contender does within each of the slices.

    A variant without contenders shows its own values.

    Args:
        parts: The slices as views show them, the largest first.
    """
    if not parts:
        return []
    return [_overview(parts, at) for at in range(len(parts[0]["tables"]))]


def _overview(parts: Sequence[SliceView], at: int) -> Table:
    first = parts[0]["tables"][at]
    contenders = [row["variant"] for row in first["rows"] if not row["baseline"]]
    wide = len(contenders) <= _MOST_COLUMNS
    heads = [f"c{i}" for i in range(len(contenders))] if wide else [*_TOLD, "others"]
    labels = contenders if wide else heads
    said = {column["key"]: column["label"] for column in first["columns"]}
    small = any(part["small"] for part in parts)
    notes = [said.get("delta", "delta") if wide else "judged over all slices"]
    if not contenders:
        heads, labels, notes = ["c0"], [said["value"]], ["each slice by itself"]
    columns: list[Column] = [
        {"key": "variant", "label": "category", "align": "left"},
        {"key": "n", "label": "size", "align": "right"},
    ]
    for key, words in zip(heads, labels, strict=True):
        columns.append({"key": key, "label": words, "align": "right" if wide else "left"})
    return {
        "caption": f"{first['caption'].removesuffix(parts[0]['category'])}slices",
        "note": " · ".join([*notes, *(["small slices are a first impression"] if small else [])]),
        "columns": columns,
        "rows": [_row(part, part["tables"][at], heads, wide=wide) for part in parts],
    }


def _row(part: SliceView, table: Table, heads: list[str], *, wide: bool) -> OverviewRow:
    rows = [row for row in table["rows"] if not row["baseline"]]
    told = [_delta(row) for row in rows] if wide else _counted(rows)
    told = told or [table["rows"][0]["cells"]["value"]]
    size = f"{part['n']}, small" if part["small"] else part["n"]
    return {
        "variant": part["category"],
        "baseline": False,
        "status": None,
        "cells": {"n": size, **dict(zip(heads, told, strict=True))},
        "detail": [],
        "small": part["small"],
    }


def _delta(row: Row) -> str:
    status = row["status"]
    verdict = f" {MARKS[status]} {status}" if status else ""
    return f"{row['cells'].get('delta', MISSING)}{verdict}"


def _counted(rows: list[Row]) -> list[str]:
    """Return who is better, who is worse, and how many are something else."""
    by_status: dict[str, list[str]] = {}
    for row in rows:
        by_status.setdefault(row["status"] or "no verdict yet", []).append(row["variant"])
    told = [_named(by_status.pop(status, []), MARKS[status]) for status in _TOLD]
    rest = ", ".join(f"{len(names):,} {status}" for status, names in by_status.items())
    return [*told, rest or "–"]


def _named(names: list[str], mark: str) -> str:
    if not names:
        return "–"
    more = len(names) - _MOST_NAMES
    listed = ", ".join(names[:_MOST_NAMES])
    return f"{mark} {listed}{f' and {more:,} more' if more > 0 else ''}"
