"""The JSON document: everything, unrounded, by its schema, and valid for every reader."""

import json
from dataclasses import fields, replace

import jsonschema
import pytest
from hypothesis import given, settings
from sketch import LITE, WORSE, rename

from garden_nb.analysis.comparison import Comparison, Estimate
from garden_nb.analysis.decision import Decision
from garden_nb.analysis.gates import Gate, GateResult
from garden_nb.analysis.report import AnalysisSpec, Report, VariantCounts
from garden_nb.analysis.table import Plan
from garden_nb.core.metrics import Metric
from garden_nb.present.document import document_schema, to_json
from garden_nb.present.payload import fold
from random_runs import Shape, report_of, reports


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


def test_text_is_kept_exactly(report):
    name = "\ud800\x00\u202e</script>|"
    document = json.loads(to_json(rename(report, {LITE: name})))
    assert document["variants"][1] == name
    to_json(rename(report, {LITE: name})).encode("utf-8")


def test_the_schema_describes_every_field_and_no_other():
    schema = document_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    described = {
        "evidence",
        "failures",
        "schema",
        "view",
        *(field.name for field in fields(Report)),
    }
    described.remove("gauged")  # it follows from the rest
    assert set(schema["properties"]) == described
    definitions = {
        "comparison": Comparison,
        "counts": VariantCounts,
        "decision": Decision,
        "estimate": Estimate,
        "gate": Gate,
        "gate_result": GateResult,
        "metric": Metric,
        "plan": Plan,
        "spec": AnalysisSpec,
    }
    for name, noun in definitions.items():
        assert set(schema["$defs"][name]["properties"]) == {field.name for field in fields(noun)}
    every = [schema, *schema["$defs"].values()]
    assert all(part.get("description") for found in every for part in found["properties"].values())


@settings(max_examples=50, deadline=None)
@given(reports())
def test_every_document_follows_the_schema(report):
    document = json.loads(report.to_json(view=False), parse_constant=refuse)
    jsonschema.validate(document, document_schema(), jsonschema.Draft202012Validator)


def test_what_front_ends_show_is_in_the_document_and_follows_the_schema(tmp_path):
    report = report_of(Shape(n_cases=20, n_variants=2, fails=0.2))
    report.to_json(tmp_path / "qa.garden.json", texts=False)
    document = json.loads((tmp_path / "qa.garden.json").read_text())
    jsonschema.validate(document, document_schema(), jsonschema.Draft202012Validator)
    assert document["view"] == fold(report.payload(texts=False))
    assert document["failures"] == {
        count.variant: {"timeout": count.failed} for count in report.frozen.counts if count.failed
    }
    document["view"]["packed"] = 7
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, document_schema(), jsonschema.Draft202012Validator)


def test_documents_that_do_not_follow_the_schema_are_refused(report):
    document = json.loads(to_json(report))
    for path, value in ((("schema",), 2), (("variants",), [1]), (("decision", "action"), "run")):
        wrong = json.loads(to_json(report))
        parent = wrong
        for key in path[:-1]:
            parent = parent[key]
        parent[path[-1]] = value
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, document_schema(), jsonschema.Draft202012Validator)
    jsonschema.validate(document, document_schema(), jsonschema.Draft202012Validator)


def refuse(constant):
    raise AssertionError(constant)
