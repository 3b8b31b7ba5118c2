"""Axes: titles say what is shown, in which unit, and which way is better; ticks are round."""

import pytest

from garden_nb.analysis.numbers import Scale
from garden_nb.core.metrics import Kind, Metric
from garden_nb.present.axes import delta_axis, log_ticks, log_value_axis, ratio_axis, value_axis

RATING = Metric("rating", Kind.BOUNDED, low=1.0, high=5.0)


def test_axes_say_what_they_show_and_which_way_is_better(report):
    accuracy, latency, cost = report.metrics
    delta = delta_axis(accuracy, Scale.of(accuracy), [-12.3, 3.0])
    assert delta["title"] == "delta, points · better →"
    assert delta["scale"]["domain"] == pytest.approx([-13.065, 3.765])
    ratio = ratio_axis(latency, [0.6, 1.1])
    assert ratio["title"] == "← better · ratio to the baseline"
    assert ratio["scale"]["type"] == "log"
    value = value_axis(accuracy, Scale.of(accuracy), [70.0, 80.0])
    assert value["title"] == "cases passed, % · better →"
    spent = value_axis(cost, Scale.of(cost, [0.1]), [0.1, 0.2])
    assert spent["title"] == "← better · mean per case, USD"
    assert delta_axis(RATING, Scale.of(RATING), [0.1])["title"] == "delta on 1–5 · better →"


def test_no_axis_shows_values_that_there_cannot_be(report):
    accuracy = report.metrics[0]
    assert value_axis(accuracy, Scale.of(accuracy), [10.0, 99.0])["scale"]["domain"][1] == 100.0
    assert value_axis(RATING, Scale(), [1.01, 4.0])["scale"]["domain"][0] == 1.0
    low, high = value_axis(RATING, Scale(), [])["scale"]["domain"]
    assert low < high


@pytest.mark.parametrize(
    ("ends", "ticks"),
    [
        ([0.6, 1.1], [0.6, 0.7, 0.8, 0.9, 1.0, 1.1]),
        ([0.985, 1.01], [0.99, 1.0, 1.01]),
        ([0.26, 1.0], [0.3, 0.5, 0.7, 1.0]),
        ([0.1, 8.0], [0.1, 0.2, 0.5, 1.0, 2.0, 5.0]),
        ([1e-9, 1.0], [1e-9, 1e-7, 1e-5, 1e-3, 0.1]),
    ],
)
def test_ticks_of_ratios_are_round_and_few(report, ends, ticks):
    shown = ratio_axis(report.metrics[1], ends)["axis"]["values"]
    assert shown == pytest.approx(ticks)


def test_a_log_axis_holds_its_values_and_their_ticks(report):
    axis = log_value_axis(report.metrics[1], Scale(), [20.0, 900.0])
    low, high = axis["scale"]["domain"]
    assert low < 20.0
    assert high > 900.0
    assert axis["axis"]["values"] == log_ticks(low, high) == [20, 50, 100, 200, 500, 1000]
