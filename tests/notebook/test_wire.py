"""The wire in Python: the page's choices reach the report, the report's reach the page."""

import asyncio
import gc
import weakref

import numpy as np
import pytest

from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.analysis.table import Plan
from garden_nb.core.records import Failure, Record, Score
from garden_nb.flows.report import Report
from garden_nb.notebook.wire import Wire, connect
from garden_nb.present.payload import unpack

VARIANTS = ("fuzzy", "bm25", "tfidf")
BASIS = {"gates": [], "confidence": 0.95, "margin": None, "metrics": None, "slice": ""}
BM25 = {"baseline": "bm25", "adjust": "none", "on_error": "drop", **BASIS}


def _report(variants=VARIANTS, *, failed=True, metrics=("ok",)) -> Report:
    draw = np.random.default_rng(0)
    late = Failure("timeout", "late")
    records = [
        Record(f"c{i}", variant, 0, failure=late)
        if failed and i == 0
        else Record(f"c{i}", variant, 0, scores={name: passed(draw) for name in metrics})
        for variant in variants
        for i in range(30)
    ]
    plan = Plan(tuple(f"c{i}" for i in range(30)), variants, variants[0])
    return Report(Evidence(records, plan), AnalysisSpec(variants[0], variants[0]))


def passed(draw) -> Score:
    return Score(float(draw.random() < 0.6), "", binary=True)


@pytest.fixture
def report():
    return _report()


@pytest.fixture
def sent(report):
    """The wire's messages to the page, as (trait, value)."""
    messages = []
    wire = connect(report)
    wire.observe(lambda change: messages.append((change["name"], change["new"])), type="change")
    return messages


def test_there_is_one_wire_for_a_report(report):
    wire = connect(report)
    assert connect(report) is wire
    assert wire.tag == report.id
    assert wire.state == {"baseline": "fuzzy", "adjust": "holm", "on_error": "fail", **BASIS}
    assert wire.payload is None
    assert connect(_report()) is not wire


def test_a_choice_in_the_page_is_made_in_python(report):
    seen = []
    report.observe(lambda report: seen.append(report.baseline))
    connect(report).state = BM25
    assert (report.baseline, report.adjust, report.on_error) == ("bm25", None, "drop")
    assert seen == ["bm25"]


def test_a_choice_in_python_is_shown_in_the_page_once(report, sent):
    report.baseline = "bm25"
    report.baseline = "bm25"
    assert sent == [("state", {"baseline": "bm25", "adjust": "holm", "on_error": "fail", **BASIS})]


def test_a_choice_comes_back_to_nobody(report, sent):
    connect(report).state = BM25
    assert sent == [("state", BM25)]


@pytest.mark.parametrize(
    "state",
    [
        {},
        {**BM25, "baseline": "gone"},
        {**BM25, "adjust": "magic"},
        {**BM25, "on_error": None},
        {**BM25, "baseline": ["bm25"]},
        {**BM25, "baseline": {"a": 1}},
        {**BM25, "gates": None},
        {**BM25, "gates": [["ok", "min"]]},
        {**BM25, "gates": [[["ok"], "min", 0.5]]},
        {**BM25, "gates": [["ok", "least", 0.5]]},
        {**BM25, "gates": [["gone", "min", 0.5]]},
        {**BM25, "gates": [["ok", "min", None]]},
        {**BM25, "confidence": "high"},
        {**BM25, "confidence": 1},
        {**BM25, "margin": -1},
        {**BM25, "metrics": ["gone"]},
        {**BM25, "metrics": []},
        {**BM25, "metrics": [["ok"]]},
        {**BM25, "metrics": "ok"},
    ],
)
def test_what_there_is_not_is_taken_back(report, state):
    wire = connect(report)
    before = wire.state
    wire.state = state
    assert wire.state == before
    assert report.baseline == "fuzzy"


def test_numbers_that_the_page_lacks_are_sent_with_the_choice(report, sent):
    report.gates = {"ok": 0.5}
    (name, payload), (last, state), (then, _) = sent
    assert (name, last, then) == ("payload", "state", "payload")
    assert state["gates"] == payload["state"]["gates"] == [["ok", "min", 0.5]]
    assert payload["wire"] is True
    gates = unpack(payload["packed"])["views"]['["fuzzy","holm","fail"]']["gates"]
    assert len(gates) == 1
    report.baseline = "bm25"
    assert [name for name, _ in sent] == ["payload", "state", "payload", "state"]


def test_numbers_go_out_before_pictures_and_other_choices(report, sent):
    report.margin = 0.1
    first, rest = [value for name, value in sent if name == "payload"]
    quick, whole = (unpack(payload["packed"]) for payload in (first, rest))
    assert first["drawing"] is True
    assert "drawing" not in rest.keys() | quick.keys() | whole.keys()
    assert [*quick["views"]] == ['["fuzzy","holm","fail"]']
    assert quick["plots"] == {}
    assert quick["controls"] == whole["controls"]
    for part in ("views", "gauges", "slices"):
        assert quick[part].items() <= whole[part].items()
    same = quick.keys() - {"views", "gauges", "slices", "plots", "svgs"}
    assert {key: quick[key] for key in same} == {key: whole[key] for key in same}
    assert set(whole["plots"]) == set(whole["views"])


