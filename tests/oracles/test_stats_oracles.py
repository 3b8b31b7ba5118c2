"""Every statistic against a library that somebody else wrote, on random input."""

import numpy as np
import pytest
from scipy import stats as scipy_stats
from statsmodels.regression.linear_model import OLS
from statsmodels.stats import contingency_tables, inter_rater, multitest, power, proportion
from statsmodels.stats.weightstats import ttost_paired

from garden_nb.stats import (
    adjust_p,
    bootstrap_pairs,
    cluster_t,
    cohen_kappa,
    log_ratio,
    mcnemar,
    mde_paired_t,
    mde_two_proportion,
    paired_t,
    power_two_proportion,
    sign_flip,
    tango_interval,
    tost,
    wilson_interval,
    win_rate,
)

SEEDS = range(8)


@pytest.mark.parametrize("seed", SEEDS)
def test_mcnemar(seed):
    rng = np.random.default_rng(seed)
    for _ in range(20):
        b, c = rng.integers(0, 200, 2)
        table = [[50, b], [c, 20]]
        exact = contingency_tables.mcnemar(table, exact=True).pvalue
        score = contingency_tables.mcnemar(table, exact=False, correction=False).pvalue
        assert mcnemar(int(b), int(c), "exact") == pytest.approx(exact, rel=1e-9)
        assert mcnemar(int(b), int(c), "score") == pytest.approx(score, rel=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_wilson_and_tango_without_concordant_cases(seed):
    rng = np.random.default_rng(seed)
    for level in (0.5, 0.95, 0.999):
        n = int(rng.integers(1, 400))
        wins = int(rng.integers(0, n + 1))
        low, high = proportion.proportion_confint(wins, n, 1 - level, method="wilson")
        got = wilson_interval(wins, n, level)
        assert got == (pytest.approx(low, abs=1e-9), pytest.approx(high, abs=1e-9))
        tango = tango_interval(wins, n - wins, n, level)
        assert [(1 + end) / 2 for end in tango] == pytest.approx(list(got), abs=1e-9)
        tied = win_rate(wins, n - wins, 0, level)
        assert (tied.ci_tied_low, tied.ci_tied_high) == pytest.approx(got, abs=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("method", ["holm", "fdr_bh"])
def test_adjusted_p_values(seed, method):
    rng = np.random.default_rng(seed)
    for m in (1, 2, 15, 400):
        p = np.round(rng.random(m) ** 3, 3)
        right = multitest.multipletests(p, method=method)[1]
        assert adjust_p(p, method) == pytest.approx(right, abs=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_paired_t_and_log_ratio(seed):
    a, b = np.random.default_rng(seed).lognormal(size=(2, 33))
    right = scipy_stats.ttest_rel(b, a)
    low, high = right.confidence_interval(0.99)
    got = paired_t(b - a, 0.99)
    assert got.p_value == pytest.approx(right.pvalue, rel=1e-9)
    assert (got.ci_low, got.ci_high) == (pytest.approx(low), pytest.approx(high))
    logs = scipy_stats.ttest_rel(np.log(b), np.log(a))
    assert log_ratio(a, b).p_value == pytest.approx(logs.pvalue, rel=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_equivalence(seed):
    a, b = np.random.default_rng(seed).normal(size=(2, 25))
    right = ttost_paired(b, a, -0.4, 0.4)[0]
    assert tost(b - a, 0.4).p_value == pytest.approx(right, rel=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_cr1_is_the_clustered_regression_on_a_constant(seed):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 9, 70)
    d = rng.normal(size=70) + rng.normal(size=9)[labels]
    fit = OLS(d, np.ones(70)).fit(cov_type="cluster", cov_kwds={"groups": labels}, use_t=True)
    got = cluster_t(d, labels, method="cr1")
    assert got.se == pytest.approx(fit.bse[0], rel=1e-9)
    assert got.p_value == pytest.approx(fit.pvalues[0], rel=1e-9)
    low, high = fit.conf_int()[0]
    assert (got.ci_low, got.ci_high) == (pytest.approx(low), pytest.approx(high))


@pytest.mark.parametrize("seed", SEEDS)
def test_cr2_on_clusters_of_one_is_hc2(seed):
    d = np.random.default_rng(seed).normal(size=30)
    fit = OLS(d, np.ones(30)).fit(cov_type="HC2", use_t=True)
    assert cluster_t(d, np.arange(30)).se == pytest.approx(fit.bse[0], rel=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_kappa(seed, weights):
    rng = np.random.default_rng(seed)
    x = np.concatenate([np.arange(1, 6), rng.integers(1, 6, 80)])
    y = np.concatenate([np.arange(1, 6), np.where(rng.random(80) < 0.5, x[5:], 1)])
    table = np.zeros((5, 5))
    np.add.at(table, (x - 1, y - 1), 1)
    wt = {None: None, "linear": "linear", "quadratic": "quadratic"}[weights]
    right = inter_rater.cohens_kappa(table, wt=wt)
    got = cohen_kappa(x, y, weights)
    assert got.kappa == pytest.approx(right.kappa, abs=1e-10)
    assert got.se == pytest.approx(right.std_kappa, rel=1e-9)
    if right.kappa_upp < 1:
        assert got.ci_low == pytest.approx(right.kappa_low, abs=1e-9)
        assert got.ci_high == pytest.approx(right.kappa_upp, abs=1e-9)


@pytest.mark.parametrize("wanted", [0.5, 0.8, 0.95])
@pytest.mark.parametrize("n", [30, 250])
def test_power_of_two_proportions(n, wanted):
    solver = power.NormalIndPower()
    up = mde_two_proportion(0.55, n, power=wanted)
    size = proportion.proportion_effectsize(0.55 + up, 0.55)
    assert solver.power(size, n, 0.05) == pytest.approx(wanted, abs=1e-9)
    assert power_two_proportion(0.55, 0.55 + up, n) == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize("n", [5, 20, 200])
def test_power_of_a_paired_t(n):
    exact = power.TTestPower().solve_power(nobs=n, alpha=0.05, power=0.8)
    # The sum of two t quantiles stands for the noncentral t, and tends to it.
    assert mde_paired_t(1.0, n) == pytest.approx(exact, rel=0.1 / n)


@pytest.mark.parametrize("seed", SEEDS)
def test_sign_flips(seed):
    d = np.random.default_rng(seed).normal(0.4, 1, 9)
    right = scipy_stats.permutation_test(
        (d,), np.mean, permutation_type="samples", n_resamples=np.inf
    )
    assert sign_flip(d) == pytest.approx(right.pvalue, abs=1e-12)


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_bootstrap_intervals_are_those_of_scipy_up_to_the_draws(method):
    d = np.random.default_rng(5).gamma(2, 1, 40) - 1.5
    name = {"percentile": "percentile", "bca": "BCa"}[method]
    right = scipy_stats.bootstrap(
        (d,), np.mean, method=name, n_resamples=20_000, rng=1
    ).confidence_interval
    got = bootstrap_pairs(np.column_stack([0 * d, d]), method=method, resamples=20_000)
    width = right.high - right.low
    assert got.ci_low[0, 0] == pytest.approx(right.low, abs=0.03 * width)
    assert got.ci_high[0, 0] == pytest.approx(right.high, abs=0.03 * width)
