"""Digests are the same in every process and tell different content apart."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from garden_nb.core.digest import digest, plain

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_any_json_has_a_digest_that_repeats(value):
    assert digest(value) == digest(value)
    assert len(digest(value)) == 32


def test_order_of_keys_does_not_matter_but_types_do():
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    assert len({digest(1), digest("1"), digest(1.5), digest([1]), digest(None)}) == 5


def test_lone_surrogates_and_nul_have_a_digest():
    assert digest("\ud800\x00") != digest("?")


def test_another_process_gives_the_same_digest():
    code = "from garden_nb.core.digest import digest; print(digest({'a': {3, 1, 2}, 'b': 1.5}))"
    made = [
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed},
        ).stdout.strip()
        for seed in ("1", "2")
    ]  # fmt: skip
    assert made == [digest({"b": 1.5, "a": {1, 2, 3}})] * 2


@pytest.mark.parametrize(
    ("given_value", "expected"),
    [(np.int64(3), 3), (np.float64(0.5), 0.5), (np.array([1, 2]), [1, 2]), (float("inf"), "inf")],
)
def test_numpy_becomes_plain(given_value, expected):
    assert plain(given_value) == expected
