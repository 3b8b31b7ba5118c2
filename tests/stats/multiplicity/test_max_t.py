import numpy as np
import pytest

from garden_nb.stats import joint_draws, max_t, max_t_family, paired_t_columns, t_bounds


def metrics(n, m, rho, rng, shift=0.0):
    common = rng.normal(size=(n, 1))
    return np.sqrt(rho) * common + np.sqrt(1 - rho) * rng.normal(size=(n, m)) + shift


def test_independent_comparisons_are_sidak():
    d = np.random.default_rng(24).normal(size=(2000, 8))
    got = max_t(paired_t_columns(d).p_value, d)
    assert got.tail == pytest.approx(1 - 0.95 ** (1 / 8), rel=0.06)


def test_one_comparison_is_not_corrected():
    d = np.random.default_rng(25).normal(0.2, 1, size=(60, 1))
    p = paired_t_columns(d).p_value
    got = max_t(p, d)
    assert got.tail == pytest.approx(0.05, rel=0.1)
    assert got.p_adj[0] == pytest.approx(p[0], abs=2e-3)


def test_copies_of_one_metric_are_not_corrected():
    d = np.tile(np.random.default_rng(26).normal(0.3, 1, (80, 1)), (1, 12))
    got = max_t(paired_t_columns(d).p_value, d)
    assert got.tail == pytest.approx(0.05, rel=0.1)


def test_verdict_level_and_interval_agree_without_exception():
    rng = np.random.default_rng(27)
    for trial in range(40):
        n = int(rng.integers(5, 80))
        d = metrics(n, 6, 0.5, rng, shift=rng.normal(0, 0.4, 6))
        d[rng.random(d.shape) < 0.05] = np.nan
        columns = paired_t_columns(d)
        got = max_t(columns.p_value, d, draws=4000, seed=trial)
        low, high = t_bounds(columns.delta, columns.se, columns.df, got.tail)
        assert np.array_equal(got.p_adj < 0.05, columns.p_value < got.tail)
        assert np.array_equal(got.p_adj < 0.05, (low > 0) | (high < 0))
        assert np.all(got.p_adj >= columns.p_value)


def test_the_common_level_is_sharp():
    joint = joint_draws(np.eye(4), draws=5000)
    columns = (np.arange(4), None)
    for alpha in (0.05, 0.2, 0.011):
        tail = max_t_family(np.full(4, 0.5), joint, columns, df=np.inf, alpha=alpha).tail
        p = np.array([np.nextafter(tail, 0), tail, tail * 0.9, tail * 1.1])
        got = max_t_family(p, joint, columns, df=np.inf, alpha=alpha)
        assert (got.p_adj < alpha).tolist() == [True, False, True, False]


def test_the_covariance_does_not_depend_on_the_order_of_cases():
    rng = np.random.default_rng(33)
    residuals = rng.normal(size=(700, 6)) * 10.0 ** np.arange(-3, 3)
    residuals -= residuals.mean(axis=0)
    first = joint_draws(residuals, draws=10).covariance
    for _ in range(5):
        again = joint_draws(rng.permutation(residuals), draws=10).covariance
        assert np.array_equal(first, again)
    right = residuals.T @ residuals
    size = np.sqrt(np.diag(right))
    assert np.allclose(first / np.outer(size, size), right / np.outer(size, size), atol=1e-5)


def test_variants_that_never_differ_block_nothing():
    rng = np.random.default_rng(28)
    d = metrics(40, 3, 0.3, rng, shift=0.8)
    d[:, 1] = 0.0
    p = paired_t_columns(d).p_value
    got = max_t(p, d)
    assert got.p_adj[1] == 1.0
    assert got.p_adj[0] < 0.05
    assert max_t([1.0], np.zeros((9, 1))).p_adj.tolist() == [1.0]


def test_shared_draws_of_variants_are_those_of_their_differences():
    rng = np.random.default_rng(29)
    scores = rng.normal(size=(300, 5)) + rng.normal(size=(300, 1))
    columns = paired_t_columns(scores[:, 1:] - scores[:, :1])
    joint = joint_draws(scores - scores.mean(axis=0))
    got = max_t_family(columns.p_value, joint, (np.arange(1, 5), np.zeros(4, np.intp)), df=299.0)
    direct = max_t(columns.p_value, scores[:, 1:] - scores[:, :1])
    assert got.tail == pytest.approx(direct.tail, rel=0.1)
    assert got.p_adj == pytest.approx(direct.p_adj, abs=0.01)


def test_absent_comparisons_leave_the_family():
    d = metrics(50, 4, 0.2, np.random.default_rng(30))
    d[:, 2] = np.nan
    p = paired_t_columns(d).p_value
    got = max_t(p, d)
    assert np.isnan(got.p_adj[2])
    rest = [0, 1, 3]
    assert got.p_adj[rest] == pytest.approx(max_t(p[rest], d[:, rest]).p_adj, abs=0.01)


def test_the_order_of_cases_changes_no_digit():
    rng = np.random.default_rng(31)
    d = metrics(200, 5, 0.4, rng, shift=0.1)
    d[rng.random(d.shape) < 0.1] = np.nan
    p = paired_t_columns(d).p_value
    first = max_t(p, d)
    again = max_t(p, rng.permutation(d))
    assert np.array_equal(first.p_adj, again.p_adj)
    assert first.tail == again.tail


def test_without_degrees_of_freedom_it_is_normal():
    joint = joint_draws(np.eye(3))
    got = max_t_family([0.01, 0.2, 0.5], joint, (np.arange(3), None), df=np.inf)
    assert got.critical_value == pytest.approx(2.388, abs=0.02)


def test_too_few_draws_show_nothing():
    got = max_t([1e-9], np.random.default_rng(32).normal(size=(30, 1)), draws=10)
    assert got.p_adj[0] > 0.05
    assert got.tail == 0.0


def test_wrong_input():
    with pytest.raises(ValueError, match="one p-value per column"):
        max_t([0.1, 0.2], np.zeros((5, 3)))
    joint = joint_draws(np.eye(3))
    with pytest.raises(ValueError, match="one p-value per contrast"):
        max_t_family([0.1, 0.2], joint, (np.arange(3), None), df=5.0)
    with pytest.raises(ValueError, match="draws >= 1"):
        joint_draws(np.zeros((5, 2)), draws=0)
