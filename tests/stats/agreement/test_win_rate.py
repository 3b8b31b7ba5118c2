import math

import numpy as np
import pytest

from garden_nb.stats import mcnemar, wilson_interval, win_rate


def test_ties_narrow_the_interval_that_knows_of_them():
    got = win_rate(6, 2, 12)
    assert got.rate == pytest.approx(0.6)
    assert got.ci_low == pytest.approx(wilson_interval(12, 20).low)
    assert got.ci_tied_high - got.ci_tied_low < got.ci_high - got.ci_low
    assert got.p_value == mcnemar(6, 2)


def test_the_tied_interval_excludes_one_half_when_the_test_rejects():
    for wins in range(25):
        for losses in range(25):
            got = win_rate(wins, losses, 9)
            away = got.ci_tied_low > 0.5 or got.ci_tied_high < 0.5
            assert away == (got.p_value < 0.05)


def test_the_tied_interval_covers_where_wilson_covers_too_much():
    rng = np.random.default_rng(51)
    draws = rng.multinomial(50, [0.2, 0.2, 0.6], size=3000)
    results = [win_rate(*row) for row in draws.tolist()]
    tied = np.mean([r.ci_tied_low <= 0.5 <= r.ci_tied_high for r in results])
    wilson = np.mean([r.ci_low <= 0.5 <= r.ci_high for r in results])
    assert 0.935 <= tied <= 0.97
    assert wilson > 0.99


def test_no_comparisons_and_negative_counts():
    got = win_rate(0, 0, 0)
    assert got.n == 0
    assert all(math.isnan(value) for value in got[:6])
    with pytest.raises(ValueError, match="not negative"):
        win_rate(1, -1, 0)
