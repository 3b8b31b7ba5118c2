import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from garden_nb.core.records import Score
from garden_nb.engine.scorers.cells import to_scores


@pytest.mark.parametrize(
    ("returned", "value", "binary"),
    [
        (True, 1.0, True),
        (np.False_, 0.0, True),
        (1, 1.0, False),
        (0.25, 0.25, False),
        (np.float32(0.5), 0.5, False),
        (Decimal("0.1"), 0.1, False),
        (Fraction(1, 4), 0.25, False),
        (np.array(2), 2.0, False),
    ],
)
def test_truth_values_and_numbers_are_values(returned, value, binary):
    assert to_scores(returned) == {"": Score(value, "", binary)}


@pytest.mark.parametrize(
    ("returned", "reason"),
    [
        (None, "the scorer returned None"),
        (float("nan"), "the scorer returned nan, which is not a number"),
        (float("inf"), "the scorer returned inf, which is not a number"),
        (np.nan, "the scorer returned nan, which is not a number"),
        ("0.7", "the scorer returned '0.7', which is not a number"),
        ("x" * 500, "which is not a number"),
        (object(), "the scorer returned object, which is not a number"),
        ([1], "the scorer returned list, which is not a number"),
        (1j, "the scorer returned 1j, which is not a number"),
        (10**400, "which is not a number"),
        ({}, "the scorer returned an empty mapping"),
        (Score(math.inf), "the scorer returned inf, which is not a number"),
    ],
)
def test_anything_else_is_missing_for_a_reason(returned, reason):
    (score,) = to_scores(returned).values()
    assert score.value is None
    assert reason in score.reason
    assert len(score.reason) < 120


def test_a_mapping_gives_a_score_each():
    scores = to_scores({"a": True, "b": 0.5, "c": "no", 4: None})
    assert scores["a"] == Score(1.0, binary=True)
    assert scores["b"] == Score(0.5)
    assert scores["c"].value is None
    assert scores["4"].reason == "the scorer returned None"


def test_a_score_keeps_its_reason():
    assert to_scores(Score(0.5, "half right")) == {"": Score(0.5, "half right")}


@given(st.floats() | st.integers() | st.text() | st.none() | st.booleans() | st.binary())
def test_a_value_is_a_finite_number_or_has_a_reason(returned):
    (score,) = to_scores(returned).values()
    assert math.isfinite(score.value) if score.value is not None else score.reason
