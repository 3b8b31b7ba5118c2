import numpy as np
import pytest

from garden_nb.stats import best_set


def test_the_tied_and_the_beaten():
    p = np.array([[1, 0.3, 0.001], [0.3, 1, 0.2], [0.001, 0.2, 1]])
    assert best_set([0.5, 0.7, 0.8], p).tolist() == [False, True, True]


def test_each_variant_is_judged_in_the_family_that_has_it_as_baseline():
    p = np.array([[1.0, 0.5, 0.01], [0.5, 1.0, 0.2], [0.2, 0.01, 1.0]])
    assert best_set([0.5, 0.6, 0.8], p).tolist() == [False, True, True]


def test_a_clear_winner_stands_alone():
    p = np.full((3, 3), 0.001)
    assert best_set([0.5, 0.9, 0.6], p).tolist() == [False, True, False]


def test_equal_leaders_and_absent_ones():
    p = np.full((3, 3), np.nan)
    assert best_set([0.9, 0.9, np.nan], p).tolist() == [True, True, False]
    assert not best_set([np.nan] * 3, p).any()


def test_shapes():
    with pytest.raises(ValueError, match="rows and columns"):
        best_set([0.1, 0.2], np.ones((3, 3)))
