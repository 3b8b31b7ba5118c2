"""Tables of a report: one per metric, variants as rows, every number written out."""

from garden_nb.analysis.comparison import Comparison, Estimate, Status
from garden_nb.analysis.numbers import MISSING, Scale, format_count, format_p, format_ratio
from garden_nb.analysis.report import Report
from garden_nb.core.metrics import Kind, Metric, Role
from garden_nb.present.contract import Column, Row, Table
from garden_nb.present.words import (
    alpha_of,
    direction_words,
    label,
    level_words,
    sentence,
)

__all__ = ["metric_table", "shown_status", "verdict_interval"]


def shown_status(report: Report, row: Comparison) -> str | None:
    """Return the word for a row's status; None while trials are missing: no verdict yet."""
    return None if report.interim and row.status is not Status.NO_DATA else row.status.word


def verdict_interval(row: Comparison) -> tuple[float | None, float | None]:
    """Return the interval of the delta that the verdict goes by; none where there is no verdict."""
    if row.role == Role.SUCCESS and row.p_value is None:
        return None, None
    if row.ci_adj_low is None or row.ci_adj_high is None:
        return row.ci_low, row.ci_high
    return row.ci_adj_low, row.ci_adj_high


def metric_table(report: Report, metric: Metric) -> Table:
    """Return the table of one metric: the baseline, then its contenders, in the order given."""
    rows = {row.variant: row for row in report.comparisons if row.metric == metric.name}
    columns = _columns(report, metric, list(rows.values()))
    scale = report.scale(metric.name)
    return {
        "caption": label(metric.name),
        "note": _note(report, metric, list(rows.values())),
        "columns": columns,
        "rows": [
            _row(report, report.estimate(variant, metric.name), rows.get(variant), scale, columns)
            for variant in report.variants
        ],
    }


def _note(report: Report, metric: Metric, rows: list[Comparison]) -> str:
    what = "share of cases passed" if metric.kind is Kind.BINARY else "mean per case"
    parts = [f"{what}, {direction_words(metric)}"]
    if metric.role is Role.GUARDRAIL:
        if any(row.ratio is not None for row in rows):
            parts.append("ratios of geometric means")
        parts.append("not in the family")
    best = report.best_sets.get(metric.name, ())
    if best and not report.interim and not _alone(report):
        parts.append(f"best set: {', '.join(label(variant) for variant in best)}")
    return " · ".join(parts)


def _alone(report: Report) -> bool:
    """Return whether there is nobody to compare with: then the interval is the variant's own."""
    return len(report.variants) == 1


def _columns(report: Report, metric: Metric, rows: list[Comparison]) -> list[Column]:
    unit = report.scale(metric.name).unit
    delta = f"delta, {label(unit)}" if unit and unit not in ("ms", "s", "USD") else "delta"
    value = "passed" if metric.kind is Kind.BINARY else "mean"
    columns: list[Column] = [
        {"key": "variant", "label": "variant", "align": "left"},
        {"key": "value", "label": value, "align": "right"},
    ]
    if any(row.n_cases != report.n_cases for row in report.estimates if row.metric == metric):
        columns.append({"key": "cases", "label": "cases", "align": "right"})
    level = level_words(report)
    if _alone(report):
        columns[1]["label"] = f"{value} [{level}]"
        return columns
    if metric.role is Role.GUARDRAIL:
        if any(row.ratio is None for row in rows):
            columns.append({"key": "delta", "label": f"{delta} [{level}]", "align": "right"})
        if any(row.ratio is not None for row in rows):
            columns.append({"key": "ratio", "label": f"ratio [{level}]", "align": "right"})
    else:
        adjusted = report.spec.adjust is not None and not report.interim
        interval = "interval of the verdict" if adjusted else level
        p = "adj. p" if adjusted else "p"
        columns.append({"key": "delta", "label": f"{delta} [{interval}]", "align": "right"})
        columns.append({"key": "p", "label": p, "align": "right"})
    columns.append({"key": "verdict", "label": "verdict", "align": "left"})
    if metric.kind is Kind.BINARY:
        columns.append({"key": "flips", "label": "lost / gained", "align": "right"})
    return columns


def _row(
    report: Report,
    estimate: Estimate,
    row: Comparison | None,
    scale: Scale,
    columns: list[Column],
) -> Row:
    value = scale.value(estimate.value)
    if _alone(report):
        value = scale.estimate(estimate.value, estimate.ci_low, estimate.ci_high)
    cells = {"value": value, "cases": f"{estimate.n_cases:,}"}
    cells |= {"verdict": "reference"} if row is None else _judged(report, row, scale)
    keys = [column["key"] for column in columns if column["key"] != "variant"]
    return {
        "variant": label(estimate.variant),
        "baseline": estimate.variant == report.spec.baseline,
        "status": None if row is None else shown_status(report, row),
        "cells": {key: cells.get(key, MISSING) for key in keys},
        "detail": _detail(report, estimate, row, scale),
    }


def _judged(report: Report, row: Comparison, scale: Scale) -> dict[str, str]:
    cells = {"verdict": shown_status(report, row) or "no verdict yet"}
    if row.ratio is not None:
        cells["ratio"] = format_ratio(row.ratio, row.ratio_low, row.ratio_high)
    if row.ratio is None or row.role == Role.SUCCESS:
        cells["delta"] = scale.interval(row.delta, *verdict_interval(row))
    cells["p"] = format_p(row.p_adj, alpha_of(report))
    if row.lost is not None and row.gained is not None:
        cells["flips"] = f"{row.lost:,} / {row.gained:,}"
    return cells


def _detail(report: Report, estimate: Estimate, row: Comparison | None, scale: Scale) -> list[str]:
    """Return what the cells leave out: own intervals, incomplete data, the plain interval."""
    value = scale.estimate(estimate.value, estimate.ci_low, estimate.ci_high)
    sentences = [f"{value} over {format_count(estimate.n_cases, 'case')}."]
    if estimate.n_failed:
        counted = report.spec.on_error == "fail" and estimate.metric.worst is not None
        fate = "count as the worst value" if counted else "are left out here"
        sentences.append(f"Failed trials: {estimate.n_failed:,}; they {fate}.")
    if estimate.n_missing:
        sentences.append(f"Trials without a value for another reason: {estimate.n_missing:,}.")
    if row is not None:
        sentences += [*_paired_detail(report, row, scale), *row.notes]
    return [sentence(text) for text in sentences]


def _paired_detail(report: Report, row: Comparison, scale: Scale) -> list[str]:
    sentences = []
    if row.n_pairs != report.n_cases:
        pairs = format_count(row.n_pairs, "case has a value", "cases have a value")
        means = f"{scale.value(row.value)} against {scale.value(row.baseline_value)}"
        sentences.append(f"{pairs} on both sides: {means}.")
    if row.ratio is not None:
        sentences.append(f"Mean difference {scale.delta(row.delta)}; the verdict is the ratio's.")
    elif row.p_value is not None and verdict_interval(row) != (row.ci_low, row.ci_high):
        plain = scale.interval(row.delta, row.ci_low, row.ci_high)
        p = format_p(row.p_value, alpha_of(report))
        sentences.append(f"Uncorrected: {plain}, p {p}.")
    return sentences
