"""The cases behind a report, from a real run's journal and from results measured elsewhere."""

import json
import re

import pandas as pd
import pytest

from garden_nb import Garden, InputError, exact_match
from garden_nb.analysis.flips import FlipKind
from garden_nb.analysis.matrix import Policy
from garden_nb.flows.cases.case_browser import CaseBrowser
from garden_nb.flows.cases.case_place import CasePlace
from garden_nb.flows.cases.changed_sections import changed_sections
from garden_nb.flows.cases.chosen_cases import ChosenCases
from garden_nb.flows.explore import explore, use_explorer
from garden_nb.present.flips import counted_under

N = 30
HOSTILE = "</script><img src=x onerror=alert(1)>\u202e\x00\x1b[31m\ud800"
CASES = [
    {
        "id": f"q{n:02d}",
        "question": f"Is {n} even or odd?",
        "answer": "odd" if n % 2 else "even",
        "category": "small" if n < 10 else "large",
    }
    for n in range(N)
]


def right(question):
    return "odd" if int(question.split()[1]) % 2 else "even"


def flaky(question):
    """Right, but wrong of every fifth number, slow of the seventh, broken at 9 and wordy at 4."""
    n = int(question.split()[1])
    if n == 9:
        raise ValueError("nine is too much")
    if n == 4:
        return "even"
    return "odd" if n % 5 == 0 else right(question)


def even(question):
    return "even"


def within(output, expected):
    return expected in output


@pytest.fixture
def report(tmp_path):
    return run(tmp_path)


def run(tmp_path, agents=None, **changes):
    agents = agents or {"right": right, "flaky": flaky, "even": even}
    options = {"scorers": [exact_match], "store": tmp_path / "garden.db", "retries": 0}
    return Garden(CASES, agents, **{**options, **changes}).run()


def ids(table, search):
    return [table.trials.plan.case_ids[at] for at in search.found]


def found(report, **choices):
    chosen = ChosenCases.of(report, **choices)
    chosen.table.compare_outputs(chosen.choice)
    search = chosen.table.search(chosen.choice)
    search.advance()
    return ids(chosen.table, search)


def test_cases_are_chosen_by_how_they_fare(report):
    lost = ["q00", "q09", "q10", "q20"]
    assert found(report, kind="regression") == found(report, kind="changed") == lost
    assert found(report, kind="fix", baseline="flaky", contender="right") == lost
    assert found(report)[:4] == lost
    assert len(found(report)) == N
    same = [f"q{n:02d}" for n in range(N) if f"q{n:02d}" not in lost]
    assert found(report, kind="same") == same
    assert found(report, kind="differ") == []
    odd = [f"q{n:02d}" for n in range(1, N, 2)]
    assert found(report, kind="both_fail", baseline="even", contender="flaky") == ["q09"]
    assert found(report, kind="fix", baseline="even", contender="right") == odd


def test_cases_are_chosen_by_slice_failure_and_text(report):
    assert found(report, kind="changed", slice="small") == ["q00", "q09"]
    assert found(report, failure="ValueError") == ["q09"]
    assert found(report, query="IS 1 EVEN") == ["q01"]
    assert found(report, query="Q07") == ["q07"]
    odd = [f"q{n:02d}" for n in range(N) if n % 2]
    assert set(found(report, query="ODD", contender="even")) == {f"q{n:02d}" for n in range(N)}
    assert found(report, query='"odd"') == []
    assert len(odd) == N / 2


def test_text_of_outputs_is_found_for_the_two_variants_only(tmp_path):
    agents = {"a": lambda **_: "Alpha", "b": lambda **_: {"text": "Bêta"}, "c": right}
    report = run(tmp_path, agents)
    assert len(found(report, query="alpha")) == N
    assert len(found(report, query="BÊTA")) == N
    assert found(report, query="bêta", contender="c") == []
    assert len(found(report, kind="differ")) == 0
    assert len(found(report, kind="both_fail")) == N


def test_outputs_of_one_score_are_told_apart(tmp_path):
    agents = {"right": right, "wordy": lambda question: f" {right(question)}"}
    report = run(tmp_path, agents, scorers=[within])
    table = report.case_table()
    choice = table.choice("right")
    assert table.flips(choice).counts[FlipKind.SAME] == N
    assert table.pair_with_texts(3, choice).kind is FlipKind.DIFFER
    table.compare_outputs(choice)
    assert table.flips(choice).counts[FlipKind.DIFFER] == N


