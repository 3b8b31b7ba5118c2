import itertools

import numpy as np
import pytest

from garden_nb.stats import mcnemar, missing_bounds


def test_every_way_of_filling_in_lies_between():
    a = np.array([1, 0, np.nan, 1, np.nan])
    b = np.array([1, np.nan, 1, 0, np.nan])
    got = missing_bounds(a, b)
    deltas = []
    for fill in itertools.product([0.0, 1.0], repeat=4):
        left, right = a.copy(), b.copy()
        left[np.isnan(a)] = fill[:2]
        right[np.isnan(b)] = fill[2:]
        deltas.append((right - left).mean())
    assert (got.delta_low, got.delta_high) == (min(deltas), max(deltas))
    assert (got.missing_baseline, got.missing_contender, got.n_cases) == (2, 2, 5)


def test_missing_more_often_is_tested():
    a = np.zeros(40)
    b = np.where(np.arange(40) < 9, np.nan, 1.0)
    assert missing_bounds(a, b).p_missing == mcnemar(0, 9)


def test_nothing_missing_nothing_open():
    got = missing_bounds([1, 2, 3], [3, 3, 3], low=1, high=5)
    assert got.delta_low == got.delta_high == 1.0


def test_scores_outside_their_scale():
    with pytest.raises(ValueError, match="scale's ends"):
        missing_bounds([1, 2], [3, 3])
    with pytest.raises(ValueError, match="one score per case"):
        missing_bounds([1.0], [1.0, 0.0])
    assert np.isnan(missing_bounds([], []).delta_low)
