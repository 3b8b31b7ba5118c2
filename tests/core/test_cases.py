"""Cases from frames: identity, roles, and the errors that list every problem."""

import math

import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from garden_nb.core.frames import ColumnRoles, cases_from_frame
from garden_nb.errors import InputError

ROWS = [
    {"id": "a", "question": "one?", "answer": "1", "category": "x", "hint": "h1"},
    {"id": "b", "question": "two?", "answer": "2", "category": None, "hint": "h2"},
]


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, list, pl.LazyFrame])
def test_every_frame_gives_the_same_cases(make):
    cases = cases_from_frame(make(ROWS))
    assert [case.id for case in cases] == ["a", "b"]
    assert [case.expected for case in cases] == ["1", "2"]
    assert [case.category for case in cases] == ["x", None]
    assert cases.question == "question"
    assert cases.input_columns == ("question", "hint")
    assert cases.digest == cases_from_frame(ROWS).digest


def test_agents_never_see_expected_category_or_cluster():
    case = cases_from_frame(ROWS).cases[0]
    seen = case.for_agent()
    assert (seen.expected, seen.category, seen.cluster) == (None, None, None)
    assert "answer" not in seen.inputs


def test_the_only_input_is_the_question():
    assert cases_from_frame([{"text": "a"}, {"text": "b"}]).question == "text"
    assert cases_from_frame([{"x": 1, "y": 2}]).question is None


def test_named_roles_win_over_the_usual_names():
    rows = [{"answer": "a?", "gold": 1}]
    cases = cases_from_frame(rows, ColumnRoles(question="answer", expected="gold"))
    assert cases.cases[0].inputs == {"answer": "a?"}
    assert cases.cases[0].expected == 1


@given(st.permutations(range(6)))
def test_shuffling_rows_changes_no_id_and_no_digest(order):
    rows = [{"q": str(i // 2), "expected": i} for i in range(6)]
    straight = cases_from_frame(rows)
    shuffled = cases_from_frame([rows[i] for i in order])
    assert straight.digest == shuffled.digest
    assert {c.id: c.expected for c in straight} == {c.id: c.expected for c in shuffled}


def test_a_corrected_expected_answer_keeps_id_and_input_digest():
    before = cases_from_frame([{"q": "a", "expected": "x"}]).cases[0]
    after = cases_from_frame([{"q": "a", "expected": "y"}]).cases[0]
    assert before.id == after.id
    assert before.input_digest == after.input_digest
    assert before.digest != after.digest


def test_ids_are_compared_as_text_and_all_faults_are_listed():
    rows = [{"id": i, "q": "x"} for i in [1, "1", 1.0, True, "1 ", None, math.nan]]
    with pytest.raises(InputError) as caught:
        cases_from_frame(rows)
    text = str(caught.value)
    assert "no id in rows 5, 6" in text
    assert "'1' stands in rows 0, 1, 2, 4" in text


def test_integers_that_a_frame_turned_into_floats_keep_their_text():
    assert [c.id for c in cases_from_frame(pd.DataFrame({"id": [1.0, 2.0], "q": "a"}))] == [
        "1",
        "2",
    ]


def test_missing_columns_are_named_with_the_columns_there_are():
    with pytest.raises(InputError) as caught:
        cases_from_frame(ROWS, ColumnRoles(question="qestion", expected="gold"))
    assert len(caught.value.problems) == 2
    assert 'Did you mean "question"?' in str(caught.value)


@pytest.mark.parametrize("bad", [[], 5, "text", pd.DataFrame(), {"a": 1}])
def test_what_is_no_frame_or_has_no_rows_is_refused(bad):
    with pytest.raises(InputError):
        cases_from_frame(bad)


def test_missing_cells_are_none_whatever_the_frame_calls_them():
    frame = pd.DataFrame({"q": ["a", None], "n": [math.nan, 1.0], "t": [pd.NaT, pd.NaT]})
    assert cases_from_frame(frame).cases[0].inputs == {"q": "a", "n": None, "t": None}


@pytest.mark.parametrize("name", ["Gold", "expected_output", "target", "correct_answer"])
def test_right_answers_by_their_usual_names_are_no_input(name):
    cases = cases_from_frame([{"prompt": "2 + 2", name: "4"}])
    assert cases.input_columns == ("prompt",)
    assert cases.cases[0].expected == "4"
