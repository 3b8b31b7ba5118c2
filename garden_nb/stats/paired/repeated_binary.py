"""Two variants on pass/fail outcomes that were repeated within the case."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from garden_nb.stats.pair_result import PairResult
from garden_nb.stats.paired.paired_t import pair_note, paired_t_columns
from garden_nb.stats.tail import normal_quantile, tail_of

__all__ = [
    "RepeatedColumns",
    "repeated_binary",
    "repeated_binary_bounds",
    "repeated_binary_columns",
]

_HALVINGS = 54
_DIGITS = 12
_SLACK = 1e-12


class RepeatedColumns(NamedTuple):
    """Many comparisons of repeated pass/fail outcomes: what is needed to judge at any level.

    Attributes:
        delta: (m,) differences of pass rates; NaN without data.
        se: (m,) standard errors of the case means, for display.
        p_value: (m,) two-sided p-values; NaN for n < 1.
        n_pairs: (m,) cases with an outcome on both sides.
        values: (s,) distinct differences of case means, ascending, within -1..1.
        counts: (m, s) cases with each of the values.
    """

    delta: NDArray[np.float64]
    se: NDArray[np.float64]
    p_value: NDArray[np.float64]
    n_pairs: NDArray[np.int64]
    values: NDArray[np.float64]
    counts: NDArray[np.float64]


class _Tilted(NamedTuple):
    mean: NDArray[np.float64]
    variance: NDArray[np.float64]


def _tilt(
    columns: RepeatedColumns, strength: NDArray[np.float64], side: NDArray[np.float64]
) -> _Tilted:
    """Return mean and variance of the likeliest distributions on -1..1 with a shifted mean.

    Up to strength 1 the observed values are reweighted by 1/(1 - strength * side * value); from
    1 to 2 a share strength - 1 moves to the end `side`, which need not have been observed.
    """
    lean = (side * np.minimum(strength, 1.0))[:, None]
    weights = np.where(columns.counts > 0, columns.counts, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        weights = np.where(weights > 0, weights / (1 - lean * columns.values), 0.0)
        weights /= weights.sum(axis=1, keepdims=True)
    inner = weights @ columns.values
    spread = (weights * (columns.values - inner[:, None]) ** 2).sum(axis=1)
    # Leaning fully on an end that was observed leaves nothing else.
    inner, spread = np.where(np.isnan(inner), side, inner), np.where(np.isnan(inner), 0.0, spread)
    moved = np.maximum(strength - 1, 0.0)
    mean = inner + moved * (side - inner)
    return _Tilted(mean, (1 - moved) * (spread + moved * (side - inner) ** 2))


def _reach(columns: RepeatedColumns, side: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the largest strength: 1 where the end itself was observed, else 2."""
    at_end = np.where(side > 0, columns.counts[:, -1], columns.counts[:, 0])
    end = np.where(side > 0, columns.values[-1], columns.values[0])
    return np.where((at_end > 0) & (end == side), 1.0, 2.0)


def repeated_binary_columns(differences: ArrayLike) -> RepeatedColumns:
    """Return the score statistics of every column of differences of case means.

    Args:
        differences: (n_cases, m) contender's minus baseline's share of passed repeats, NaN where
            a side is absent.

    Raises:
        ValueError: If a difference is outside -1..1.
    """
    table = np.round(np.asarray(differences, float), _DIGITS) + 0.0
    known = np.isfinite(table)
    if np.any(np.abs(table[known]) > 1):
        raise ValueError("differences of pass rates lie within -1..1; for scores use paired_t.")
    plain = paired_t_columns(table)
    values = np.unique(np.append(table[known], [-1.0, 1.0]))
    counts = np.stack([(table == value).sum(axis=0) for value in values], axis=1).astype(float)
    columns = RepeatedColumns(
        plain.delta, plain.se, np.full_like(plain.delta, np.nan), plain.n_pairs, values, counts
    )
    return columns._replace(p_value=_p_value(columns))


def _p_value(columns: RepeatedColumns) -> NDArray[np.float64]:
    """Return the two-sided p-values of the score statistic at a mean of 0."""
    delta = np.where(columns.n_pairs > 0, columns.delta, 0.0)
    side = -np.sign(delta)
    low, high = np.zeros(side.shape), _reach(columns, side)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        beyond = _tilt(columns, middle, side).mean * side > 0
        low, high = np.where(beyond, low, middle), np.where(beyond, middle, high)
    variance = _tilt(columns, low, side).variance
    with np.errstate(divide="ignore", invalid="ignore"):
        score = np.abs(delta) * np.sqrt(columns.n_pairs / variance)
    p = np.where(delta == 0, 1.0, special.erfc(score / np.sqrt(2)))
    return np.where(columns.n_pairs > 0, p, np.nan)


def repeated_binary_bounds(
    columns: RepeatedColumns, tail: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return both ends of the interval that inverts the score p at a two-sided tail probability.

    Args:
        columns: What `repeated_binary_columns` returned.
        tail: (m,) or one two-sided tail probability.
    """
    square = normal_quantile(tail) ** 2
    low, high = (_end(columns, square, side) for side in (-1.0, 1.0))
    return low, high


def _end(
    columns: RepeatedColumns, square: NDArray[np.float64], direction: float
) -> NDArray[np.float64]:
    some = columns.n_pairs > 0
    delta = np.where(some, columns.delta, 0.0)
    side = np.full(delta.shape, direction)
    low, high = np.zeros(side.shape), _reach(columns, side)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        tilted = _tilt(columns, middle, side)
        away = np.abs(tilted.mean - delta)
        # Equal differences have no variance to compare with until an end gets a share.
        beyond = (columns.n_pairs * away**2 > square * tilted.variance) & (away > _SLACK)
        low, high = np.where(beyond, low, middle), np.where(beyond, middle, high)
    return np.where(some, np.clip(_tilt(columns, low, side).mean, -1, 1), np.nan)


def repeated_binary(differences: ArrayLike, confidence: float = 0.95) -> PairResult:
    """Return the difference of pass rates with a score interval on the case means.

    The variance under a supposed difference is that of the likeliest distribution on -1..1 with
    that mean (Tango's constrained estimate, for more than three values). Where all repeats agree
    it is Tango's interval and McNemar's score p exactly, so copying records changes nothing; it
    never has zero width, because an unobserved case may always differ by 1.

    Args:
        differences: (n_cases,) contender's minus baseline's share of passed repeats; NaN entries
            are left out.
        confidence: Level of the interval.

    Raises:
        ValueError: If a difference is outside -1..1 or the confidence is outside (0, 1).

    References:
        Tango (1998), Statistics in Medicine 17:891.
        Owen (1988), doi:10.1093/biomet/75.2.237 (the constrained estimate).
    """
    tail = tail_of(confidence)
    columns = repeated_binary_columns(np.asarray(differences, float).reshape(-1, 1))
    low, high = repeated_binary_bounds(columns, tail)
    n_pairs = int(columns.n_pairs[0])
    delta, se = float(columns.delta[0]), float(columns.se[0])
    note = pair_note(delta, se, n_pairs)
    return PairResult(
        delta=delta,
        se=se,
        df=np.inf,
        ci_low=float(low[0]),
        ci_high=float(high[0]),
        p_value=float(columns.p_value[0]),
        n_pairs=n_pairs,
        method="repeated_binary",
        note="few_cases" if note == "one_case" else note,
    )
