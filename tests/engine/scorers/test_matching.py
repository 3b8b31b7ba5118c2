from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from garden_nb.engine.scorers import contains, exact_match


@pytest.mark.parametrize(
    ("output", "expected", "right"),
    [
        ("Paris", "Paris", True),
        (" Paris\n", "Paris ", True),
        ("paris", "Paris", False),
        ("42", 42, True),
        ("42", 42.0, True),
        (42, "42.0", True),
        ("42", "42.0", False),
        ("042", "42", False),
        (0.1 + 0.2, 0.3, False),
        (1, True, False),
        ("True", True, True),
        (np.int64(3), 3, True),
        (Decimal("1.5"), 1.5, True),
        (["a", 1], ["a", 1], True),
        ({"a": 1}, {"a": 2}, False),
        ("", "", True),
        ("x", None, None),
        ("x", float("nan"), None),
    ],
)
def test_exact_match(output, expected, right):
    assert exact_match(output, expected) is right


@pytest.mark.parametrize(
    ("output", "expected", "right"),
    [
        ("It is Paris.", "Paris", True),
        ("It is Paris.", " Paris ", True),
        ("It is Paris.", "paris", False),
        ("the answer is 42", 42, True),
        (["a", "b"], "b", True),
        ("x", "", None),
        ("x", None, None),
    ],
)
def test_contains(output, expected, right):
    assert contains(output, expected) is right


@given(st.text(min_size=1), st.text(), st.text())
def test_what_matches_exactly_contains_it(text, before, after):
    if text.strip():
        assert exact_match(text, text)
        assert contains(text, text)
        assert contains(before + text.strip() + after, text)
