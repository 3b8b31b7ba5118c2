"""JSON and rows: everything, unrounded, and valid for every reader."""

import json
from dataclasses import fields, replace

from sketch import LITE, WORSE, rename

from garden_nb.analysis.comparison import Comparison
from garden_nb.present.document import to_json, to_rows


def test_the_document_holds_every_row_unrounded(report):
    document = json.loads(to_json(report))
    assert document["schema"] == 1
    assert document["name"] == "qa"
    assert len(document["comparisons"]) == 6
    assert len(document["estimates"]) == 9
    row = document["comparisons"][0]
    assert row["status"] == "regression"
    assert row["ci_adj_low"] == WORSE.ci_adj_low
    assert row["notes"] == list(WORSE.notes)
    assert document["decision"]["headline"] == "Keep gemini-2.5-flash."
    assert document["gates"][1]["verdict"] == "fail"
    assert document["best_sets"] == {"accuracy": ["gemini-2.5-flash", "gpt-4o-mini"]}


def test_what_is_not_a_number_is_null(report):
    odd = replace(WORSE, delta=float("nan"), ci_low=float("-inf"), ci_high=float("inf"))
    text = to_json(replace(report, comparisons=(odd,)))
    row = json.loads(text, parse_constant=refuse)["comparisons"][0]
    assert (row["delta"], row["ci_low"], row["ci_high"]) == (None, None, None)
    assert to_rows(replace(report, comparisons=(odd,)))[0]["delta"] is None


def test_text_is_kept_exactly(report):
    name = "\ud800\x00\u202e</script>|"
    document = json.loads(to_json(rename(report, {LITE: name})))
    assert document["variants"][1] == name
    to_json(rename(report, {LITE: name})).encode("utf-8")


def test_rows_are_flat_and_say_everything_of_a_comparison(report):
    rows = to_rows(report)
    assert {field.name for field in fields(Comparison)} <= set(rows[0])
    assert [row["metric"] for row in rows[::2]] == ["accuracy", "latency_ms", "cost_usd"]
    assert rows[0]["status"] == "regression"
    assert rows[2]["direction"] == "lower_is_better"
    assert rows[2]["unit"] == "ms"
    assert rows[0]["notes"] == "The two differ on 21 of 200 cases."
    flat = (str, int, float, bool, type(None))
    assert all(isinstance(value, flat) for row in rows for value in row.values())


def refuse(constant):
    raise AssertionError(constant)
