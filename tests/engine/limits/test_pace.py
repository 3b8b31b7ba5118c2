import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garden_nb.engine.limits.pace import Pace

SLACK_S = 0.05


def starts(per_minute, arrivals):
    """Return when calls that want to begin at `arrivals` begin."""
    pace, begun = Pace(per_minute), []
    for arrival in arrivals:
        now = max(arrival, pace.ready_at, begun[-1] if begun else 0.0)
        pace.spend(1, now)
        begun.append(now)
    return begun


def test_without_a_limit_nothing_waits():
    assert starts(None, [0.0] * 5) == [0.0] * 5


def test_calls_are_spread_evenly():
    assert starts(60, [0.0] * 4) == pytest.approx([0.0, 0.95, 1.95, 2.95])


def test_a_break_is_not_caught_up():
    begun = starts(60, [0.0, 500.0, 500.0, 500.0])
    assert begun[2] - begun[1] >= 0.9
    assert begun[3] - begun[2] >= 0.9


@given(
    st.floats(1, 6000),
    st.lists(st.floats(0, 200), min_size=1, max_size=80).map(sorted),
)
def test_no_minute_has_more_than_its_number(per_minute, arrivals):
    begun = starts(per_minute, arrivals)
    allowed = per_minute * (60 + SLACK_S) / 60 + 1
    for first in begun:
        within = sum(first <= other < first + 60 for other in begun)
        assert within <= math.floor(allowed + 1e-9)


def test_what_turns_out_larger_delays_the_next_and_smaller_brings_it_forward():
    pace = Pace(600)
    pace.spend(10, 100.0)
    before = pace.ready_at
    pace.correct(5)
    assert pace.ready_at == pytest.approx(before + 0.5)
    pace.correct(-5)
    assert pace.ready_at == pytest.approx(before)
