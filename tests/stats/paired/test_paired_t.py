import numpy as np
import pytest
from scipy import stats as oracle

from garden_nb.stats import paired_t, paired_t_columns, sign_flip, t_bounds


def test_against_scipy():
    rng = np.random.default_rng(5)
    for n in (2, 5, 30, 400):
        d = rng.normal(0.2, 1, n)
        right = oracle.ttest_1samp(d, 0)
        low, high = right.confidence_interval(0.9)
        got = paired_t(d, 0.9)
        assert got.p_value == pytest.approx(right.pvalue, rel=1e-10)
        assert (got.ci_low, got.ci_high) == (pytest.approx(low), pytest.approx(high))


def test_columns_are_the_single_comparisons():
    rng = np.random.default_rng(6)
    table = rng.normal(size=(300, 700))
    table[rng.random(table.shape) < 0.1] = np.nan
    table[:, 3] = np.nan
    table[:, 4] = 0.0
    columns = paired_t_columns(table)
    for at in (0, 3, 4, 350, 699):
        one = paired_t(table[:, at])
        for name in ("delta", "se", "df", "p_value", "n_pairs"):
            assert getattr(columns, name)[at] == pytest.approx(getattr(one, name), nan_ok=True)


def test_no_columns_and_wrong_shapes():
    assert paired_t_columns(np.empty((5, 0))).delta.size == 0
    with pytest.raises(ValueError, match="n_cases, n_columns"):
        paired_t_columns([1.0, 2.0])


def test_no_case_and_one_case_have_no_test():
    for values, note, n in (([], "no_data", 0), ([np.nan], "no_data", 0), ([0.4], "one_case", 1)):
        result = paired_t(values)
        assert np.isnan([result.ci_low, result.ci_high, result.p_value]).all()
        assert (result.note, result.n_pairs, result.testable) == (note, n, False)


def test_few_cases_have_an_estimate_only():
    result = paired_t([0.1, 0.3, 0.2])
    assert result.note == "few_cases"
    assert not result.testable
    assert result.ci_low < result.delta < result.ci_high


def test_identical_variants():
    result = paired_t([0.0] * 12)
    assert (result.ci_low, result.ci_high, result.p_value) == (0.0, 0.0, 1.0)
    assert result.note == "identical"


@pytest.mark.parametrize("n", [2, 5, 6, 12])
def test_equal_differences_are_judged_by_the_signs(n):
    # 0.8 - 0.7 and 0.9 - 0.8 differ in the last bit only.
    values = np.tile([0.8 - 0.7, 0.9 - 0.8], n)[:n]
    result = paired_t(values)
    assert result.note == "constant"
    assert result.p_value == pytest.approx(sign_flip(values)) == 2.0 ** (1 - n)
    assert (result.ci_low > 0) == (result.p_value < 0.05)
    assert result.ci_high == pytest.approx(0.1)


def test_equal_differences_at_every_level():
    for tail in (0.5, 0.1, 0.0625, 0.06, 1e-9):
        low, _ = t_bounds(0.1, 0.0, 4, tail)
        assert (low > 0) == (tail > 2.0**-4)


def test_infinite_differences_are_left_out():
    assert paired_t([1.0, np.inf, 2.0, -np.inf]).n_pairs == 2