def test_a_page_holds_what_it_shows_and_reads_two_outputs_for_it(report, monkeypatch):
    table = report.case_table()
    asked = []
    records = table.source.records
    monkeypatch.setattr(table.source, "records", lambda keys: asked.append(keys) or records(keys))
    browser = CaseBrowser(table, table.choice("right"))
    browser.choose(browser.choice, CasePlace(page=2, page_size=10))
    view = browser.view()
    assert [len(keys) for keys in asked] == [2]
    assert (view["page"], view["pages"], view["range"]) == (2, 3, "11–20 of 30 cases")
    assert len(view["rows"]) == 10
    browser.choose(browser.choice, CasePlace(selected=table.position("q09"), page_size=10))
    view = browser.view()
    answers = view["card"]["answers"]
    assert answers[0]["text"]["spans"] == [["odd", "same"]]
    assert answers[1]["failure"] == "ValueError: nine is too much"
    assert answers[1]["mark"] == {"status": "fail", "text": "failed: ValueError"}
    assert view["card"]["question"]["spans"] == [["Is 9 even or odd?", "same"]]
    assert view["card"]["expected"]["spans"] == [["odd", "same"]]
    assert len(json.dumps(view)) < 10_000


def test_controls_say_how_many_cases_there_are(report):
    table = report.case_table()
    browser = CaseBrowser(table, table.choice("right"))
    controls = {control["key"]: control for control in browser.view()["controls"]}
    kinds = dict(controls["kind"]["options"])
    assert kinds["changed"] == "changed (4)"
    assert kinds["differ"] == "same score, outputs differ"
    assert controls["slice"]["options"][1:] == [["large", "large (20)"], ["small", "small (10)"]]
    assert controls["failure"]["options"][1:] == [["ValueError", "ValueError (1)"]]
    assert controls["contender"]["options"] == [["flaky", "flaky"], ["even", "even"]]
    while not browser.settled:
        browser.advance(0.1)
    controls = {control["key"]: control for control in browser.view()["controls"]}
    assert dict(controls["kind"]["options"])["differ"] == "same score, outputs differ (0)"


def test_cases_that_wait_for_outputs_to_be_compared(report):
    table = report.case_table()
    choice = ChosenCases.of(report, kind="same").choice
    browser = CaseBrowser(table, choice)
    waiting = browser.view()
    assert (waiting["rows"], waiting["range"], waiting["progress"]) == ([], "no case so far", 0)
    browser.advance(1)
    assert browser.settled
    assert browser.view()["range"] == "1–20 of 26 cases"


def test_repeats_are_shares_and_the_telling_one_is_shown(tmp_path):
    calls = {}

    def sometimes(question):
        calls[question] = calls.get(question, 0) + 1
        return right(question) if calls[question] != 2 else "neither"

    report = run(tmp_path, {"right": right, "sometimes": sometimes}, repeats=3, concurrency=1)
    table = report.case_table()
    choice = table.choice("right")
    pair = table.pair_with_texts(5, choice)
    assert pair.contender.value == pytest.approx(2 / 3)
    assert pair.contender.record.output.value == "neither"
    assert (pair.repeat, pair.repeats, pair.kind) == (1, 3, FlipKind.REGRESSION)
    assert table.pair_with_texts(5, choice, 0).contender.record.output.value == "odd"
    view = CaseBrowser(table, choice).view()
    assert view["rows"][0]["marks"][1] == {"status": "", "text": "2 of 3"}


def test_failed_trials_that_are_dropped_have_no_score(report):
    table = report.case_table()
    choice = table.choice("right", Policy(on_error="drop"))
    assert table.flips(choice).kind(table.position("q09")) is FlipKind.UNPAIRED
    assert table.pair(table.position("q09"), choice).contender.value is None


def test_long_outputs_are_cut_in_views_and_whole_on_demand(tmp_path):
    common = "lorem ipsum " * 4_000
    agents = {"a": lambda **_: f"{common}one", "b": lambda **_: f"{common}other"}
    table = run(tmp_path, agents).case_table()
    choice = table.choice("a")
    view = CaseBrowser(table, choice).view()
    first, second = (answer["text"] for answer in view["card"]["answers"])
    assert first["before"].endswith("that are the same on both sides are left out")
    assert first["spans"][-1] == ["one", "removed"]
    assert second["spans"][-1] == ["other", "added"]
    assert len(json.dumps(view)) < 10_000
    assert table.whole_text(0, "contender", choice, 0) == f"{common}other"
    assert table.whole_text(0, "contender", choice, 9) == ""
    assert table.whole_text(0, "question", choice, 0) == "Is 0 even or odd?"


def test_hostile_names_and_texts_are_clean_and_still_found(tmp_path):
    cases = [{**case, "id": f"{case['id']}{HOSTILE}", "category": HOSTILE} for case in CASES]

    def bad(question):
        raise ValueError(HOSTILE)

    agents = {HOSTILE: lambda **_: HOSTILE, "bad": bad}
    garden = Garden(cases, agents, scorers=[exact_match], store=tmp_path / "a.db", retries=0)
    report = garden.run()
    table = report.case_table()
    browser = CaseBrowser(table, table.choice(HOSTILE))
    view = browser.view()
    shown = json.dumps(view, ensure_ascii=False)
    shown.encode()
    assert not re.search("[\x00\x1b\u202e\ud800]", shown)
    assert view["card"]["answers"][0]["text"]["spans"][0][0].startswith("</script><img")
    assert "ValueError" in view["card"]["answers"][1]["failure"]
    chosen = ChosenCases(table, browser.choice)
    html = chosen.listed().to_html()
    assert "<img" not in html
    assert "</script><img" not in html
    assert found(report, baseline=table.names["variant"].show(HOSTILE), query="ONERROR") != []


