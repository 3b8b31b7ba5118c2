"""Whoever looks, and wherever, sees the same numbers: those of a pure function of the records."""

import json
from dataclasses import replace
from itertools import product

import mistune
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pages import Page

from garden_nb.analysis.evidence import build_report
from garden_nb.analysis.numbers import format_p, format_ratio
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.present.beside import Beside
from garden_nb.present.html import to_html
from garden_nb.present.payload import build_payload, state_key
from garden_nb.present.slice_overview import slice_overview
from garden_nb.present.slice_tables import slice_views
from garden_nb.present.tables import verdict_interval
from garden_nb.present.view import view
from random_runs import Shape, report_of, reports, run_of, shapes

ADJUSTMENTS = ("holm", "fdr_bh", "maxt", None)
LAWS = settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
markdown = mistune.create_markdown(escape=False, plugins=["table"])


def cells_of(tables):
    """Return the cells of tables, without the names of their rows."""
    return [
        [row["cells"][column["key"]] for column in table["columns"][1:]]
        for table in tables
        for row in table["rows"]
    ]


def read(page):
    """Return the same cells of a document, without the marks before verdicts."""
    rows = [row[1:] for table in page.tables for row in table[1:]]
    return [[cell.lstrip("▲▼=◇○ ").strip() for cell in row] for row in rows]


def ends(row):
    if row["role"] == "success" and row["p_value"] is None:
        return [None, None]
    adjusted = row["ci_adj_low"] is not None and row["ci_adj_high"] is not None
    names = ("ci_adj_low", "ci_adj_high") if adjusted else ("ci_low", "ci_high")
    return [row[name] for name in names]


def written(report, row):
    """Return what a row of data says, as people read it: its number, its p."""
    metric = next(metric for metric in report.metrics if metric.name == row["metric"])
    number = report.scale(metric.name).interval(row["delta"], *ends(row))
    if row["ratio"] is not None:
        number = format_ratio(row["ratio"], row["ratio_low"], row["ratio_high"])
    return number, format_p(row["p_adj"], round(1 - report.spec.confidence, 12))


def judged(report, shown):
    """Return the same two texts of each contender's row in a view."""
    found = {}
    for metric, table in zip(report.metrics, shown["tables"], strict=True):
        for variant, row in zip(report.variants, table["rows"], strict=True):
            cells = row["cells"]
            number = cells.get("ratio", "–")
            number = cells.get("delta", "–") if number == "–" else number
            found[variant, metric.name] = (number, cells.get("p"))
    return found


@LAWS
@given(reports(), st.data())
def test_html_payload_markdown_text_json_and_frames_say_the_same(report, data):
    success = [m.name for m in report.frozen.metrics if m.role.value == "success"]
    if success:
        report.metrics = data.draw(st.lists(st.sampled_from(success), min_size=1, unique=True))
    frozen = report.frozen
    shown = view(frozen)
    beside = Beside(report._evidence.slices)
    payload = build_payload([], frozen, "g0", beside=beside)  # what the widget and the page get
    (embedded,) = payload["views"].values()
    assert embedded == json.loads(json.dumps(shown))
    tables = [*shown["tables"], *slice_overview(slice_views(frozen, report.slices))]
    cells = cells_of(tables)
    assert read(Page(to_html(payload))) == cells
    assert read(Page(markdown(report.to_markdown()))) == cells
    text = report.to_text()
    assert all(cell in text for row in cells for cell in row)
    document = json.loads(report.to_json(view=False))["comparisons"]
    frame = report.to_frame().to_dict("records")
    told = judged(frozen, shown)
    for row, framed, kept in zip(frozen.comparisons, frame, document, strict=True):
        assert kept["delta"] == row.delta
        assert ends(kept) == list(verdict_interval(row))
        assert framed["status"] == kept["status"] == row.status.value
        assert framed["delta"] == row.delta or row.delta is None
        number, p = written(frozen, kept)
        shown_number, shown_p = told[row.variant, row.metric]
        assert shown_number == number
        assert shown_p in (p, None)  # guardrails have no column of p


@settings(LAWS, max_examples=15)
@given(shapes, st.integers(0, 2**31))
def test_every_choice_is_what_the_records_give_under_it(shape, seed):
    records, plan = run_of(shape, seed)
    report = report_of(shape, seed)
    policies = ("fail", "drop") if any(record.failure for record in records) else ("fail",)
    for baseline, adjust, on_error in product(plan.variants, ADJUSTMENTS, policies):
        report.choose(baseline=baseline, adjust=adjust, on_error=on_error)
        spec = AnalysisSpec(baseline, plan.baseline, adjust=adjust, on_error=on_error)
        assert report.frozen == build_report(reversed(records), plan, spec)


@pytest.mark.parametrize("seed", range(4))
def test_every_view_that_is_embedded_is_that_of_its_choice(seed):
    shape = Shape(n_cases=25, n_variants=3, n_metrics=2, fails=0.05 * (seed % 2))
    records, plan = run_of(shape, seed)
    views = report_of(shape, seed).payload()["views"]
    policies = ("fail", "drop") if any(record.failure for record in records) else ("fail",)
    choices = list(product(plan.variants, ADJUSTMENTS, policies))
    assert len(views) == len(choices)
    for baseline, adjust, on_error in choices:
        spec = AnalysisSpec(baseline, plan.baseline, adjust=adjust, on_error=on_error)
        expected = json.loads(json.dumps(view(build_report(records, plan, spec))))
        shown = views[state_key(baseline, adjust, on_error)]
        assert shown["context"][: len(expected["context"])] == expected["context"]
        assert replace_context(shown, expected) == expected


def replace_context(shown, expected):
    return {**shown, "context": expected["context"]}


def test_numbers_that_differ_are_seen_to_differ():
    report = report_of(Shape(n_cases=30)).frozen
    row = report.comparisons[0]
    other = replace(report, comparisons=(replace(row, delta=row.delta + 0.01),))
    assert judged(other, view(other)) != judged(report, view(report))
