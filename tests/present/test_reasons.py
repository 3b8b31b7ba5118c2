"""Reasons in views: what kind it is, never what a model said."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garden_nb.present.reasons import UNTOLD, short_reason

SAID = st.text(min_size=1, max_size=60).map(lambda text: f"SAID{text}")


@pytest.mark.parametrize(
    ("reason", "short"),
    [
        ("broke", "broke"),
        ("", "no reason given"),
        ("timeout: no score within 5 s", "timeout"),
        ("json.JSONDecodeError: Expecting value: line 1", "json.JSONDecodeError"),
        ("the judge's answer is empty", "the judge's answer is empty"),
        (
            "the judge's answer is no score: rating is 'x', not a number",
            "the judge's answer is no score",
        ),
        ("the judge's answer has 'x' as score", "the judge's answer has … as score"),
        (
            "the scorer returned inf, which is not a number",
            "the scorer returned inf, which is not a number",
        ),
        ("the scorer returned 'cut off…, which is not a number", "the scorer returned …"),
        ("x" * 200, "x" * 79 + "…"),
    ],
)
def test_what_is_left_of_a_reason(reason, short):
    assert short_reason(reason) == short


@given(SAID)
def test_what_is_quoted_or_follows_a_colon_is_left_out(said):
    reasons = [
        f"ValueError: {said}",
        f"the judge's answer holds no score: {said!r}",
        f"the judge's answer has {said!r} as score",
        f"the scorer returned {said!r}, which is not a number",
    ]
    for reason in reasons:
        for strict in (False, True):
            assert "SAID" not in short_reason(reason, strict=strict)


@given(SAID)
def test_strictly_only_known_beginnings_are_told(said):
    assert short_reason(f"bad {said}", strict=True) == UNTOLD
    if re.search(r"(Error|Exception|Exit|Group|Interrupt|Timeout|Warning|timeout)$", said) is None:
        assert short_reason(f"{said}: what", strict=True) in {UNTOLD, "no reason given"}
    assert short_reason("AuthenticationError: no key", strict=True) == "AuthenticationError"
