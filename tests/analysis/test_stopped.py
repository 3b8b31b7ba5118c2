"""Variants that had to be stopped are no part of the comparison, and are never silent about it."""

import pytest

from garden_nb.analysis.decision import Action
from garden_nb.analysis.evidence import Evidence, build_report
from garden_nb.analysis.gates import parse_gates
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.analysis.table import Plan
from garden_nb.core.metrics import default_metric
from garden_nb.core.records import Failure, Output, Record, Score
from garden_nb.present.context import context_facts

CASES = tuple(f"c{i}" for i in range(30))
REASON = "openai/gpt: the key was refused."


def record(case, variant, ok, reason=""):
    score = Score(None, reason) if ok is None else Score(float(ok), "", binary=True)
    return Record(case, variant, 0, Output("x"), scores={"ok": score})


RECORDS = [
    *(record(case, "a", i % 2) for i, case in enumerate(CASES)),
    *(record(case, "b", 1) for case in CASES),
    *(record(case, "c", 0) for case in CASES[:9]),
    Record(CASES[9], "c", 0, failure=Failure("authentication", REASON)),
]
PLAN = Plan(CASES, ("a", "b", "c"), "a", scores=("ok",))


def test_without_its_reason_the_report_is_interim():
    assert build_report(RECORDS, PLAN).interim


def test_the_report_is_the_one_of_the_others_alone():
    report = build_report(RECORDS, PLAN.without({"c": REASON}))
    others = [record for record in RECORDS if record.variant != "c"]
    alone = build_report(others, Plan(CASES, ("a", "b"), "a", scores=("ok",)))
    assert not report.interim
    assert report.stopped == {"c": REASON}
    assert (report.variants, report.family_size) == (("a", "b"), 1)
    assert report.comparisons == alone.comparisons
    assert report.estimates == alone.estimates
    assert report.decision == alone.decision
    facts = context_facts(report)
    assert facts[0] == "final"
    assert f"c left out ({REASON.rstrip('.')})" in facts


def test_others_that_are_not_done_keep_it_interim():
    assert build_report(RECORDS[1:], PLAN.without({"c": REASON})).interim


def test_a_stopped_baseline_gives_way_and_is_named():
    plan = Plan(CASES, ("c", "a", "b"), "c").without({"c": REASON})
    report = build_report(RECORDS, plan)
    assert (report.spec.baseline, report.spec.planned_baseline) == ("a", "c")
    assert "baseline changed after the run (planned: c)" in context_facts(report)


def test_gates_about_it_fail():
    plan = PLAN.without({"c": REASON})
    gates = parse_gates({"ok": 0.1, "c:ok": 0.1, "b:ok": 0.1}, plan.labels, [default_metric("ok")])
    report = Evidence(RECORDS, plan).report(AnalysisSpec("a", "a", gates=gates))
    assert [result.verdict.value for result in report.gates] == ["fail", "fail", "pass"]
    assert [result.reason for result in report.gates[:2]] == ["no data for c"] * 2


@pytest.mark.parametrize("labels", [("c",), ("a", "b", "c")])
def test_nobody_left_is_no_result(labels):
    plan = Plan(CASES, labels, labels[0], scores=("ok",)).without(dict.fromkeys(labels, REASON))
    report = build_report(RECORDS, plan)
    who = "c" if len(labels) == 1 else "every variant"
    assert report.decision.headline == f"No result: {who} had to be stopped."
    assert (report.decision.action, report.interim) == (Action.NOTHING, False)
    assert {estimate.value for estimate in report.estimates} == {None}
    assert f"{', '.join(labels)} left out ({REASON.rstrip('.')})" in context_facts(report)


def test_outputs_without_a_score_are_counted_with_the_most_frequent_reason():
    records = [
        *(record(case, "a", 1) for case in CASES[:20]),
        *(record(case, "a", None, "timeout: no score within 3 s.") for case in CASES[20:26]),
        *(record(case, "a", None, "broken") for case in CASES[26:]),
        *(record(case, "b", 1) for case in CASES),
    ]
    plan = Plan(CASES, ("a", "b"), "a", scores=("ok",))
    report = build_report(records, plan)
    assert report.unscored == {"ok": (10, "timeout: no score within 3 s.")}
    assert "10 outputs without ok (timeout)" in context_facts(report)
    assert build_report(records[:20] + records[30:], plan).unscored == {}


def test_a_garden_without_any_score_still_has_a_report():
    records = [Record(case, "a", 0, Output("x"), latency_ms=5.0) for case in CASES]
    report = build_report(records, Plan(CASES, ("a",), "a"), AnalysisSpec("a", "a", adjust="maxt"))
    assert [metric.name for metric in report.metrics] == ["latency_ms"]
    assert report.decision.action is Action.NOTHING
