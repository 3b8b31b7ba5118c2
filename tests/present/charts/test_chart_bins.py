"""Bins: every value is counted once, ratings keep their levels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from garden_nb.core.metrics import Kind, Metric
from garden_nb.present.charts.bins import Bins

RATING = Metric("rating", Kind.BOUNDED, low=1.0, high=5.0)
SHARE = Metric("similarity", Kind.BOUNDED, low=0.0, high=1.0)
NUMBER = Metric("latency_ms")
numbers = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=60).map(np.array)


def test_ratings_are_counted_by_level_over_the_whole_scale():
    bins = Bins.of(RATING, np.array([2.0, 3.0, 3.0, 4.0]))
    assert bins.levels == (1.0, 2.0, 3.0, 4.0, 5.0)
    assert bins.shares(np.array([2.0, 3.0, 3.0, 4.0])) == [0.0, 0.25, 0.5, 0.25, 0.0]
    assert all(high - low < 1 for low, high in bins.bars)


def test_means_of_repeats_are_counted_in_tenths_of_the_scale():
    bins = Bins.of(RATING, np.array([2.5, 3.0]))
    assert bins.levels is None
    assert (bins.edges[0], bins.edges[-1]) == (1.0, 5.0)
    assert len(bins.bars) == 10
    assert Bins.of(SHARE, np.array([0.0, 1.0, 0.5])).edges[-1] == 1.0


def test_numbers_of_different_orders_are_counted_on_a_log_axis():
    assert Bins.of(NUMBER, np.array([10.0, 200.5])).logged
    assert not Bins.of(NUMBER, np.array([-10.0, 200.5])).logged
    assert not Bins.of(NUMBER, np.array([100.0, 200.5])).logged


@given(numbers, st.sampled_from([RATING, SHARE, NUMBER]))
def test_every_value_is_counted_once(values, metric):
    bins = Bins.of(metric, values)
    assert bins.edges[0] <= values.min() + 1e-6 * abs(values.min())
    assert bins.edges[-1] >= values.max() - 1e-6 * abs(values.max())
    assert list(bins.edges) == sorted(bins.edges)
    assert len(bins.bars) == len(bins.edges) - 1
    shares = bins.shares(values)
    assert sum(shares) == pytest.approx(1.0)
    assert min(shares) >= 0.0
