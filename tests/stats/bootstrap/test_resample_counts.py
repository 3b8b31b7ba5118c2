import numpy as np
import pytest
from scipy import stats as oracle

from garden_nb.stats.bootstrap.resample_counts import block_rows, resample_counts

STORED_SMALL = [[0, 2, 1, 0, 1, 2], [1, 1, 1, 1, 0, 2], [1, 0, 1, 1, 1, 2]]
STORED_LARGE = [[0, 1, 0, 1, 1, 3, 0, 2, 1, 2, 2, 0], [0, 3, 2, 1, 0, 1, 1, 2, 0, 0, 3, 0]]


def drawn(n, resamples, seed=0):
    return np.concatenate(list(resample_counts(n, resamples, seed)))


@pytest.mark.parametrize("n", [1, 2, 10, 63, 64, 200, 3000])
def test_every_row_draws_n_cases(n):
    counts = drawn(n, 700)
    assert counts.shape == (700, n)
    assert np.all(counts.sum(axis=1) == n)


@pytest.mark.parametrize("n", [5, 64, 300])
def test_more_resamples_extend_the_same_list(n):
    many = drawn(n, 2 * block_rows(n) + 77)
    for fewer in (1, block_rows(n), block_rows(n) + 1):
        assert np.array_equal(drawn(n, fewer), many[:fewer])


def test_the_draws_never_change():
    # Written down once: a report of today must replay on every machine and NumPy release.
    assert drawn(6, 3).tolist() == STORED_SMALL
    assert drawn(100, 2)[:, :12].tolist() == STORED_LARGE
    assert not np.array_equal(drawn(100, 2), drawn(100, 2, seed=1))


@pytest.mark.parametrize("n", [20, 100, 1000])
def test_counts_are_multinomial(n):
    counts = drawn(n, 20_000).astype(float)
    first = counts[:, : min(n, 50)]
    seen = np.bincount(first.astype(int).reshape(-1), minlength=6)[:6] / first.size
    assert seen == pytest.approx(oracle.binom.pmf(np.arange(6), n, 1 / n), abs=2e-3)
    assert first.var() == pytest.approx(1 - 1 / n, rel=0.01)
    weights = np.random.default_rng(39).normal(size=n)
    weights -= weights.mean()
    sums = counts @ weights
    assert sums.mean() == pytest.approx(0, abs=4 * np.sqrt((weights**2).sum() / 20_000))
    assert sums.var() == pytest.approx((weights**2).sum(), rel=0.05)
