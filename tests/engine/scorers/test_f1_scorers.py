"""Shared words and shared items, from 0 to 1."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garden_nb.engine.scorers import library_scorer, set_f1, token_f1


@pytest.mark.parametrize(
    ("output", "expected", "f1"),
    [
        ("Paris", "paris", 1.0),
        ("The cat, a cat", "cat", 2 / 3),
        ("nothing", "shared", 0.0),
        ("", "", 1.0),
        ("", "x", 0.0),
        ("Größe: 5", "größe 5", 1.0),
        ("x", None, None),
    ],
)
def test_token_f1(output, expected, f1):
    assert token_f1(output, expected) == f1


@pytest.mark.parametrize(
    ("output", "expected", "f1"),
    [
        ("a, b", ["b", "a"], 1.0),
        ("a\nb\nb", "a,b", 1.0),
        ('```json\n["a", "c"]\n```', ["a", "b"], 0.5),
        ([1, 2], ["1", "2"], 1.0),
        ("", [], 1.0),
        ("", ["a"], 0.0),
        ("A", "a", 0.0),
        ("x", None, None),
    ],
)
def test_set_f1(output, expected, f1):
    assert set_f1(output, expected) == f1


def test_set_f1_by_name_has_its_own_separator():
    scorer = library_scorer("set_f1", {"separator": ";", "ignore_case": True})
    assert scorer.function("A; b", "a;B") == 1.0
    assert scorer.metric.high == 1.0


@given(st.lists(st.text("abc ", max_size=3)), st.lists(st.text("abc ", max_size=3)))
def test_f1_is_symmetric_and_between_0_and_1(one, other):
    for scorer in (set_f1, token_f1):
        value = scorer(one, other)
        assert 0.0 <= value <= 1.0
        assert value == scorer(other, one)
        assert scorer(one, one) == 1.0
