import itertools

import numpy as np
import pytest
from scipy import stats as oracle

from garden_nb.stats import bootstrap_pairs, resamples_needed
from garden_nb.stats.bootstrap.bootstrap_bounds import bootstrap_bounds, bootstrap_p_value
from garden_nb.stats.bootstrap.resample_counts import resample_counts
from garden_nb.stats.bootstrap.shape_of import shape_of


def scores(n=80, k=4, m=3, seed=43):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, k, m)) + rng.normal(size=(n, 1, m))


def test_every_pair_is_the_plain_percentile_bootstrap():
    table = scores()
    got = bootstrap_pairs(table, resamples=2000, seed=1)
    counts = np.concatenate(list(resample_counts(80, 2000, 1)))
    for at, (i, j) in enumerate(itertools.combinations(range(4), 2)):
        assert got.pairs[at].tolist() == [i, j]
        d = table[:, j] - table[:, i]
        means = counts @ d / 80
        right = np.quantile(means, [0.025, 0.975], axis=0)
        assert got.delta[at] == pytest.approx(d.mean(axis=0))
        width = right[1] - right[0]
        assert np.all(np.abs(got.ci_low[at] - right[0]) < 1e-9 * width)
        assert np.all(np.abs(got.ci_high[at] - right[1]) < 1e-9 * width)


def test_absent_values_are_a_ratio_of_sums():
    table = scores()
    table[np.random.default_rng(44).random(table.shape) < 0.15] = np.nan
    table[:, 2, 1] = scores()[:, 2, 1]
    got = bootstrap_pairs(table, resamples=1500, seed=2)
    counts = np.concatenate(list(resample_counts(80, 1500, 2))).astype(float)
    for at, (i, j) in enumerate(got.pairs):
        d = table[:, j] - table[:, i]
        there = np.isfinite(d)
        means = counts @ np.where(there, d, 0) / (counts @ there)
        assert np.allclose(got.ci_low[at], np.quantile(means, 0.025, axis=0), atol=1e-10)
        assert np.array_equal(got.n_pairs[at], there.sum(axis=0))


def test_whole_clusters_are_drawn():
    table = scores(60, 3, 1)[:, :, 0]
    table[7, 1] = np.nan
    labels = np.repeat(np.arange(12), 5)
    got = bootstrap_pairs(table, clusters=labels, resamples=1500, seed=3)
    counts = np.concatenate(list(resample_counts(12, 1500, 3))).astype(float)
    for at, (i, j) in enumerate(got.pairs):
        d = table[:, j] - table[:, i]
        there = np.isfinite(d)
        total = np.bincount(labels, np.where(there, d, 0))
        size = np.bincount(labels, there)
        means = (counts @ total) / (counts @ size)
        assert got.ci_high[at, 0] == pytest.approx(np.quantile(means, 0.975), abs=1e-10)


def test_bca_is_scipys_on_the_same_draws():
    rng = np.random.default_rng(45)
    d = rng.lognormal(0, 1, 40) - 1
    counts = np.concatenate(list(resample_counts(40, 4000, 0)))
    means = np.sort(counts @ (d - d.mean()) / 40)

    class Drawn:
        bootstrap_distribution = means + d.mean()

    right = oracle.bootstrap(
        (d,), np.mean, n_resamples=0, bootstrap_result=Drawn(), method="BCa", vectorized=True
    ).confidence_interval
    got = bootstrap_pairs(np.column_stack([0 * d, d]), resamples=4000, method="bca")
    assert got.ci_low[0, 0] == pytest.approx(right.low, abs=1e-9)
    assert got.ci_high[0, 0] == pytest.approx(right.high, abs=1e-9)


