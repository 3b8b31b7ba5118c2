"""The charts of a report: they follow its choices, and say what they cannot draw."""

import copy

import pytest

from garden_nb.errors import InputError
from garden_nb.flows.charts import CHARTS
from random_runs import Shape, report_of

SHAPE = Shape(n_cases=40, n_metrics=3, categories=2)


def test_charts_are_those_of_the_present_choices():
    report = report_of(SHAPE, baseline="fuzzy")
    before = report.charts
    report.baseline = "llama3:8b"
    assert report.charts.deltas.to_dict()["title"]["text"] == "Differences to llama3:8b"
    assert before.deltas.to_dict()["title"]["text"] == "Differences to fuzzy"


def test_a_chart_of_one_metric_is_of_the_first_that_fits_or_the_one_asked_for():
    charts = report_of(SHAPE).charts
    assert charts.slices.to_dict()["title"]["text"] == "ok by category"
    assert charts.distribution.to_dict()["title"]["text"].startswith("rating:")
    asked = charts.of(metric="similarity", against="latency_ms", width=900)
    assert asked.slices.to_dict()["title"]["text"] == "similarity by category"
    assert asked.tradeoff.to_dict()["title"]["text"] == "similarity against latency_ms"
    assert asked.of(metric="rating").against == "latency_ms"
    assert charts.of(metric="cost_usd").distribution.to_dict()["title"]["text"].startswith("cost")


def test_distributions_follow_what_failures_count_as():
    report = report_of(Shape(n_cases=60, fails=0.3), on_error="fail")
    rated = report.charts.of(metric="rating")
    failing = rated.distribution.to_dict()
    report.on_error = "drop"
    dropped = report.charts.of(metric="rating").distribution.to_dict()
    assert "60 cases:" in failing["concat"][0]["title"]["subtitle"][0]
    assert "60 cases:" not in dropped["concat"][0]["title"]["subtitle"][0]


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"metric": "rateing"}, r'metric: there is no metric .* Did you mean "rating"'),
        ({"against": "cost"}, r'against: there is no metric .* Did you mean "cost_usd"'),
        ({"width": 100}, "width: got 100. Accepted: 400 to 4000 pixels"),
    ],
)
def test_wrong_choices_are_told_at_once(choice, message):
    with pytest.raises(InputError, match=message):
        report_of(SHAPE).charts.of(**choice)


def test_what_has_no_distribution_is_said():
    charts = report_of(Shape(n_metrics=1)).charts
    with pytest.raises(InputError, match=r"no score takes more than two .*charts\.of\(metric="):
        _ = charts.distribution
    with pytest.raises(InputError, match="ok is pass or fail"):
        _ = charts.of(metric="ok").distribution


def test_the_charts_name_themselves():
    assert all(name in repr(report_of().charts) for name in CHARTS)


def test_a_chart_that_there_is_not_is_told_with_those_that_there_are():
    charts = report_of(SHAPE).charts
    with pytest.raises(
        AttributeError, match=r'charts.delta does not exist. .*"deltas"\? Accepted:'
    ):
        _ = charts.delta
    assert not hasattr(charts, "_repr_html_")
    assert copy.copy(charts) == charts
