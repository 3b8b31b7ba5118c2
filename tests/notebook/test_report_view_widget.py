"""`ReportView` in Python: traits that are the report's choices, views in step, what is saved."""

import ipywidgets
import numpy as np
import pytest
import traitlets
from comm import DummyComm

from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.analysis.table import Plan
from garden_nb.core.records import Failure, Record, Score
from garden_nb.errors import InputError
from garden_nb.flows.report import Report
from garden_nb.flows.viewing import use_viewer, view_report
from garden_nb.notebook.report_view import ReportView
from garden_nb.notebook.wire import connect
from garden_nb.present.payload import unpack

VARIANTS = ("fuzzy", "bm25", "tfidf")
GATES = {"ok": {"min": 0.5}, "bm25:ok": {"min_delta": -0.1}}


def _record(variant, i, draw) -> Record:
    if i == 0:
        return Record(f"c{i}", variant, 0, failure=Failure("timeout", "late"))
    rates = {"ok": 0.6, "kind": 0.7}
    scores = {name: Score(float(draw.random() < rate), "", True) for name, rate in rates.items()}
    return Record(f"c{i}", variant, 0, scores=scores)


@pytest.fixture
def report():
    draw = np.random.default_rng(0)
    records = [_record(variant, i, draw) for variant in VARIANTS for i in range(30)]
    ids = tuple(f"c{i}" for i in range(30))
    categories = tuple("ab"[i % 2] for i in range(30))
    plan = Plan(ids, VARIANTS, "fuzzy", scores=("ok", "kind"), categories=categories)
    return Report(Evidence(records, plan), AnalysisSpec("fuzzy", "fuzzy"))


@pytest.fixture
def view(report):
    return ReportView(report)


def _chosen(view):
    return {name: getattr(view, name) for name in CHOICES}


CHOICES = {
    "baseline": "bm25",
    "adjust": None,
    "on_error": "drop",
    "confidence": 0.9,
    "margin": 0.05,
    "gates": GATES,
    "metrics": ["kind"],
}


@pytest.mark.parametrize(("name", "value"), CHOICES.items())
def test_a_trait_that_is_set_is_chosen_in_the_report_and_in_its_other_views(report, name, value):
    view, other = ReportView(report), ReportView(report)
    heard = []
    for each in (view, other):
        each.observe(lambda change: heard.append((change["owner"], change["new"])), names=name)
    before = getattr(view, name)
    setattr(view, name, value)
    setattr(view, name, value)
    assert heard == [(view, value), (other, value)]
    assert view.state == other.state
    assert view.payload == other.payload
    assert unpack(view.payload["packed"])["basis"].items() <= view.state.items()
    setattr(other, name, before)
    assert getattr(view, name) == before
    assert len(heard) == 4


def test_a_choice_of_the_report_is_a_choice_of_its_views(report, view):
    report.choose(**CHOICES)
    assert _chosen(view) == CHOICES
    assert view.state["baseline"] == "bm25"
    assert view.state["gates"] == [["ok", "min", 0.5], ["bm25:ok", "min_delta", -0.1]]


def test_gates_with_options_are_written_as_they_are_read(view):
    gates = {"ok": [{"min": 0.5}, {"min": 0.6, "severity": "warn"}], "kind": {"max": 0.9}}
    view.gates = gates
    assert view.gates == gates
    view.gates = {"ok": {"margin": 0.1, "min_cases": 20}}
    assert view.gates == {"ok": {"margin": 0.1, "min_cases": 20}}


def test_a_number_is_a_floor_and_none_is_no_gate(report, view):
    view.gates = {"ok": 0.4}
    assert view.gates == {"ok": {"min": 0.4}}
    view.gates = None
    assert view.gates == {}
    assert report.gates == ()


