"""`CaseExplorer` in Python: traits that lead to views, a report that is followed, texts that go."""

import json
import threading

import pytest
import traitlets

from garden_nb import Garden, InputError, exact_match
from garden_nb.notebook.explorer import CaseExplorer

N = 50


def right(question):
    return str(int(question) % 2)


def zero(question):
    return "0"


def broken(question):
    if question == "7":
        raise ValueError("broke")
    return zero(question)


@pytest.fixture
def report(tmp_path):
    cases = [
        {"id": f"q{n:02d}", "question": str(n), "answer": str(n % 2), "category": "ab"[n % 2]}
        for n in range(N)
    ]
    agents = {"right": right, "zero": zero, "broken": broken}
    options = {"scorers": [exact_match], "store": tmp_path / "garden.db", "retries": 0}
    return Garden(cases, agents, **options).run()


@pytest.fixture
def explorer(report):
    explorer = CaseExplorer.of(report)
    explorer.wait(20)
    yield explorer
    explorer.close()


def _ids(explorer):
    return [row["id"] for row in explorer.view["rows"]]


def test_it_starts_with_what_changed(explorer):
    assert (explorer.baseline, explorer.contender) == ("right", "zero")
    assert (explorer.metric, explorer.kind, explorer.page) == ("exact_match", "all", 1)
    assert _ids(explorer)[:3] == ["q01", "q03", "q05"]
    assert explorer.selected == "q01"
    assert (
        explorer.view["title"]
        == "zero against right on exact_match: 25 lost, 0 gained, of 50 cases"
    )
    kinds = dict(next(c["options"] for c in explorer.view["controls"] if c["key"] == "kind"))
    assert kinds["same"] == "same score, same output (25)"


def test_traits_lead_to_views(explorer):
    explorer.kind = "regression"
    assert explorer.view["range"] == "1–20 of 25 cases"
    explorer.page = 2
    assert (_ids(explorer)[0], explorer.selected) == ("q41", "q41")
    explorer.slice = "a"
    assert (explorer.page, explorer.view["range"]) == (1, "no case")
    assert explorer.selected == ""
    explorer.slice, explorer.kind = "", "all"
    explorer.query = "44"
    explorer.wait(20)
    assert _ids(explorer) == ["q44"]
    explorer.query = ""
    explorer.contender = "broken"
    explorer.failure = "ValueError"
    assert _ids(explorer) == ["q07"]
    assert explorer.view["card"]["answers"][1]["failure"] == "ValueError: broke"
    explorer.page_size = 100
    explorer.failure = ""
    assert len(_ids(explorer)) == N


def test_a_case_that_is_selected_is_gone_to(explorer):
    explorer.selected = "q46"
    assert (explorer.page, explorer.view["card"]["id"]) == (3, "q46")
    explorer.page = 1
    assert explorer.selected == "q01"


def test_choices_can_be_made_at_the_start(report):
    explorer = CaseExplorer.of(report, kind="changed", contender="broken", page=2, page_size=10)
    assert (explorer.contender, explorer.page) == ("broken", 2)
    assert explorer.view["range"] == "11–20 of 25 cases"
    with pytest.raises(InputError) as caught:
        CaseExplorer.of(report, kind="lost", slice="c", wrong=1)
    assert len(caught.value.problems) == 3


@pytest.mark.parametrize(
    ("trait", "value"),
    [
        ("baseline", "left"),
        ("contender", ""),
        ("metric", "latency_ms"),
        ("kind", "lost"),
        ("slice", "c"),
        ("failure", "KeyError"),
        ("selected", "q99"),
        ("page", 0),
        ("page_size", 101),
    ],
)
def test_a_wrong_choice_changes_nothing(explorer, trait, value):
    before, view = getattr(explorer, trait), explorer.view
    with pytest.raises(traitlets.TraitError):
        setattr(explorer, trait, value)
    assert getattr(explorer, trait) == before
    with pytest.raises(traitlets.TraitError):
        explorer.set_state({trait: value})
    assert getattr(explorer, trait) == before
    assert explorer.view == view


