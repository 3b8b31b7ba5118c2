"""Where the uncertainty of a mean comes from: few cases, or runs that differ."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["RepeatVariance", "repeat_variance"]


class RepeatVariance(NamedTuple):
    """The variance of a mean, split into what cases and what repeats contribute.

    Attributes:
        within: Mean variance of the runs of one case; NaN where no case was repeated.
        between: Variance of the cases' true means, cut at 0; NaN where no case was repeated.
        se: Standard error of the mean of the case means.
        se_pooled: The wrong one: as if every run were a case of its own.
        repeats_min: Fewest runs of a case.
        repeats_median: Median number of runs.
        more_repeats: Share by which doubling the repeats would narrow the interval; NaN where it
            cannot be known.
        more_cases: Share by which doubling the cases would narrow it, about 29 %.
    """

    within: float
    between: float
    se: float
    se_pooled: float
    repeats_min: int
    repeats_median: float
    more_repeats: float
    more_cases: float


def repeat_variance(scores: ArrayLike, contender: ArrayLike | None = None) -> RepeatVariance:
    """Return the variance split of a mean, or of a difference of two variants' means.

    Args:
        scores: (n_cases, n_repeats) scores, NaN where a run is absent.
        contender: (n_cases, n_repeats) scores of a second variant: the split is then of the
            difference, and the counts are of both variants' runs.

    Raises:
        ValueError: If an array is not two-dimensional or the numbers of cases differ.

    References:
        Miller (2024), arXiv:2411.00640 (law of total variance; repeats).
    """
    tables = [np.asarray(table, float) for table in (scores, contender) if table is not None]
    if any(table.ndim != 2 or table.shape[0] != tables[0].shape[0] for table in tables):
        raise ValueError("give (n_cases, n_repeats) arrays over the same cases.")
    used = np.all([np.isfinite(table).any(axis=1) for table in tables], axis=0)
    tables = [table[used] for table in tables]
    counts = [np.isfinite(table).sum(axis=1) for table in tables]
    means = [np.nansum(t, axis=1) / c for t, c in zip(tables, counts, strict=True)]
    n = int(used.sum())
    value = means[-1] - means[0] if len(means) > 1 else means[0]
    total = float(value.var(ddof=1)) if n > 1 else math.nan
    within = [_within(table, mean, c) for table, mean, c in zip(tables, means, counts, strict=True)]
    noise = math.nan
    if n:
        noise = sum(part * float(np.mean(1 / c)) for part, c in zip(within, counts, strict=True))
    between = math.nan if math.isnan(noise + total) else max(total - noise, 0.0)
    runs = np.concatenate(counts) if n else np.zeros(1, int)
    whole = between + noise
    return RepeatVariance(
        within=sum(within),
        between=between,
        se=math.sqrt(total / n) if n > 1 else math.nan,
        se_pooled=_pooled(tables),
        repeats_min=int(runs.min()),
        repeats_median=float(np.median(runs)),
        more_repeats=1 - math.sqrt((between + noise / 2) / whole) if whole > 0 else math.nan,
        more_cases=1 - math.sqrt(0.5),
    )


def _within(
    table: NDArray[np.float64], means: NDArray[np.float64], counts: NDArray[np.int64]
) -> float:
    """Return the mean variance of the runs of one case, over the cases with two runs or more."""
    repeated = counts > 1
    if not repeated.any():
        return float("nan")
    squares = np.nansum((table - means[:, None]) ** 2, axis=1)
    return float(np.mean(squares[repeated] / (counts[repeated] - 1)))


def _pooled(tables: list[NDArray[np.float64]]) -> float:
    """Return the standard error as if every run were a case of its own."""
    parts = [table[np.isfinite(table)] for table in tables]
    if any(part.size < 2 for part in parts):
        return float("nan")
    return float(np.sqrt(sum(part.var(ddof=1) / part.size for part in parts)))
