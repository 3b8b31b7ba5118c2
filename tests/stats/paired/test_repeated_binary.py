import numpy as np
import pytest

from garden_nb.stats import (
    mcnemar_p,
    paired_t,
    repeated_binary,
    repeated_binary_bounds,
    repeated_binary_columns,
    tango_bounds,
)


def tables(n, m, rng):
    """Random single-run outcomes, empty cells among them."""
    shares = rng.dirichlet([0.4, 2.0, 0.4], m)
    shares[: m // 10] = [0.2, 0.8, 0.0]
    shares[m // 10 : m // 5] = [0.0, 1.0, 0.0]
    return np.stack([rng.choice([-1.0, 0.0, 1.0], n, p=share) for share in shares], axis=1)


@pytest.mark.parametrize("n", [1, 5, 20, 200])
@pytest.mark.parametrize("tail", [0.5, 0.05, 1e-6, 1e-40])
def test_where_repeats_agree_it_is_tangos_interval(n, tail):
    d = tables(n, 60, np.random.default_rng(n))
    columns = repeated_binary_columns(d)
    b, c = (d > 0).sum(axis=0), (d < 0).sum(axis=0)
    assert np.allclose(
        repeated_binary_bounds(columns, tail), tango_bounds(b, c, n, tail), atol=1e-9
    )
    assert np.allclose(columns.p_value, mcnemar_p(b, c), rtol=1e-9)


def test_copied_records_narrow_nothing():
    # 0 against 5 of 50: a t on the copies would shrink the width from .192 to .172.
    d = np.repeat([1.0, 0.0], [5, 45])
    got = repeated_binary(d)
    assert got.ci_high - got.ci_low == pytest.approx(0.1921, abs=1e-3)
    t = paired_t(d)
    assert t.ci_high - t.ci_low < 0.175


def test_it_never_has_zero_width():
    for d in ([0.0] * 20, [0.3] * 20, [1.0] * 20, [-0.1] * 20):
        got = repeated_binary(d)
        assert got.ci_high - got.ci_low > 0.1


def test_it_tends_to_the_t_interval_as_cases_grow():
    rng = np.random.default_rng(15)
    p = rng.beta(1, 1, 2000)
    d = (rng.binomial(10, p) - rng.binomial(10, p)) / 10
    got, t = repeated_binary(d), paired_t(d)
    assert got.ci_high - got.ci_low == pytest.approx(t.ci_high - t.ci_low, rel=0.01)


def test_the_interval_is_the_p_value_inverted():
    rng = np.random.default_rng(16)
    p = rng.beta(1, 0.5, (40, 400))
    q = np.clip(p + 0.1 * rng.normal(size=400), 0, 1)
    d = (rng.binomial(3, q) - rng.binomial(3, p)) / 3
    columns = repeated_binary_columns(d)
    for tail in (0.2, 0.05, 0.001):
        low, high = repeated_binary_bounds(columns, tail)
        clear = np.abs(columns.p_value / tail - 1) > 1e-6
        excluded = (low > 0) | (high < 0)
        assert np.array_equal(excluded[clear], (columns.p_value < tail)[clear])


def test_unequal_repeats_and_absent_cases():
    got = repeated_binary([1 / 3, -1 / 2, np.nan, 2 / 3, 0.0, 1.0, 1 / 7])
    assert got.n_pairs == 6
    assert got.ci_low < got.delta < got.ci_high
    empty = repeated_binary([np.nan])
    assert np.isnan([empty.delta, empty.ci_low, empty.p_value]).all()


def test_swapping_the_variants_mirrors_the_interval():
    d = np.random.default_rng(17).integers(-3, 4, 30) / 3
    there, back = repeated_binary(d), repeated_binary(-d)
    assert back.p_value == pytest.approx(there.p_value, rel=1e-9)
    assert back.ci_low == pytest.approx(-there.ci_high, abs=1e-9)


def test_scores_are_no_pass_rates():
    with pytest.raises(ValueError, match="paired_t"):
        repeated_binary([2.0, 1.0])


@pytest.mark.parametrize("repeats", [3, 10])
@pytest.mark.parametrize("n", [10, 50])
def test_it_covers_where_few_cases_differ_much(repeats, n):
    # One case in ten is lost for good: t covers 60 to 90 % here.
    rng = np.random.default_rng(18)
    lost = rng.random((1500, n)) < 0.1
    base = rng.binomial(repeats, np.where(lost, 1.0, 0.98))
    other = rng.binomial(repeats, np.where(lost, 0.0, 0.98))
    columns = repeated_binary_columns(((other - base) / repeats).T)
    low, high = repeated_binary_bounds(columns, 0.05)
    assert np.mean((low <= -0.1) & (high >= -0.1)) >= 0.93
