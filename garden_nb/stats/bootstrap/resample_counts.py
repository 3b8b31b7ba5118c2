"""How often each case is drawn in each resample."""

import functools
import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy import special

__all__ = ["block_rows", "resample_counts"]

_SMALL = 64
_CELLS = 1 << 18


def block_rows(n: int) -> int:
    """Return how many resamples of n cases share one stream of random bits."""
    return max(1, min(512, _CELLS // n))


@functools.lru_cache(maxsize=8)
def _table(n: int) -> NDArray[np.uint8]:
    """Return the count that each 16-bit number stands for: Poisson, a little thinner than 1."""
    rate = 1 - 4 / math.sqrt(n)
    steps = special.pdtr(np.arange(40), rate) * 65536
    return np.searchsorted(np.rint(steps), np.arange(65536), side="right").astype(np.uint8)


class _Bits:
    """Raw bits of one block; NumPy keeps raw streams stable, its distributions it does not."""

    def __init__(self, seed: int, n: int, block: int) -> None:
        self._source = np.random.SFC64(np.random.SeedSequence([seed, n, block]))

    def words(self, count: int, dtype: str) -> NDArray[np.unsignedinteger]:
        """Return `count` words of the (little-endian) type."""
        size = np.dtype(dtype).itemsize
        raw = self._source.random_raw(-(-count * size // 8)).astype("<u8", copy=False)
        return raw.view(dtype)[:count]

    def cases(self, count: int, n: int) -> NDArray[np.intp]:
        """Return `count` case numbers, uniform by multiply and shift."""
        return ((self.words(count, "<u4").astype(np.uint64) * n) >> 32).astype(np.intp)


def _block(seed: int, n: int, block: int) -> NDArray[np.uint8]:
    """Return the counts of one block of resamples.

    Poisson counts that happen to add up to N <= n are a multinomial sample of N cases; n - N
    uniform draws complete it. That takes two bytes a case instead of one draw a case.
    """
    bits, rows = _Bits(seed, n, block), block_rows(n)
    if n < _SMALL:
        counts = np.zeros((rows, n), np.uint8)
        lacking = np.full(rows, n)
    else:
        table = _table(n)
        counts = table.take(bits.words(rows * n, "<u2")).reshape(rows, n)
        lacking = n - counts.sum(axis=1, dtype=np.uint32).astype(np.int64)
        while (over := np.flatnonzero(lacking < 0)).size:
            counts[over] = table.take(bits.words(over.size * n, "<u2")).reshape(over.size, n)
            lacking[over] = n - counts[over].sum(axis=1, dtype=np.int64)
    cells = np.repeat(np.arange(rows) * n, lacking) + bits.cases(int(lacking.sum()), n)
    np.add.at(counts.reshape(-1), cells, np.uint8(1))
    return counts


def resample_counts(n: int, resamples: int, seed: int) -> Iterator[NDArray[np.uint8]]:
    """Yield blocks of counts: how often each of n cases is drawn in each resample.

    Row k depends only on (seed, n, k): more resamples extend the same list.

    Args:
        n: Cases, at least 1.
        resamples: Rows over all blocks.
        seed: Any integer >= 0.

    Yields:
        (rows, n) counts, each row adding up to n.
    """
    rows = block_rows(n)
    for block in range(-(-resamples // rows)):
        yield _block(seed, n, block)[: resamples - block * rows]
