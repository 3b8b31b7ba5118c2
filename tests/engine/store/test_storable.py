"""Names of any text are kept apart, and ordinary ones are kept as they are."""

import sqlite3

from hypothesis import example, given
from hypothesis import strategies as st

from garden_nb.core.cases import Case, CaseSet
from garden_nb.engine.scorers import exact_match
from garden_nb.engine.store.rows import storable

NAMES = st.lists(st.sampled_from(["\\", "u", "ud800", "\ud800", "\udfff", "?", "é"])).map("".join)


@given(NAMES, NAMES)
@example("\ud800", "\udfff")
@example("\\\ud800", "\\\\ud800")
def test_different_names_stay_different(one, other):
    assert (storable(one) == storable(other)) is (one == other)
    assert sqlite3.connect(":memory:").execute("SELECT ?", (storable(one),)).fetchone()


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\\")))
def test_ordinary_names_are_kept(name):
    assert storable(name) == name


def test_cases_that_differ_in_surrogates_only_keep_their_own_scores(garden):
    cases = tuple(Case(f"c{half}", {"question": f"q{half!a}"}, half) for half in "\ud800\ud801?")
    asked = CaseSet(cases, question="question", columns={"expected": "answer", "case_id": "id"})

    def agent(question):
        return "?"

    run = garden.run({"a": agent}, [exact_match], cases=asked, name="halves")
    found = {record.case_id: record.scores["exact_match"].value for record in run.records()}
    assert found == {case.id: float(case.id == "c?") for case in cases}
