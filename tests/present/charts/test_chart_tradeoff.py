"""Quality against cost: every variant that has both, the front, and what is missing said."""

from dataclasses import replace

import pytest
from sketch import FLASH, LITE, MINI

from garden_nb.errors import InputError
from garden_nb.present.charts import tradeoff_spec
from random_runs import Shape, report_of


def test_each_variant_stands_at_its_means_with_both_intervals(report):
    spec = tradeoff_spec(report)
    rows = {row["words"].partition(":")[0]: row for row in spec["data"]["values"]}
    assert list(rows) == [FLASH, LITE, MINI]
    assert (rows[FLASH]["x"], rows[FLASH]["y"]) == (0.00041, 78.5)
    assert rows[FLASH]["x_low"] < 0.00041 < rows[FLASH]["x_high"]
    assert rows[LITE]["name"] == f"{LITE} · worse"
    assert [row["front"] for row in rows.values()] == [True, True, True]
    assert spec["title"]["text"] == "accuracy against cost_usd"
    assert spec["description"].endswith(f"On the front: {FLASH}, {LITE}, {MINI}.")


def test_another_guardrail_can_stand_against_quality(report):
    spec = tradeoff_spec(report, against="latency_ms")
    rows = {row["words"].partition(":")[0]: row for row in spec["data"]["values"]}
    assert [name for name, row in rows.items() if row["front"]] == [FLASH, LITE]
    layer = spec["layer"][-1]
    title = next(
        item["encoding"]["x"]["title"]
        for item in spec["layer"]
        if "title" in item["encoding"].get("x", {})
    )
    assert title == "← better · latency_ms: mean per case, s"
    assert layer["mark"]["type"] == "text"


def test_costs_of_different_orders_take_a_log_axis(report):
    rows = [
        replace(row, value=row.value * 50, ci_low=row.ci_low * 50, ci_high=row.ci_high * 50)
        if (row.variant, row.metric.name) == (FLASH, "cost_usd")
        else row
        for row in report.estimates
    ]
    spec = tradeoff_spec(replace(report, estimates=tuple(rows)))
    x = next(item["encoding"]["x"] for item in spec["layer"] if item["mark"]["type"] == "point")
    assert x["scale"]["type"] == "log"
    assert x["title"].endswith("USD, log scale")


def test_a_variant_without_a_cost_is_left_out(report):
    rows = [
        replace(row, value=None, ci_low=None, ci_high=None)
        if (row.variant, row.metric.name) == (LITE, "cost_usd")
        else row
        for row in report.estimates
    ]
    spec = tradeoff_spec(replace(report, estimates=tuple(rows)))
    assert len(spec["data"]["values"]) == 2
    assert spec["title"]["subtitle"][-1] == f"Without a value of both: {LITE}."


def test_bounds_for_every_variant_are_dashed_lines():
    report = report_of(Shape(n_cases=40))
    report.gates = {"ok": 0.5, "cost_usd": {"max": 1e-3}, "fuzzy:ok": 0.6}
    spec = tradeoff_spec(report.frozen)
    dashed = [layer for layer in spec["layer"] if layer["mark"].get("strokeDash") == [4, 3]]
    assert [set(layer["encoding"]) for layer in dashed][-1] == {"y"}
    assert any("gate ≥ 50.0 %" in line for line in spec["title"]["subtitle"])


def test_what_is_absent_is_said(report):
    success = [metric for metric in report.metrics if metric.name == "accuracy"]
    free = replace(report, metrics=tuple(success))
    with pytest.raises(InputError, match=r"no cost, latency or other guardrail is known\. Let"):
        tradeoff_spec(free)
    with pytest.raises(InputError, match='Did you mean "latency_ms"'):
        tradeoff_spec(report, against="latency")
