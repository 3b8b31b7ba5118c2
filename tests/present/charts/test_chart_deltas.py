"""The estimation plot: true to the numbers, each bound where it belongs."""

from dataclasses import replace

import pytest
from sketch import FLASH, LITE, MINI, WORSE, rename

from garden_nb.errors import InputError
from garden_nb.present.charts import delta_spec
from random_runs import Shape, report_of


def rows_of(panel):
    return [{k: v for k, v in row.items() if k != "words"} for row in panel["data"]["values"]]


def layers_of(panel, kind):
    return [layer for layer in panel["layer"] if layer["mark"]["type"] == kind]


def test_each_metric_has_its_own_panel_and_data(report):
    panels = delta_spec(report)["vconcat"]
    assert [panel["title"]["text"] for panel in panels] == ["accuracy", "latency_ms", "cost_usd"]
    accuracy, latency, _ = panels
    assert rows_of(accuracy) == [
        {"name": LITE, "status": "worse", "delta": -6.5, "low": -11.5, "high": -2.2}
        | {"adj_low": -12.3, "adj_high": -1.5},
        {"name": MINI, "status": "unclear", "delta": -1.5, "low": -6.2, "high": 3.0}
        | {"adj_low": -6.2, "adj_high": 3.0},
    ]
    assert rows_of(latency)[0]["delta"] == 0.64


def test_a_pointer_on_a_mark_reads_the_numbers_of_the_tables(report):
    accuracy, latency, _ = delta_spec(report)["vconcat"]
    assert accuracy["data"]["values"][0]["words"] == f"{LITE}: −6.5 [−12.3, −1.5], worse"
    assert latency["data"]["values"][0]["words"] == f"{LITE}: ×0.64 [0.60, 0.69], better"
    assert "−6.5 [−12.3, −1.5], worse" in delta_spec(report)["description"]


def test_a_margin_is_a_band_with_its_size_in_words(report):
    spec = replace(report.spec, margin=0.05)
    panel = delta_spec(replace(report, spec=spec))["vconcat"][0]
    (band,) = layers_of(panel, "rect")
    assert (band["encoding"]["x"]["datum"], band["encoding"]["x2"]["datum"]) == (-5.0, 5.0)
    assert panel["title"]["subtitle"] == "band: margin of 5.0 points"
    low, high = band["encoding"]["x"]["scale"]["domain"]
    assert low < -12.3
    assert high > 5.0


def test_a_margin_far_beyond_the_data_leaves_the_data_room(report):
    spec = replace(report.spec, margin=3.0)
    panel = delta_spec(replace(report, spec=spec))["vconcat"][0]
    (band,) = layers_of(panel, "rect")
    low, high = band["encoding"]["x"]["scale"]["domain"]
    assert (band["encoding"]["x"]["datum"], band["encoding"]["x2"]["datum"]) == (low, high)
    assert high - low < 6 * 12.3


def test_gates_on_differences_are_dashed_lines_on_the_rows_they_are_about():
    report = report_of(Shape(n_cases=60), baseline="fuzzy", adjust="holm")
    report.gates = {"ok": {"min_delta": -0.1}, "llama3:8b:rating": {"min_delta_pct": -5}}
    ok, rating, *rest = delta_spec(report.frozen)["vconcat"]
    dashed = [layer for layer in layers_of(ok, "rule") if "strokeDash" in layer["mark"]]
    assert [row["gate"] for row in dashed[0]["data"]["values"]] == [-10.0, -10.0]
    assert ok["title"]["subtitle"].startswith("dashed: gate ≥ −10.0 points (")
    (line,) = [layer for layer in layers_of(rating, "rule") if "strokeDash" in layer["mark"]]
    base = report.frozen.comparison("llama3:8b", "rating").baseline_value
    assert line["data"]["values"] == [
        {"name": "llama3:8b", "gate": pytest.approx(-0.05 * base, rel=1e-4)}
    ]
    assert "gate of llama3:8b ≥ −5 %" in rating["title"]["subtitle"]
    assert all("subtitle" not in panel["title"] for panel in rest)
    plain = delta_spec(report.frozen, gates=False)["vconcat"][0]
    assert not [layer for layer in layers_of(plain, "rule") if "strokeDash" in layer["mark"]]


def test_rows_without_numbers_keep_their_line(report):
    empty = replace(WORSE, delta=None, ci_low=float("nan"), ci_high=None, ci_adj_low=None)
    panel = delta_spec(replace(report, comparisons=(empty,)))["vconcat"][0]
    assert rows_of(panel) == [{"name": LITE, "status": "worse"}]


def test_the_plot_names_the_baseline(report):
    assert delta_spec(report)["title"]["text"] == f"Differences to {FLASH}"
    other = rename(report, {FLASH: "\u202eevil"})
    assert delta_spec(other)["title"]["text"] == "Differences to ⟨U+202E⟩evil"


def test_one_variant_alone_has_nothing_to_plot():
    with pytest.raises(InputError, match="there is no contender to plot"):
        delta_spec(report_of(Shape(n_variants=1)).frozen)
