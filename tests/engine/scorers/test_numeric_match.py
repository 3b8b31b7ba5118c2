"""Numbers are compared as numbers, wherever a text has them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garden_nb.core.records import Score
from garden_nb.engine.scorers import numeric_match


@pytest.mark.parametrize(
    ("output", "expected", "right"),
    [
        ("42", 42, True),
        (42.0, "42", True),
        ("The answer is 42.", "42", True),
        ("3 + 4 = 7", 7, True),
        ("3 + 4 = 7", 3, False),
        ("$1,234.50 in all", "1234.5", True),
        ("1,234,567", 1234567, True),
        ("12,34", 34, True),
        ("-5", -5, True),
        ("−5", -5, True),
        ("from 3-4", 4, True),
        ("x=-3", -3, True),
        ("1.5e3", 1500, True),
        (".5", 0.5, True),
        ("#### 18", "18", True),
        (0.1 + 0.2, 0.3, True),
        ("model gpt4", 4, False),
        ("none", 1, False),
        ("", 1, False),
        (None, 1, False),
        (True, 1, False),
        (float("inf"), 1, False),
        ("42", "about 42 apples", True),
    ],
)
def test_the_last_number_counts(output, expected, right):
    assert numeric_match(output, expected) is right


@pytest.mark.parametrize("expected", [None, "", "many", True, float("nan")])
def test_without_an_expected_number_the_score_is_missing(expected):
    score = numeric_match("1", expected)
    assert isinstance(score, Score)
    assert score.value is None
    assert "no number" in score.reason


def test_tolerances_are_inclusive_and_the_larger_one_counts():
    assert numeric_match("10.1", 10, tolerance=0.1)
    assert not numeric_match("10.11", 10, tolerance=0.1)
    assert numeric_match("101", 100, relative=0.01)
    assert numeric_match("-101", -100, relative=0.01)
    assert numeric_match("10.5", 10, tolerance=0.5, relative=0.01)


@given(st.floats(allow_nan=False, allow_infinity=False), st.floats(0, 1e6))
def test_a_number_matches_itself_and_a_larger_tolerance_never_hurts(number, tolerance):
    assert numeric_match(f"It is {number!r}", number)
    if numeric_match(number + 1, number, tolerance=tolerance):
        assert numeric_match(number + 1, number, tolerance=tolerance * 2)


@given(st.text())
def test_any_text_is_right_or_wrong(text):
    assert numeric_match(text, 1) in (True, False)
