"""Every way to look at a report says the same numbers, whatever they are."""

import json
import math
from dataclasses import replace

import mistune
from hypothesis import given, settings
from hypothesis import strategies as st
from pages import Page
from sketch import build

from garden_nb.analysis.comparison import Status
from garden_nb.analysis.numbers import format_p, format_ratio
from garden_nb.present.document import to_json
from garden_nb.present.html import to_html
from garden_nb.present.markdown import to_markdown
from garden_nb.present.payload import build_payload
from garden_nb.present.text import to_text
from garden_nb.present.tidy import comparison_rows
from garden_nb.present.view import view

render = mistune.create_markdown(escape=False, plugins=["table"])
numbers = st.floats(-1.0, 1.0) | st.floats(-1e-4, 1e-4)
positive = st.floats(1e-3, 1e3)


@st.composite
def comparisons(draw, row):
    """Draw a row with any numbers in any status."""
    low, delta, high = sorted(draw(st.tuples(numbers, numbers, numbers)))
    p = draw(st.floats(0, 1))
    drawn = {"delta": delta, "ci_low": low, "ci_high": high, "p_value": p}
    drawn |= {"status": draw(st.sampled_from(list(Status)))}
    if row.ratio is None:
        return replace(row, **drawn, ci_adj_low=low, ci_adj_high=high, p_adj=min(1.0, 2 * p))
    low, ratio, high = sorted(draw(st.tuples(positive, positive, positive)))
    return replace(row, **drawn, ratio=ratio, ratio_low=low, ratio_high=high)


@st.composite
def reports(draw):
    """Draw the report of the sketch with any numbers in any status."""
    report = build()
    rows = [draw(comparisons(row)) for row in report.comparisons]
    estimates = [
        replace(row, value=draw(st.floats(0, 1)) if row.metric.name == "accuracy" else row.value)
        for row in report.estimates
    ]
    return replace(report, comparisons=tuple(rows), estimates=tuple(estimates))


@settings(max_examples=20, deadline=None)
@given(reports())
def test_html_markdown_text_json_and_rows_agree(report):
    shown = view(report)
    cells = [
        [row["cells"][column["key"]] for column in table["columns"][1:]]
        for table in shown["tables"]
        for row in table["rows"]
    ]
    html = Page(to_html(build_payload([report], report, "g0")))
    markdown = Page(render(to_markdown(report)))
    text = to_text(report)
    for page in (html, markdown):
        rows = [row[1:] for table in page.tables for row in table[1:]]
        assert [[bare(cell) for cell in row] for row in rows] == cells
    assert all(cell in text for row in cells for cell in row)
    document = json.loads(to_json(report))["comparisons"]
    assert [row["delta"] for row in document] == [row["delta"] for row in comparison_rows(report)]
    assert written(report, document) == judged(report, shown)
    assert written(report, comparison_rows(report)) == judged(report, shown)


def bare(cell):
    """Return a cell without the mark before its verdict."""
    return cell.lstrip("▲▼=◇○\xa0 ")


def written(report, rows):
    """Return the numbers of rows of data as people read them."""
    return [
        format_ratio(row["ratio"], row["ratio_low"], row["ratio_high"])
        if row["ratio"] is not None
        else report.scale(row["metric"]).interval(
            row["delta"], row["ci_adj_low"], row["ci_adj_high"]
        )
        + format_p(row["p_adj"])
        for row in rows
    ]


def judged(report, shown):
    """Return the same numbers from the view."""
    rows = [
        row["cells"]
        for table in shown["tables"]
        for row in table["rows"]
        if row["variant"] != report.spec.baseline
    ]
    return [cells.get("ratio") or cells["delta"] + cells["p"] for cells in rows]


def test_numbers_that_differ_show_the_difference():
    report = build()
    other = replace(report, comparisons=(replace(report.comparisons[0], delta=-0.066),))
    assert not math.isclose(other.comparisons[0].delta, report.comparisons[0].delta)
    assert view(other)["tables"][0] != view(report)["tables"][0]
