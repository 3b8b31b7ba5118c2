"""The paired t method on per-case differences."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from garden_nb.stats.exact_sum import exact_sum
from garden_nb.stats.pair_result import MIN_PAIRS, PairColumns, PairResult
from garden_nb.stats.paired.t_bounds import t_bounds, t_p_value
from garden_nb.stats.tail import tail_of

__all__ = ["pair_note", "paired_t", "paired_t_columns"]

_EQUAL = 1e-12
_BLOCK = 1 << 17


def paired_t_columns(differences: ArrayLike) -> PairColumns:
    """Return the paired t statistics of every column at once.

    The result does not depend on the order of the rows, to the last bit.

    Args:
        differences: (n_cases, n_columns) contender minus baseline, NaN where a side is absent.

    Raises:
        ValueError: If the array is not two-dimensional.

    References:
        Student (1908), doi:10.1093/biomet/6.1.1. Miller (2024), arXiv:2411.00640.
    """
    table = np.asarray(differences, float)
    if table.ndim != 2:
        raise ValueError(f"differences have shape {table.shape}; give (n_cases, n_columns).")
    width = max(1, _BLOCK // max(1, table.shape[0]))
    parts = [_block(table[:, at : at + width]) for at in range(0, table.shape[1], width)]
    delta, se, count = (
        (np.concatenate(part) for part in zip(*parts, strict=True))
        if parts
        else (
            np.empty(0),
            np.empty(0),
            np.empty(0),
        )
    )
    df = np.maximum(count - 1, 0)
    return PairColumns(delta, se, df, t_p_value(delta, se, df), count.astype(np.int64))


def _block(
    table: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return mean, standard error and count of some columns."""
    present = np.isfinite(table)
    count = present.sum(axis=0).astype(float)
    some = np.maximum(count, 1)
    filled = np.where(present, table, 0.0)
    mean = exact_sum(filled) / some
    residual = np.where(present, table - mean, 0.0)
    scale = np.abs(filled).max(axis=0, initial=0.0)
    # Differences that are equal but for rounding are equal: 0.8 - 0.7 is not 0.9 - 0.8.
    spread = residual.max(axis=0, initial=0.0) - residual.min(axis=0, initial=0.0)
    square = exact_sum(residual * residual)
    se = np.sqrt(square / np.maximum(count - 1, 1) / some)
    se = np.where(spread <= _EQUAL * scale, 0.0, se)
    return (
        np.where(count > 0, mean, np.nan),
        np.where(count > 1, se, np.nan),
        count,
    )


def paired_t(differences: ArrayLike, confidence: float = 0.95) -> PairResult:
    """Return the mean difference with the paired t interval and p-value.

    The unit is the case: repeats are averaged within the case beforehand.

    Args:
        differences: (n_cases,) contender minus baseline; NaN and infinite entries are left out.
        confidence: Level of the interval.

    Returns:
        The comparison. One case has no interval and no p; where all differences are equal the
        exact sign-flip p is given and the interval is that value (see `t_bounds`).

    Raises:
        ValueError: If the confidence is outside (0, 1).

    References:
        Student (1908), doi:10.1093/biomet/6.1.1. Miller (2024), arXiv:2411.00640.

    Example:
        >>> result = paired_t([0.1, -0.05, 0.1, 0.05, 0.0, 0.15, -0.05, 0.05, 0.1, 0.15])
        >>> round(result.delta, 3), round(result.p_value, 4)
        (0.06, 0.0301)
    """
    tail = tail_of(confidence)
    column = np.asarray(differences, float).reshape(-1, 1)
    delta, se, df, p_value, count = (part[0] for part in paired_t_columns(column))
    low, high = t_bounds(delta, se, df, tail)
    return PairResult(
        delta=float(delta),
        se=float(se),
        df=float(df),
        ci_low=float(low),
        ci_high=float(high),
        p_value=float(p_value),
        n_pairs=int(count),
        method="paired_t",
        note=pair_note(float(delta), float(se), int(count)),
    )


def pair_note(delta: float, se: float, n_pairs: int) -> str | None:
    """Return why the numbers of a comparison need care (see `PairResult.note`), or None."""
    if n_pairs < 2:
        return "one_case" if n_pairs else "no_data"
    if se == 0:
        return "identical" if delta == 0 else "constant"
    return "few_cases" if n_pairs < MIN_PAIRS else None
