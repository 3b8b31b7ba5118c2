import numpy as np
import pytest

from garden_nb.stats import (
    adjust_p,
    matched_level,
    matched_tail,
    mcnemar_p,
    settled_bounds,
    tango_bounds,
    tango_interval,
)


def test_the_level_is_that_of_the_rule():
    assert matched_level(0.01, 0.04) == pytest.approx(1 - 0.05 * 0.25)
    assert matched_level(0.3, 0.3, alpha=0.1) == pytest.approx(0.9)


def test_extreme_p_values_do_not_become_certainty():
    assert matched_level(1e-40, 1e-3) < 1
    assert matched_tail(1e-40, 4e-40) == pytest.approx(0.0125)
    assert matched_tail(1e-40, 1e-3) == pytest.approx(5e-39)
    low, _ = tango_bounds(300, 50, 1319, matched_tail(1e-40, 1e-3))
    assert 0 < low < tango_interval(300, 50, 1319).low
    assert tango_interval(300, 50, 1319, matched_level(1e-40, 1e-3)).low > 0


def test_p_values_of_0_are_judged_at_the_first_step():
    # 50 metrics of which all underflow: Holm judges the smallest of m at alpha / m.
    p = np.zeros(50)
    assert matched_tail(p, adjust_p(p, "holm", clip=False)) == pytest.approx(0.05 / 50)
    assert matched_tail(p, adjust_p(p, None)) == pytest.approx(0.05)
    assert mcnemar_p(3000, 0) == 0.0


def test_absent_comparisons_have_no_level():
    assert np.isnan(matched_tail([np.nan], [np.nan])).all()


def test_rounding_never_contradicts_the_verdict():
    low, high = settled_bounds(
        ([-1e-18, 0.0, 0.1, np.nan, 0.2, -0.3], [0.2, 0.2, 0.3, np.nan, 0.4, -0.1]),
        [0.1, 0.1, 0.2, np.nan, 0.3, -0.2],
        [True, True, False, False, True, True],
    )
    assert ((low > 0) | (high < 0)).tolist() == [True, True, False, False, True, True]
    assert np.isnan(low[3])
    assert high[4] == 0.4


def test_alpha_is_a_level():
    with pytest.raises(ValueError, match=r"give 0\.05"):
        matched_level(0.01, 0.02, alpha=5)