def test_choices_in_a_hurry_wait_for_no_picture(report, sent):
    async def hurry():
        for margin in (0.1, 0.2, 0.3):
            connect(report).state = {**connect(report).state, "margin": margin}
            await asyncio.sleep(0)
        drawn = [value for name, value in sent if name == "payload" and "drawing" not in value]
        assert drawn == []
        report.adjust = None  # the page lacks it as long as pictures are not sent
        assert sent[-1][1]["adjust"] == sent[-2][1]["state"]["adjust"] == "none"
        rest = asyncio.Event()
        connect(report).observe(lambda _: rest.set(), names="payload")
        await rest.wait()

    asyncio.run(hurry())
    payloads = [value for name, value in sent if name == "payload"]
    assert ["drawing" in each for each in payloads] == [True, True, True, True, False]
    assert unpack(payloads[-1]["packed"])["basis"]["margin"] == 0.3


def test_nothing_is_drawn_where_nobody_looks(report):
    wire = connect(report, live=False)
    report.margin = 0.1
    assert wire.state["margin"] == 0.1
    assert wire.payload is None


def test_gates_that_are_changed_in_the_page_are_those_of_python(report, sent):
    gates = [["ok", "min", 0.55], ["bm25:ok", "min_delta", -0.1]]
    connect(report).state = {**connect(report).state, "gates": gates}
    assert [(r.gate.key, r.gate.rule, r.gate.bound) for r in report.gates] == [
        ("ok", "min", 0.55),
        ("bm25:ok", "min_delta", -0.1),
    ]
    payload = next(value for name, value in sent if name == "payload")
    assert unpack(payload["packed"])["basis"]["gates"] == payload["state"]["gates"] == gates
    view = unpack(payload["packed"])["views"]['["fuzzy","holm","fail"]']
    assert view["headline"] == report.decision.headline
    assert [line["status"] for line in view["gates"]] == [r.verdict.word for r in report.gates]


def test_gates_on_hostile_names_come_back_as_they_were_given():
    hostile = "a\x1b[31m\u202eb"
    report = _report(("fuzzy", hostile))
    wire = connect(report)
    report.gates = {f"{hostile}:ok": {"min": 0.5}}
    (entry,) = wire.state["gates"]
    wire.state = {**wire.state, "gates": [[entry[0], "max", 0.25]]}
    ((result,),) = [report.gates]
    assert (result.gate.variant, result.gate.rule, result.gate.bound) == (hostile, "max", 0.25)


def test_a_page_that_says_nothing_of_gates_changes_none(report):
    report.gates = {"ok": 0.5}
    connect(report).state = {"baseline": "bm25", "adjust": "none", "on_error": "drop"}
    assert report.baseline == "bm25"
    assert len(report.gates) == 1


def test_a_policy_that_no_view_was_made_for_needs_new_numbers():
    report = _report(failed=False)
    wire = connect(report)
    report.on_error = "drop"
    assert '["fuzzy","holm","drop"]' in unpack(wire.payload["packed"])["views"]


def test_many_variants_have_numbers_for_one_baseline_at_a_time():
    report = _report(tuple(f"v{i}" for i in range(9)))
    wire = connect(report)
    wire.state = {"baseline": "v3", "adjust": "holm", "on_error": "fail", **BASIS}
    assert report.baseline == "v3"
    assert '["v3","holm","fail"]' in unpack(wire.payload["packed"])["views"]


def test_names_are_those_that_views_show():
    hostile = "a\x1b[31m\u202eb"
    report = _report(("fuzzy", hostile))
    wire = connect(report)
    report.baseline = hostile
    assert wire.state["baseline"] == "a␛[31m⟨U+202E⟩b"
    report.baseline = "fuzzy"
    wire.state = {"baseline": "a␛[31m⟨U+202E⟩b", "adjust": "holm", "on_error": "fail", **BASIS}
    assert report.baseline == hostile


def test_a_wire_keeps_no_report_alive():
    report = _report()
    wire = connect(report)
    gone = weakref.ref(report)
    del report
    gc.collect()
    assert gone() is None
    wire.state = BM25
    assert wire.comm is None


def test_push_is_one_message(monkeypatch):
    wire = Wire(tag="g0", state={"baseline": "fuzzy"})
    messages = []
    monkeypatch.setattr(wire, "_send", lambda message, **_: messages.append(message["state"]))
    wire.push({"baseline": "bm25"}, {"views": {}})
    wire.push({"baseline": "bm25"}, {"views": {}})
    assert messages == [{"state": {"baseline": "bm25"}, "payload": {"views": {}}}]


def test_views_stay_in_their_slice_when_python_chooses(report):
    wire = connect(report)
    wire.state = {**wire.state, "slice": "billing"}
    report.baseline = "bm25"
    assert (wire.state["baseline"], wire.state["slice"]) == ("bm25", "billing")


def test_confidence_and_margin_from_the_page_give_new_numbers(report, sent):
    wire = connect(report)
    wire.state = {**wire.state, "confidence": 0.9, "margin": 0.1}
    assert (report.confidence, report.margin) == (0.9, 0.1)
    payload = next(value for name, value in sent if name == "payload")
    assert (payload["state"]["confidence"], payload["state"]["margin"]) == (0.9, 0.1)
    basis = {"gates": [], "confidence": 0.9, "margin": 0.1, "metrics": None}
    assert unpack(payload["packed"])["basis"] == basis


def test_metrics_from_the_page_are_those_that_are_compared():
    hostile = "a\x1b[31m\u202eb"
    report = _report(metrics=("ok", hostile))
    wire = connect(report)
    wire.state = {**wire.state, "metrics": ["a␛[31m⟨U+202E⟩b"]}
    assert report.metrics == (hostile,)
    wire.state = {**wire.state, "metrics": ["ok"]}
    assert report.metrics == ("ok",)
    assert unpack(wire.payload["packed"])["metrics"] == ["a␛[31m⟨U+202E⟩b", "ok"]
    wire.state = {**wire.state, "metrics": None}
    assert report.metrics is None