def test_a_mistake_says_what_there_is(explorer):
    with pytest.raises(InputError, match='Did you mean "zero"'):
        explorer.contender = "zer"


def test_two_variants_are_always_two(explorer):
    explorer.baseline = "zero"
    assert explorer.contender == "right"
    explorer.contender = "zero"
    assert explorer.baseline == "right"


def test_the_report_is_followed_until_it_is_closed(report):
    explorer = CaseExplorer.of(report)
    report.baseline = "zero"
    assert (explorer.baseline, explorer.contender) == ("zero", "right")
    assert "25 gained" in explorer.view["title"]
    explorer.contender = "broken"
    report.on_error = "drop"
    assert "1 no score" in explorer.view["title"]
    explorer.baseline = "right"
    report.on_error = "fail"
    assert explorer.baseline == "right"
    explorer.close()
    report.baseline = "broken"
    assert explorer.baseline == "right"


def test_changes_are_heard_once(explorer):
    heard = []
    explorer.observe(lambda change: heard.append((change["name"], change["new"])), "selected")
    explorer.page = 2
    assert heard[-1] == ("selected", "q41")
    views = []
    explorer.observe(lambda change: views.append(change["new"]), "view")
    explorer.set_state({"kind": "regression"})
    assert len(views) == 1


def test_what_is_chosen_in_threads_is_what_is_shown(explorer):
    def choose(kinds):
        for kind in kinds * 5:
            explorer.kind = kind

    threads = [threading.Thread(target=choose, args=(k,)) for k in (["fix", "same"], ["changed"])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    explorer.kind = "regression"
    explorer.wait(20)
    assert explorer.view["range"] == "1–20 of 25 cases"
    shown = {control["key"]: control["value"] for control in explorer.view["controls"]}
    assert shown["kind"] == "regression"


@pytest.fixture
def sent(explorer, monkeypatch):
    messages = []
    monkeypatch.setattr(explorer, "send", lambda content, **_: messages.append(content))
    return messages


def test_a_whole_text_is_sent_on_demand(explorer, sent):
    asked = {"id": "q03", "part": "baseline", "repeat": 0}
    explorer._handle_custom_msg({"whole": asked}, [])
    assert sent == [{"whole": {**asked, "text": "1"}}]


@pytest.mark.parametrize(
    "content",
    [
        None,
        {},
        {"whole": "q03"},
        {"whole": {"id": "q99", "part": "baseline", "repeat": 0}},
        {"whole": {"id": "q03", "part": "__class__", "repeat": 0}},
        {"whole": {"id": "q03", "part": "baseline", "repeat": "0"}},
        {"whole": {"id": ["q03"], "part": "baseline", "repeat": 0}},
    ],
)
def test_other_messages_are_not_answered(explorer, sent, content):
    explorer._handle_custom_msg(content, [])
    assert sent == []


def test_without_its_journal_scores_are_left_and_it_says_so(report, tmp_path):
    for path in tmp_path.glob("garden.db*"):
        path.unlink()
    explorer = CaseExplorer.of(report, query="4")
    explorer.wait(20)
    assert "There is no journal at" in explorer.view["error"]
    assert "q04" in _ids(explorer)
    assert explorer.view["card"]["answers"][0]["text"]["spans"] == []
    explorer.query = ""
    explorer.kind = "regression"
    assert explorer.view["range"] == "1–20 of 25 cases"


def test_it_shows_itself_as_a_list_that_it_takes_the_place_of(explorer):
    explorer.kind = "regression"
    data, metadata = explorer._repr_mimebundle_()
    assert set(data) == {"text/html", "text/plain"}
    assert metadata == {}
    assert f"gnb-cases-{explorer.tag}" in data["text/html"]
    assert "10 of 25 cases" in data["text/plain"]
    assert len(data["text/html"]) < 30_000


def test_what_is_sent_is_small_json(explorer):
    assert len(json.dumps(explorer.view)) < 15_000