@pytest.mark.parametrize(
    ("name", "value", "accepted"),
    [
        ("baseline", "gone", '"fuzzy", "bm25", "tfidf"'),
        ("baseline", None, '"fuzzy", "bm25", "tfidf"'),
        ("adjust", "magic", "'holm'"),
        ("on_error", None, "'fail', 'drop'"),
        ("confidence", "high", "[0.5, 1)"),
        ("confidence", None, "[0.5, 1)"),
        ("margin", -1, "above 0"),
        ("gates", 3, "a mapping"),
        ("gates", {"gone": 0.5}, '"ok"'),
        ("metrics", ["gone"], '"ok", "kind"'),
        ("slice", "c", '"a", "b"'),
    ],
)
def test_a_wrong_value_says_what_is_accepted_and_changes_nothing(view, name, value, accepted):
    before = _chosen(view), view.slice, view.state
    with pytest.raises(InputError) as error:
        setattr(view, name, value)
    assert accepted in str(error.value)
    assert (_chosen(view), view.slice, view.state) == before


def _set_together(view, **traits):
    with view.hold_trait_notifications():
        for name, value in traits.items():
            setattr(view, name, value)


def test_several_choices_are_held_together_and_taken_back_together(view):
    before = _chosen(view)
    with pytest.raises(InputError):
        _set_together(view, baseline="bm25", margin=-1)
    assert _chosen(view) == before
    assert view._report.baseline == "fuzzy"
    _set_together(view, baseline="tfidf", margin=0.1)
    assert (view.baseline, view.margin) == ("tfidf", 0.1)
    assert (view.state["baseline"], view.state["margin"]) == ("tfidf", 0.1)


def test_views_look_at_the_same_slice(report, view):
    other = ReportView(report)
    view.slice = "a"
    assert (other.slice, other.state["slice"]) == ("a", "a")
    report.baseline = "bm25"
    assert (view.slice, view.state["slice"]) == ("a", "a")
    other.slice = None
    assert view.slice == ""


def test_what_is_chosen_in_the_page_is_chosen_and_what_there_is_not_is_taken_back(report, view):
    view.state = {**view.state, "baseline": "bm25", "slice": "b", "metrics": ["ok"]}
    assert (report.baseline, view.baseline) == ("bm25", "bm25")
    assert (view.slice, view.metrics) == ("b", ["ok"])
    before = view.state
    view.state = {**before, "baseline": "gone"}
    assert view.state == before
    assert view.baseline == report.baseline == "bm25"


def test_traits_are_linked_with_other_widgets(view):
    control = ipywidgets.Dropdown(options=VARIANTS, value="fuzzy")
    link = traitlets.link((view, "baseline"), (control, "value"))
    control.value = "tfidf"
    assert view.baseline == "tfidf"
    view.baseline = "bm25"
    assert control.value == "bm25"
    link.unlink()


def test_a_view_that_is_closed_hears_nothing(report):
    view = ReportView(report)
    view.close()
    view.close()
    report.baseline = "bm25"
    assert view.state["baseline"] == "fuzzy"


def test_what_is_saved_is_html_and_text_of_the_choice_and_no_widget(view):
    view.baseline = "bm25"
    bundle, metadata = view._repr_mimebundle_()
    assert set(bundle) == {"text/html", "text/plain"}
    assert metadata == {}
    assert "widget-view" not in bundle["text/html"]
    assert bundle["text/plain"].startswith(view._report.decision.headline)
    assert repr(view) == f"<ReportView of {view._report!r}>"


def test_where_there_is_no_page_nothing_is_told(report):
    view = ReportView(report, live=False)
    assert isinstance(view.comm, DummyComm)
    assert isinstance(connect(report).comm, DummyComm)
    view.baseline = "bm25"
    assert report.baseline == "bm25"
    assert '"wire":false' in view._repr_mimebundle_()[0]["text/html"]


def test_without_a_notebook_there_is_a_hint(report):
    use_viewer(None)
    with pytest.raises(InputError, match="a widget needs a notebook"):
        view_report(report)
    use_viewer(ReportView)
    try:
        assert isinstance(view_report(report), ReportView)
    finally:
        use_viewer(None)
