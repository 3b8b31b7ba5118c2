import math

import numpy as np
import pytest
from scipy import stats as oracle

from garden_nb.stats import heavy_tail, log_ratio


def test_it_is_a_paired_t_on_logarithms():
    rng = np.random.default_rng(12)
    a, b = rng.lognormal(0, 1, 60), rng.lognormal(0.2, 1, 60)
    right = oracle.ttest_rel(np.log(b), np.log(a))
    low, high = np.exp(right.confidence_interval())
    got = log_ratio(a, b)
    assert got.ratio == pytest.approx(oracle.gmean(b) / oracle.gmean(a))
    assert (got.ci_low, got.ci_high) == (pytest.approx(low), pytest.approx(high))
    assert got.p_value == pytest.approx(right.pvalue)


def test_swapping_the_variants_inverts_the_ratio():
    rng = np.random.default_rng(13)
    a, b = rng.lognormal(size=(2, 30))
    there, back = log_ratio(a, b), log_ratio(b, a)
    assert back.ratio == pytest.approx(1 / there.ratio)
    assert back.ci_low == pytest.approx(1 / there.ci_high)


def test_a_value_that_is_not_positive_leaves_no_ratio():
    got = log_ratio([1.0, 0.0, 2.0], [1.0, 1.0, 2.0])
    assert got.note == "not_positive"
    assert np.isnan([got.ratio, got.ci_low, got.p_value]).all()
    assert got.n_pairs == 3


def test_absent_values_leave_their_pair():
    got = log_ratio([1.0, np.nan, 2.0, 4.0], [2.0, 1.0, 4.0, np.nan])
    assert (got.n_pairs, got.ratio) == (2, pytest.approx(2.0))


def test_a_giant_case_raises_the_flag():
    even = np.linspace(1, 2, 100)
    assert not heavy_tail(even, even[::-1]).flag
    giant = even.copy()
    giant[7] = 60.0
    found = heavy_tail(even, giant)
    assert found.flag
    assert found.top_share == pytest.approx(60 / giant.sum())
    assert log_ratio(even, giant).heavy_tail


def test_the_flag_depends_on_skewness_and_size():
    # Fixed skewness of 1.5: too much for 40 cases, harmless for 400.
    for n, flagged in ((40, True), (400, False)):
        d = oracle.gamma(16 / 9).ppf((np.arange(n) + 0.5) / n)
        found = heavy_tail(np.full(n, 5.0), 5.0 + d)
        assert found.skewness == pytest.approx(1.5, abs=0.3)
        assert found.flag is flagged


def test_shares_and_skewness():
    a = np.ones(10)
    found = heavy_tail(a, 2 * a)
    assert (found.flag, found.skewness) == (False, 0.0)
    assert found.top_share == pytest.approx(0.1)
    assert found.top5_share == pytest.approx(0.5)
    rng = np.random.default_rng(14)
    d = rng.lognormal(size=50)
    assert heavy_tail(np.zeros(50), d).skewness == pytest.approx(oracle.skew(d))


def test_nothing_to_compare():
    assert heavy_tail([], []).flag is False
    assert math.isnan(log_ratio([], []).ratio)
    with pytest.raises(ValueError, match="one value per case"):
        log_ratio([1.0], [1.0, 2.0])
