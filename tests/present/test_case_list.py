"""The cases that a notebook keeps: few, small, and text that stays text."""

import json
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from pages import Page
from test_case_card import PAIR
from test_hostile import hostile

from garden_nb.analysis.flips import FlipKind, find_flips
from garden_nb.analysis.table import Plan, TrialTable
from garden_nb.core.records import Failure, Output, Record, Score
from garden_nb.present.case_list import CASES_BUDGET, CaseList
from garden_nb.present.case_pair import CaseSide
from garden_nb.present.flips import FLIPS_BUDGET, changed_cases


def poisoned(text, times=1):
    scores = {f"{text}{i}": Score(0.5, text * times) for i in range(9)}
    record = Record("c", "a", 0, Output(text * times), None, scores, 1.0)
    failed = Record("c", "b", 0, None, Failure(text, text * times), {}, 1.0)
    return replace(
        PAIR,
        id=text[:200],
        category=text,
        question=text * times,
        expected={text: text * times},
        baseline=CaseSide(text[:120], 1.0, "", record),
        contender=CaseSide(text[:120], 0.0, text, failed),
    )


def test_a_list_shows_both_answers_of_each_case():
    page = Page(CaseList("1 lost", [PAIR], 1).to_html())
    assert "c · dates" in page.text
    assert "expected Thursday" in page.text
    assert page.tables[0][0] == [
        "a (baseline) ✓ pass · 0.81 s · $0.00040",
        "b ✕ fail · 5.00 ms · 3 attempts",
    ]
    assert "It was a Wednesday." in page.tables[0][1][1]
    assert "These are all." in page.text
    assert [tag for tag, _ in page.tags if tag in {"del", "ins"}] == ["del", "ins"]


def test_a_list_says_how_many_it_leaves_out():
    text = CaseList("1 lost", [PAIR], 17).to_text()
    assert text.splitlines() == [
        "1 lost",
        "c  lost: pass → fail  day: 29 February year: 2024",
        "1 of 17 cases; explore() in a live notebook shows the others.",
    ]


@settings(max_examples=200, deadline=None)
@given(hostile)
def test_hostile_text_adds_no_element(text):
    plain, odd = (
        Page(CaseList(title, [poisoned(title)], 1, "c1").to_html()) for title in ("plain", text)
    )
    assert [tag for tag, _ in odd.tags] == [tag for tag, _ in plain.tags]
    assert odd.scripts == plain.scripts
    assert [sorted(a) for _, a in odd.tags] == [sorted(a) for _, a in plain.tags]


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(["<", "&", "\u202e", "x ", "é", "\ud800", "東"]))
def test_a_list_is_never_larger_than_its_budget(sign):
    html = CaseList(sign * 50, [poisoned(sign * 200, 20)] * 10, 10).to_html()
    assert 1_000 < len(html.encode()) <= CASES_BUDGET


def flips():
    records = [
        Record(f"c{i}", v, 0, scores={"ok": Score(float(v == "a" or i > 5), "", True)})
        for i in range(9)
        for v in "ab"
    ]
    ids = tuple(f"c{i}" for i in range(9))
    table = TrialTable.from_records(records, Plan(ids, ("a", "b"), "a"))
    return find_flips(table, ("a", "b"), table.metrics[0])


def test_changed_cases_are_at_most_three_per_contender():
    (section,) = changed_cases([(flips(), [PAIR] * 5)])
    assert section["summary"] == "Cases that changed under b on ok: 6 lost, 0 gained"
    assert section["note"] == "3 more changed."
    assert len(section["cases"]) == 3


def test_contenders_without_changed_cases_are_left_out():
    same = replace(flips(), codes=flips().codes * 0 + list(FlipKind).index(FlipKind.SAME))
    assert changed_cases([(same, [])]) == []


def test_changed_cases_of_many_contenders_stay_in_their_budget():
    sections = changed_cases([(flips(), [poisoned("long & <b> text ", 200)] * 3)] * 19)
    assert len(sections) == 19
    assert len(json.dumps(sections, ensure_ascii=False).encode()) <= FLIPS_BUDGET
    few = changed_cases([(flips(), [poisoned("long & <b> text ", 200)] * 3)] * 2)
    assert all(len(section["cases"]) == 3 for section in few)
    (text, _) = few[0]["cases"][0]["question"]["spans"][0]
    assert len(text) == 400
