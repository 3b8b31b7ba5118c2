import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest

from garden_nb.stats.bootstrap import resampled_sums as module
from garden_nb.stats.bootstrap.resample_counts import resample_counts
from garden_nb.stats.bootstrap.resampled_sums import resampled_sums


def test_it_is_the_matrix_product():
    rng = np.random.default_rng(40)
    columns = np.column_stack([rng.normal(size=90), rng.integers(-2, 3, 90)])
    counts = np.concatenate(list(resample_counts(90, 1200, 3))).astype(float)
    assert np.allclose(resampled_sums(columns, 1200, 3), (counts @ columns).T, atol=1e-11)


@pytest.mark.parametrize("n", [50, 700])
def test_blocks_and_neighbours_change_no_bit(n, monkeypatch):
    columns = np.random.default_rng(41).normal(size=(n, 9))
    first = resampled_sums(columns, 1500, 0)
    monkeypatch.setattr(module, "_ROWS", 70)
    monkeypatch.setattr(module, "_CELLS", 1)
    assert np.array_equal(resampled_sums(columns, 1500, 0), first)
    assert np.array_equal(resampled_sums(columns[:, 4:5], 1500, 0), first[4:5])
    assert np.array_equal(resampled_sums(columns, 600, 0), first[:, :600])


DIGEST = """
import hashlib
import numpy as np
from garden_nb.stats.bootstrap.resampled_sums import resampled_sums
columns = np.random.default_rng(41).normal(size=(700, 9))
print(hashlib.sha256(resampled_sums(columns, 1500, 0).tobytes()).hexdigest())
"""


def test_threads_change_no_bit():
    columns = np.random.default_rng(41).normal(size=(700, 9))
    here = hashlib.sha256(resampled_sums(columns, 1500, 0).tobytes()).hexdigest()
    for threads in ("1", "3"):
        limits = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), threads)
        done = subprocess.run(
            [sys.executable, "-c", DIGEST],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, **limits},
        )
        assert done.stdout.strip() == here


def test_integers_are_exact():
    columns = np.random.default_rng(42).integers(0, 6, (400, 3)).astype(float)
    counts = np.concatenate(list(resample_counts(400, 800, 5))).astype(np.int64)
    assert np.array_equal(resampled_sums(columns, 800, 5), (counts @ columns.astype(int)).T)


def test_large_integers_do_not_overflow_single_precision():
    columns = np.full((100, 1), 2.0**22 + 1)
    assert np.all(resampled_sums(columns, 50, 0) == 100 * (2.0**22 + 1))
