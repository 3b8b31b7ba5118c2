"""The percentile bootstrap of one mean, drawn as Python's own generator draws."""

import math
import random
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from garden_nb.stats.bootstrap.bootstrap_bounds import BootstrapMethod, bootstrap_bounds
from garden_nb.stats.bootstrap.shape_of import shape_of
from garden_nb.stats.interval import Interval
from garden_nb.stats.tail import tail_of

__all__ = ["paired_bootstrap"]

_CELLS = 1 << 20


def _twister(seed: int | None) -> np.random.RandomState:
    """Return a generator whose doubles are those of `random.Random(seed).random()`."""
    words = random.Random(seed).getstate()[1]  # noqa: S311  # statistics, not secrets
    twister = np.random.RandomState()
    twister.set_state(("MT19937", np.array(words[:-1], np.uint32), words[-1], 0, 0.0))
    return twister


def _resampled_means(
    values: NDArray[np.float64], resamples: int, seed: int | None
) -> NDArray[np.float64]:
    """Return the means of the resamples, in the order they are drawn."""
    twister, n = _twister(seed), values.size
    rows = max(1, _CELLS // n)
    means = np.empty(resamples)
    for at in range(0, resamples, rows):
        count = min(rows, resamples - at)
        chosen = (twister.random_sample((count, n)) * n).astype(np.intp)
        means[at : at + count] = values[chosen].mean(axis=1)
    return means


def paired_bootstrap(
    diffs: Sequence[float] | NDArray[np.float64],
    *,
    resamples: int = 10_000,
    confidence: float = 0.95,
    seed: int | None = 0,
    method: BootstrapMethod = "percentile",
) -> Interval:
    """Return the bootstrap confidence interval of the mean of paired differences.

    Resample k draws the cases `int(r.random() * n)` of `r = random.Random(seed)`, in turn, so
    which cases are drawn depends only on seed, n and resamples. Adding a constant to every
    difference shifts the interval by it. The interval is widened, if needed, to contain the
    observed mean.

    Args:
        diffs: (n_cases,) contender minus baseline, finite.
        resamples: Number of resamples, at least 1.
        confidence: Level of the interval.
        seed: Seed of the generator; None for draws that cannot be repeated.
        method: `percentile`, `expanded` (percentile corrected for small n) or `bca`.

    Returns:
        `(low, high)` with low <= mean <= high.

    Raises:
        ValueError: If there are no differences, one is not finite, resamples < 1 or the
            confidence is outside (0, 1).

    References:
        Efron, Tibshirani (1993), An Introduction to the Bootstrap, chapters 13 and 14.
        Hesterberg (2015), doi:10.1080/00031305.2015.1089789 (expanded percentile).
    """
    values = np.asarray(diffs, float).reshape(-1)
    tail = tail_of(confidence)
    if values.size == 0 or not np.all(np.isfinite(values)):
        raise ValueError("diffs is empty or not finite; give one finite difference per case.")
    if resamples < 1:
        raise ValueError(f"resamples={resamples!r} is below 1; 10000 is usual.")
    mean = math.fsum(values) / values.size
    centred = values - mean
    means = np.sort(_resampled_means(centred, resamples, seed))
    low, high = bootstrap_bounds(means, tail, shape_of(centred[:, None], means), method)
    return Interval(mean + min(float(low), 0.0), mean + max(float(high), 0.0))
