import numpy as np
import pytest

from garden_nb.stats import paired_t, repeat_variance


def test_the_split_finds_what_was_put_in():
    rng = np.random.default_rng(56)
    scores = rng.normal(0, 2.0, (4000, 1)) + rng.normal(0, 1.0, (4000, 5))
    got = repeat_variance(scores)
    assert got.within == pytest.approx(1.0, rel=0.05)
    assert got.between == pytest.approx(4.0, rel=0.05)
    assert got.se == pytest.approx(np.sqrt((4 + 1 / 5) / 4000), rel=0.02)
    assert got.more_cases == pytest.approx(0.29, abs=0.01)
    assert got.more_repeats == pytest.approx(1 - np.sqrt(4.1 / 4.2), abs=0.005)


def test_more_repeats_help_where_runs_differ_most():
    rng = np.random.default_rng(65)
    scores = rng.normal(0, 1.0, (8000, 1)) + rng.normal(0, 2.0, (8000, 2))
    got = repeat_variance(scores)
    assert got.more_repeats == pytest.approx(1 - np.sqrt((1 + 1) / (1 + 2)), abs=0.01)
    four = rng.normal(0, 1.0, (8000, 1)) + rng.normal(0, 2.0, (8000, 4))
    assert repeat_variance(four).se == pytest.approx(got.se * (1 - got.more_repeats), rel=0.03)


def test_repeats_of_one_case_are_no_new_cases():
    scores = np.tile(np.random.default_rng(57).normal(size=(50, 1)), (1, 10))
    got = repeat_variance(scores)
    assert got.se == pytest.approx(paired_t(scores[:, 0]).se)
    assert got.se_pooled < got.se / 3
    assert (got.within, got.more_repeats) == (pytest.approx(0.0), pytest.approx(0.0))


def test_the_split_of_a_difference():
    rng = np.random.default_rng(58)
    case = rng.normal(0, 2, (5000, 1))
    a = case + rng.normal(0, 1, (5000, 2))
    b = case + rng.normal(0, 0.5, (5000, 1)) + rng.normal(0, 2, (5000, 4))
    got = repeat_variance(a, b)
    assert got.within == pytest.approx(1 + 4, rel=0.05)
    assert got.between == pytest.approx(0.25, abs=0.1)
    assert got.se == pytest.approx(paired_t(b.mean(axis=1) - a.mean(axis=1)).se)


def test_unequal_repeats():
    scores = np.array([[1, 0, np.nan], [1, np.nan, np.nan], [np.nan] * 3, [0, 0, 1]])
    got = repeat_variance(scores)
    assert (got.repeats_min, got.repeats_median) == (1, 2.0)
    assert got.within == pytest.approx((0.5 + 1 / 3) / 2)


def test_single_runs_cannot_tell():
    got = repeat_variance(np.random.default_rng(59).normal(size=(30, 1)))
    assert np.isnan([got.within, got.between, got.more_repeats]).all()
    assert got.se > 0
    none = repeat_variance(np.full((3, 2), np.nan))
    assert np.isnan([none.se, none.within, none.more_repeats]).all()
    with pytest.raises(ValueError, match="same cases"):
        repeat_variance([1.0, 2.0])
