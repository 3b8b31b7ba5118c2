"""The estimation plot: valid Altair, true to the numbers, the same grammar everywhere."""

from dataclasses import replace

import pytest
from sketch import FLASH, LITE, MINI, WORSE, rename

from garden_nb.analysis.numbers import Scale
from garden_nb.present.axes import delta_axis, ratio_axis
from garden_nb.present.charts import delta_chart, delta_spec
from garden_nb.present.marks import BETTER, DARK, MARKS, OPEN, SHAPES, TONES
from garden_nb.present.marks import WORSE as RED


def test_the_chart_is_an_altair_object_that_its_schema_accepts(report):
    chart = delta_chart(report)
    assert chart.to_dict(validate=True)["vconcat"]
    assert chart.properties(title="mine").to_dict()["title"] == "mine"


def test_each_metric_has_its_own_facet_and_data(report):
    accuracy, latency, cost = delta_spec(report)["vconcat"]
    assert [facet["title"] for facet in (accuracy, latency, cost)] == [
        "accuracy",
        "latency_ms",
        "cost_usd",
    ]
    assert accuracy["data"]["values"] == [
        {"variant": LITE, "status": "worse", "delta": -6.5, "low": -11.5, "high": -2.2}
        | {"adj_low": -12.3, "adj_high": -1.5},
        {"variant": MINI, "status": "unclear", "delta": -1.5, "low": -6.2, "high": 3.0}
        | {"adj_low": -6.2, "adj_high": 3.0},
    ]
    assert latency["data"]["values"][0]["delta"] == 0.64


def test_axes_say_what_they_show_and_which_way_is_better(report):
    accuracy, latency, _ = report.metrics
    delta = delta_axis(accuracy, Scale.of(accuracy), [-12.3, 3.0])
    assert delta["title"] == "delta, points · better →"
    assert delta["scale"]["domain"] == pytest.approx([-13.065, 3.765])
    ratio = ratio_axis(latency, [0.6, 1.1])
    assert ratio["title"] == "← better · ratio to the baseline"
    assert ratio["scale"]["type"] == "log"


@pytest.mark.parametrize(
    ("ends", "ticks"),
    [
        ([0.6, 1.1], [0.6, 0.7, 0.8, 0.9, 1.0, 1.1]),
        ([0.985, 1.01], [0.99, 1.0, 1.01]),
        ([0.1, 8.0], [0.1, 0.2, 0.5, 1.0, 2.0, 5.0]),
        ([1e-9, 1.0], [1e-9, 1e-7, 1e-5, 1e-3, 0.1]),
    ],
)
def test_ticks_of_ratios_are_round_and_few(report, ends, ticks):
    shown = ratio_axis(report.metrics[1], ends)["axis"]["values"]
    assert shown == pytest.approx(ticks)


def test_a_margin_is_a_band(report):
    spec = replace(report.spec, margin=0.05)
    band = delta_spec(replace(report, spec=spec))["vconcat"][0]["layer"][0]
    assert band["mark"]["type"] == "rect"
    assert (band["encoding"]["x"]["datum"], band["encoding"]["x2"]["datum"]) == (-5.0, 5.0)


def test_rows_without_numbers_keep_their_line(report):
    empty = replace(WORSE, delta=None, ci_low=float("nan"), ci_high=None, ci_adj_low=None)
    facet = delta_spec(replace(report, comparisons=(empty,)))["vconcat"][0]
    assert facet["data"]["values"] == [{"variant": LITE, "status": "worse"}]


def test_the_plot_names_the_baseline(report):
    assert delta_spec(report)["title"]["text"] == f"Differences to {FLASH}"
    other = rename(report, {FLASH: "\u202eevil"})
    assert delta_spec(other)["title"]["text"] == "Differences to ⟨U+202E⟩evil"


def test_no_status_is_known_by_colour_alone():
    assert TONES["better"] == BETTER
    assert TONES["worse"] == RED
    assert len({SHAPES[status] for status in SHAPES}) == len(SHAPES)
    assert len({MARKS[status] for status in SHAPES}) == len(SHAPES)
    assert set(TONES.values()) <= set(DARK)
    assert TONES["unclear"] == OPEN