def test_results_measured_elsewhere_have_scores_alone():
    rows = [
        {"item": f"i{n}", "who": who, "ok": int(n % 3 > 0 or who == "a"), "judge": n / 10}
        for n in range(9)
        for who in "ab"
    ]
    report = Garden.from_records(
        pd.DataFrame(rows), case="item", variant="who", scores=["ok", "judge"]
    ).report()
    table = report.case_table()
    browser = CaseBrowser(table, table.choice("a"))
    assert browser.settled
    view = browser.view()
    assert [row["id"] for row in view["rows"][:3]] == ["i0", "i3", "i6"]
    assert view["rows"][0]["question"] == ""
    kinds = dict(next(c["options"] for c in view["controls"] if c["key"] == "kind"))
    assert kinds["same"] == "same score (6)"
    assert "differ" not in kinds
    assert view["card"]["answers"][0]["text"]["spans"] == []
    assert "i0  lost: pass → fail" in str(explore(report))


def test_explore_shows_a_chosen_few_where_there_is_no_notebook(report):
    chosen = explore(report, contender="even", slice="small")
    assert isinstance(chosen, ChosenCases)
    text = str(chosen)
    assert text.startswith("even against right on exact_match: 15 lost, 0 gained, of 30 cases")
    assert "q01  lost: pass → fail  Is 1 even or odd?" in text
    assert "q11" not in text
    assert repr(chosen).startswith("<ChosenCases: even against right")
    bundle = chosen._repr_mimebundle_()
    assert set(bundle) == {"text/html", "text/plain"}


def test_a_garden_can_be_explored_and_a_notebook_shows_it_its_way(tmp_path):
    garden = Garden(CASES, {"a": right, "b": even}, scorers=[exact_match], store=tmp_path / "g.db")
    garden.run()
    use_explorer(lambda report, **choices: (report.baseline, choices))
    try:
        assert explore(garden, kind="fix") == ("a", {"kind": "fix"})
    finally:
        use_explorer(None)
    assert isinstance(explore(garden), ChosenCases)


def test_all_that_is_wrong_with_choices_is_told_at_once(report):
    with pytest.raises(InputError) as caught:
        explore(report, contender="flakey", kind="lost", slice="tiny", failure="x", wrong=1)
    text = str(caught.value)
    assert 'Did you mean "flaky"?' in text
    assert len(caught.value.problems) == 5
    with pytest.raises(InputError, match="is the baseline"):
        explore(report, baseline="even", contender="even")


def test_a_variant_is_never_compared_with_itself(report):
    assert explore(report, baseline="flaky").choice.contender == "right"
    assert explore(report, contender="right").choice.baseline == "flaky"


def test_one_variant_cannot_be_compared(tmp_path):
    with pytest.raises(InputError, match="not two variants"):
        explore(run(tmp_path, {"a": right}))


def _counted(report, on_error, **kept):
    (sections,) = changed_sections(report, **kept).values()
    return counted_under(on_error, sections)


def test_changed_cases_are_counted_under_either_failure_policy(report):
    kept, _ = _counted(report, "drop")
    failed = sum(count.failed for count in report.frozen.counts if count.variant == "flaky")
    lost = 4 - failed
    assert failed > 0
    assert kept["summary"] == (
        f"Cases that changed under flaky on exact_match: {lost} lost, 0 gained"
    )
    report.on_error = "drop"
    assert f"{lost} lost" in report.to_markdown()
    assert kept["summary"] in report._repr_mimebundle_()["text/html"]


def test_changed_cases_are_gathered_for_the_report(report):
    flaky_, even_ = _counted(report, "fail")
    assert flaky_["summary"] == ("Cases that changed under flaky on exact_match: 4 lost, 0 gained")
    assert [card["id"] for card in flaky_["cases"]] == ["q00", "q09", "q10"]
    assert flaky_["note"] == "1 more changed."
    assert even_["note"] == "12 more changed."
    bare = _counted(report, "fail", texts=False)
    text = json.dumps(bare)
    assert "Is " not in text
    assert "nine is too much" not in text
    assert [card["id"] for card in bare[0]["cases"]] == ["q00", "q09", "q10"]


def test_changed_cases_without_a_journal_are_scores(report, tmp_path):
    for path in tmp_path.glob("garden.db*"):
        path.unlink()
    section, _ = _counted(report, "fail")
    assert section["cases"][0]["answers"][0]["mark"] == {"status": "pass", "text": "pass"}
    assert section["cases"][0]["answers"][0]["text"]["spans"] == []
