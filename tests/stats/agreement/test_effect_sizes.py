import math

import numpy as np
import pytest
from scipy import stats as oracle

from garden_nb.stats import cohen_d, common_language, odds_ratio, risk_ratio


def test_cohens_d():
    rng = np.random.default_rng(54)
    a, b = rng.normal(0, 1, 500), rng.normal(1, 2, 500)
    right = (b.mean() - a.mean()) / math.sqrt((a.var(ddof=1) + b.var(ddof=1)) / 2)
    assert cohen_d(a, b) == pytest.approx(right)
    assert cohen_d(b, a) == pytest.approx(-right)
    assert cohen_d([1, 1, 1], [1, 1, 1]) == 0.0
    assert cohen_d([1, 1], [2, 2]) == math.inf
    assert cohen_d([2, 2], [1, 1]) == -math.inf
    assert math.isnan(cohen_d([1.0], [2.0]))


def test_common_language_is_the_share_of_cases_won():
    rng = np.random.default_rng(55)
    a, b = rng.integers(1, 6, (2, 200))
    wins, ties = (b > a).sum(), (b == a).sum()
    assert common_language(a, b) == pytest.approx((wins + ties / 2) / 200)
    assert common_language([1, np.nan], [2, 5]) == 1.0
    assert math.isnan(common_language([np.nan], [1]))


def test_the_paired_odds_ratio():
    table = np.array([[30, 12], [5, 53]])
    assert odds_ratio(12, 5) == pytest.approx(table[0, 1] / table[1, 0])
    assert odds_ratio(3, 0) == math.inf
    assert odds_ratio(0, 3) == 0.0
    assert math.isnan(odds_ratio(0, 0))


def test_the_risk_ratio():
    right = oracle.contingency.relative_risk(42, 100, 35, 100).relative_risk
    assert risk_ratio(30, 12, 5) == pytest.approx(right)
    assert risk_ratio(0, 2, 0) == math.inf
    assert math.isnan(risk_ratio(0, 0, 0))


def test_wrong_input():
    with pytest.raises(ValueError, match="not negative"):
        odds_ratio(-1, 2)
    with pytest.raises(ValueError, match="not negative"):
        risk_ratio(1, -1, 2)
    with pytest.raises(ValueError, match="one score per case"):
        cohen_d([1, 2], [1])
