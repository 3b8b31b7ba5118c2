"""Tidy tables: flat, whole, and the numbers of the report."""

from dataclasses import fields, replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from sketch import WORSE

from garden_nb.analysis.comparison import Comparison
from garden_nb.analysis.table import TrialTable
from garden_nb.errors import InputError
from garden_nb.present.tidy import case_columns, comparison_rows, estimate_rows
from random_runs import Shape, report_of, reports


def test_comparisons_are_flat_and_say_everything(report):
    rows = comparison_rows(report)
    assert {field.name for field in fields(Comparison)} <= set(rows[0])
    assert [row["metric"] for row in rows[::2]] == ["accuracy", "latency_ms", "cost_usd"]
    assert rows[0]["status"] == "regression"
    assert (rows[2]["direction"], rows[2]["unit"]) == ("lower_is_better", "ms")
    assert rows[0]["notes"] == "The two differ on 21 of 200 cases."
    flat = (str, int, float, bool, type(None))
    assert all(isinstance(value, flat) for row in rows for value in row.values())
    odd = replace(WORSE, delta=float("nan"))
    assert comparison_rows(replace(report, comparisons=(odd,)))[0]["delta"] is None


def test_estimates_are_flat_and_name_the_baseline(report):
    rows = estimate_rows(report)
    assert [row["value"] for row in rows[:3]] == [0.785, 0.72, 0.77]
    assert [row["baseline"] for row in rows[:3]] == [True, False, False]
    assert {row["metric"] for row in rows} == {"accuracy", "latency_ms", "cost_usd"}
    assert rows[0]["kind"] == "binary"
    assert rows[3]["role"] == "guardrail"


@settings(max_examples=30, deadline=None)
@given(reports())
def test_cases_give_the_means_of_the_report(report):
    frame = report.to_frame("cases")
    assert len(frame) == sum(count.done for count in report.frozen.counts)
    assert not frame.duplicated(["case_id", "variant", "repeat"]).any()
    counts = {count.variant: count.failed for count in report.frozen.counts}
    assert dict(frame.groupby("variant")["failed"].sum()) == {
        variant: n for variant, n in counts.items() if (frame["variant"] == variant).any()
    }
    report.choose(on_error="drop", missing="pairwise")
    for estimate in report.estimates:
        mine = frame[(frame["variant"] == estimate.variant) & ~frame["failed"]]
        means = mine.groupby("case_id")[estimate.metric.name].mean().dropna()
        assert len(means) == estimate.n_cases
        if estimate.value is not None:
            assert means.mean() == pytest.approx(estimate.value, abs=1e-9)


def test_cases_have_their_category_and_cluster_and_no_text():
    report = report_of(Shape(n_cases=6, categories=2, clusters=True, fails=0.3))
    frame = report.to_frame("cases")
    assert list(frame.columns[:6]) == [
        "case_id",
        "variant",
        "repeat",
        "category",
        "cluster",
        "failed",
    ]
    assert set(frame["category"]) <= {"topic 0", "topic 1"}
    assert frame["failed"].dtype == bool
    assert "SECRET" not in frame.to_csv()


def test_a_score_called_like_a_column_keeps_its_numbers():
    table = report_of(Shape(n_cases=3))._evidence.table
    named = replace(table, scores={"failed": table.scores["ok"]})
    assert isinstance(named, TrialTable)
    columns = case_columns(named)
    assert columns["failed"].dtype == bool
    assert np.array_equal(columns["score.failed"], table.scores["ok"][table.done])


def test_frames_are_chosen_by_their_name():
    report = report_of(Shape(n_cases=3))
    assert len(report.to_frame()) == len(report.comparisons)
    assert len(report.to_frame("estimates")) == len(report.estimates)
    assert isinstance(report.to_frame("cases"), pd.DataFrame)
    with pytest.raises(InputError, match='Did you mean "cases"'):
        report.to_frame("case")
