"""Labels beside a plot: apart, in order, and as near as can be."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garden_nb.present.charts.dodge import dodge

places = st.lists(st.floats(0, 300), max_size=20)


@given(places, st.floats(1, 30))
def test_labels_stand_apart_in_their_order(wanted, gap):
    spread = dodge(wanted, gap)
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    gaps = [spread[b] - spread[a] for a, b in pairwise(order)]
    assert all(found >= gap - 1e-6 for found in gaps)


@given(places, st.floats(1, 30))
def test_labels_with_room_stay_where_they_belong(wanted, gap):
    spread = dodge(wanted, gap)
    for i, at in enumerate(wanted):
        if all(abs(at - other) > len(wanted) * gap for j, other in enumerate(wanted) if j != i):
            assert spread[i] == pytest.approx(at, abs=1e-6)
    assert math.isclose(sum(spread), sum(wanted), abs_tol=1e-6 * (1 + len(wanted) * gap))
