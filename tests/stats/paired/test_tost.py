import numpy as np
import pytest

from garden_nb.stats import tost


def test_the_verdict_is_the_90_percent_interval_in_the_margin():
    rng = np.random.default_rng(20)
    seen = set()
    for _ in range(300):
        got = tost(rng.normal(0.05, 0.3, 40), margin=0.15)
        inside = got.ci_low > -0.15 and got.ci_high < 0.15
        assert got.equivalent == inside == (got.p_value < 0.05)
        seen.add(got.equivalent)
    assert seen == {True, False}


def test_equal_differences_and_too_few_cases():
    assert tost([0.01] * 12, 0.1).equivalent
    assert not tost([0.01] * 3, 0.1).equivalent
    assert not tost([0.2] * 12, 0.1).equivalent
    assert np.isnan(tost([0.01], 0.1).p_value)


def test_a_margin_is_positive():
    with pytest.raises(ValueError, match="largest harmless change"):
        tost([0.1, 0.2], 0.0)
    with pytest.raises(ValueError, match="alpha"):
        tost([0.1, 0.2], 0.1, alpha=0.7)
