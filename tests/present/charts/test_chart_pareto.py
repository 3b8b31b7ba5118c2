"""The Pareto front, against its definition."""

from hypothesis import given
from hypothesis import strategies as st

from garden_nb.present.charts.pareto import pareto_front

grid = st.tuples(st.integers(0, 6), st.integers(0, 6))


@given(st.lists(grid, min_size=1, max_size=12))
def test_a_place_is_on_the_front_when_no_other_is_as_good_on_both(places):
    front = pareto_front(places)
    assert front
    for i, (cost, gain) in enumerate(places):
        as_good = [(c, g) for c, g in places if c <= cost and g >= gain and (c, g) != (cost, gain)]
        assert (i in front) == (not as_good)


def test_what_is_worse_on_one_and_equal_on_the_other_is_behind():
    assert pareto_front([(1.0, 0.9), (2.0, 0.9), (1.0, 0.8), (1.0, 0.9)]) == {0, 3}
