"""Reports opened from their JSON: live, and equal in every choice."""

import json
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings

from garden_nb import Report
from garden_nb.core.metrics import Kind, Metric
from garden_nb.errors import InputError
from random_runs import Shape, report_of, reports

ADJUSTMENTS = ("holm", "fdr_bh", "maxt", None)


@settings(max_examples=20, deadline=None)
@given(reports())
def test_an_opened_report_equals_the_one_that_was_saved_under_every_choice(report):
    opened = Report.open(report.to_json(view=False))
    assert opened.frozen == report.frozen
    choices = product(report.variants, ADJUSTMENTS, ("fail", "drop"))
    for baseline, adjust, on_error in choices:
        for each in (report, opened):
            each.choose(baseline=baseline, adjust=adjust, on_error=on_error)
        assert opened.frozen == report.frozen
    assert opened.slices == report.slices
    assert opened.failures == report.failures
    assert opened.to_json(view=False) == report.to_json(view=False)
    assert opened.to_frame("cases").equals(report.to_frame("cases"))


def test_an_opened_report_is_live():
    report = report_of(Shape(n_cases=40, fails=0.1, categories=2))
    opened = Report.open(report.to_json())
    for each in (report, opened):
        each.choose(gates={"ok": {"min": 0.4}}, margin=0.1, confidence=0.9, method="bootstrap")
    assert opened.gates == report.gates
    assert opened.frozen == report.frozen
    opened.choose(method="auto")
    assert opened.charts.slices.to_dict()["title"]["text"] == "ok by category"


def test_choices_are_those_of_the_saved_report():
    report = report_of(Shape(n_cases=20), adjust="fdr_bh", margin=0.05, baseline="llama3:8b")
    report.gates = {"ok": {"min": 0.1, "max_delta": 0.5}}
    opened = Report.open(report.to_json(view=False))
    assert opened._spec == report._spec
    assert (opened.adjust, opened.margin, opened.baseline) == ("fdr_bh", 0.05, "llama3:8b")


def test_scores_that_people_gave_and_reasons_are_kept():
    report = report_of(Shape(n_cases=40, n_metrics=3))
    table = report._evidence.table
    judge = Metric("similarity", Kind.BOUNDED, low=0.0, high=1.0, human="people")
    scores = {**table.scores, "people": table.scores["similarity"] ** 2}
    metrics = tuple(judge if m.name == "similarity" else m for m in table.metrics)
    report._evidence.table = replace(table, metrics=metrics, scores=scores)
    opened = Report.open(report.to_json(view=False))
    assert opened.frozen == report.frozen
    assert opened.frozen.comparison("llama3:8b", "similarity").method == "ppi++"
    assert opened.frozen.unscored["similarity"].reason == "broke"


def test_a_report_is_opened_from_a_file(tmp_path):
    report = report_of(Shape(n_cases=10))
    path = tmp_path / "qa.garden.json"
    report.export(path)
    assert Report.open(path).frozen == report.frozen
    assert Report.open(str(path)).frozen == report.frozen
    assert Report.open(path).id != report.id


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "is no JSON"),
        ("{}", "'schema' is a required property"),
        ('{"schema": 2}', "was written in layout 2; this version reads 1. Upgrade"),
    ],
)
def test_what_is_no_report_is_refused(text, message):
    with pytest.raises(InputError, match=message):
        Report.open(text)


def test_files_that_are_not_there_or_no_text_are_refused(tmp_path):
    with pytest.raises(InputError, match=r"there is no file .*absent.json'. Looked in"):
        Report.open(tmp_path / "absent.json")
    (tmp_path / "picture.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="is no text"):
        Report.open(tmp_path / "picture.json")


def test_a_changed_file_is_told_where_it_is_wrong():
    document = json.loads(report_of(Shape(n_cases=10)).to_json(view=False))
    document["spec"]["adjust"] = "bonferroni"
    document["decision"]["action"] = "party"
    with pytest.raises(InputError) as caught:
        Report.open(json.dumps(document))
    assert {problem.where for problem in caught.value.problems} == {
        "$.spec.adjust",
        "$.decision.action",
    }


def test_parts_that_do_not_fit_each_other_are_refused():
    whole = report_of(Shape(n_cases=10)).to_json(view=False)
    for change in (
        lambda d: d["evidence"]["plan"].update(categories=["a"]),
        lambda d: d["spec"].update(baseline="nobody"),
        lambda d: d["evidence"]["plan"].update(baseline="nobody"),
    ):
        document = json.loads(whole)
        change(document)
        with pytest.raises(InputError, match="do not fit each other"):
            Report.open(json.dumps(document))
    document = json.loads(whole)
    document["evidence"] = None
    with pytest.raises(InputError, match="without its trials"):
        Report.open(json.dumps(document))


def test_what_later_versions_add_is_ignored():
    report = report_of(Shape(n_cases=10))
    document = json.loads(report.to_json(view=False))
    document["news"] = document["spec"]["news"] = document["evidence"]["plan"]["news"] = 1
    assert Report.open(json.dumps(document)).frozen == report.frozen