@pytest.mark.parametrize("method", ["percentile", "expanded", "bca"])
def test_the_p_value_is_the_tail_at_which_the_interval_reaches_0(method):
    rng = np.random.default_rng(46)
    d = rng.normal(0.25, 1, (30, 300)) ** 3
    d -= d.mean(axis=0) * rng.uniform(-1, 1, 300)
    # Pass/fail differences: many resampled means are exactly 0.
    d[:, :100] = rng.choice([-1, 0, 1], (30, 100), p=[0.1, 0.6, 0.3])
    counts = np.concatenate(list(resample_counts(30, 3000, 0)))
    mean = d.mean(axis=0)
    means = ((counts @ d) / 30).T
    shape = shape_of(d - mean, means - mean[:, None])
    means = np.sort(means, axis=-1)
    assert (means == 0).any()
    p = bootstrap_p_value(means, shape, method)
    assert p.min() < 0.01
    assert p.max() > 0.3
    for nudge, excluded in ((1 - 1e-6, False), (1 + 1e-6, True)):
        tail = np.minimum(p * nudge, 0.999)
        low, high = bootstrap_bounds(means, tail, shape, method)
        inside = (p < 0.99) & (p > 2.1 / 3001) & (means[:, 1] < 0) & (means[:, -2] > 0)
        assert inside.mean() > 0.5
        assert np.all((((low > 0) | (high < 0)) == excluded)[inside])


def test_other_levels_come_from_the_same_draws():
    table = scores()
    got = bootstrap_pairs(table, resamples=3000)
    low, high = got.bounds(1 - 0.95)
    assert np.array_equal(low, got.ci_low)
    assert np.array_equal(high, got.ci_high)
    tails = np.full(got.delta.shape, 0.01)
    tails[0, 0] = 0.2
    wide_low, wide_high = got.bounds(tails)
    assert np.all((wide_low <= low).reshape(-1)[1:])
    assert wide_low[0, 0] > low[0, 0]
    assert np.all(wide_low <= wide_high)


def test_chosen_pairs_mirror_and_repeat_the_rest():
    table = scores()
    all_pairs = bootstrap_pairs(table, resamples=1000)
    back = bootstrap_pairs(table, pairs=[(1, 0)], resamples=1000)
    assert back.delta[0] == pytest.approx(-all_pairs.delta[0])
    assert back.ci_low[0] == pytest.approx(-all_pairs.ci_high[0], abs=1e-12)
    assert back.p_value[0] == pytest.approx(all_pairs.p_value[0])


def test_rules_for_lone_cases_and_equal_differences():
    one = bootstrap_pairs([[0.1, 0.5]])
    assert np.isnan([one.ci_low[0, 0], one.p_value[0, 0]]).all()
    same = bootstrap_pairs(np.ones((12, 2)), resamples=100)
    assert (same.ci_low[0, 0], same.ci_high[0, 0], same.p_value[0, 0]) == (0.0, 0.0, 1.0)
    five = bootstrap_pairs(np.tile([0.1, 0.3], (5, 1)), resamples=5000)
    assert five.p_value[0, 0] == 2.0**-4
    assert five.ci_low[0, 0] == 0.0
    empty = bootstrap_pairs(np.full((6, 2), np.nan), resamples=100)
    assert np.isnan([empty.delta[0, 0], empty.ci_low[0, 0], empty.p_value[0, 0]]).all()


def test_no_interval_is_finer_than_its_draws():
    d = np.random.default_rng(47).normal(3, 1, 40)
    got = bootstrap_pairs(np.column_stack([0 * d, d]), resamples=999)
    assert got.p_value[0, 0] == 2 / 1000
    low, _ = got.bounds(1e-6)
    assert low[0, 0] == 0.0


def test_a_family_needs_enough_draws():
    assert resamples_needed(1) == 10_000
    assert resamples_needed(1900) == 1_520_000


def test_a_drawn_seed_is_kept():
    table = scores()
    got = bootstrap_pairs(table, seed=None, resamples=500)
    again = bootstrap_pairs(table, seed=got.seed, resamples=500)
    assert np.array_equal(got.ci_low, again.ci_low)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"scores": [1.0, 2.0]}, "n_cases, n_variants"),
        ({"scores": [[1.0, 2.0]], "seed": -1}, "seed >= 0"),
        ({"scores": [[1.0, 2.0]], "pairs": [(0, 2)]}, r"outside 0\.\.1"),
        ({"scores": [[1.0, 2.0]], "method": "basic"}, "'expanded' or 'bca'"),
        ({"scores": [[1.0, 2.0]], "clusters": [1, 2]}, "clusters of shape"),
    ],
)
def test_wrong_input(given, message):
    with pytest.raises(ValueError, match=message):
        bootstrap_pairs(**given)
