"""Means: the numbers of the tables, the baseline among them, bounds of gates where they hold."""

import pytest
from sketch import FLASH, LITE

from garden_nb.errors import InputError
from garden_nb.present.charts import estimates_spec
from random_runs import Shape, report_of


def test_every_variant_has_a_row_with_its_mean_and_its_word(report):
    panels = estimates_spec(report)["vconcat"]
    assert [panel["title"]["text"] for panel in panels] == ["accuracy", "latency_ms", "cost_usd"]
    first, second, _ = panels[0]["data"]["values"]
    assert (first["name"], first["status"], first["value"]) == (FLASH, "baseline", "78.5 %")
    assert (second["name"], second["status"], second["value"]) == (LITE, "worse", "72.0 %")
    assert first["mean"] == 78.5
    assert first["low"] < first["mean"] < first["high"]
    assert panels[1]["data"]["values"][0]["value"] == "0.81 s"


def test_floors_and_ceilings_are_dashed_lines(report):
    accuracy, latency, _ = estimates_spec(report)["vconcat"]
    (line,) = [layer for layer in accuracy["layer"] if "strokeDash" in layer["mark"]]
    assert {row["gate"] for row in line["data"]["values"]} == {70.0}
    assert len(line["data"]["values"]) == 3
    assert accuracy["title"]["subtitle"] == "dashed: gate ≥ 70.0 % (pass)"
    assert "subtitle" not in latency["title"]  # its gate is on the difference


def test_a_variant_without_a_value_keeps_its_row():
    report = report_of(Shape(n_cases=5, fails=1.0, n_metrics=1), on_error="fail", adjust="holm")
    (ok,) = estimates_spec(report.frozen)["vconcat"]
    assert [row["value"] for row in ok["data"]["values"]] == ["0.0 %"] * 3


def test_no_value_at_all_is_an_error_that_says_what_to_do():
    report = report_of(Shape(n_cases=5, fails=1.0, n_metrics=1), on_error="drop")
    with pytest.raises(InputError, match=r"no variant has a value of any metric\. Run"):
        estimates_spec(report.frozen)
