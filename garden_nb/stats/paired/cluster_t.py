"""The paired t method where cases come in clusters."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from garden_nb.stats.exact_sum import exact_sum, split_exact
from garden_nb.stats.pair_result import PairColumns, PairResult
from garden_nb.stats.paired.paired_t import pair_note, paired_t_columns
from garden_nb.stats.paired.t_bounds import t_bounds, t_p_value
from garden_nb.stats.tail import tail_of

__all__ = ["ClusterMethod", "cluster_t", "cluster_t_columns"]

ClusterMethod = Literal["cr2", "cr1"]


def cluster_t_columns(
    differences: ArrayLike, clusters: ArrayLike, method: ClusterMethod = "cr2"
) -> PairColumns:
    """Return the cluster-robust t statistics of every column at once.

    Args:
        differences: (n_cases, n_columns) contender minus baseline, NaN where a side is absent.
        clusters: (n_cases,) labels; cases of one label are not independent.
        method: As in `cluster_t`.

    Raises:
        ValueError: If the lengths differ or the method is unknown.
    """
    table, labels = np.asarray(differences, float), np.asarray(clusters)
    if method not in ("cr2", "cr1"):
        raise ValueError(f"method={method!r} is unknown; give 'cr2' or 'cr1'.")
    if labels.shape != table.shape[:1]:
        raise ValueError(f"{table.shape[0]} cases have clusters of shape {labels.shape}.")
    plain = paired_t_columns(table)
    member = np.unique(labels, return_inverse=True)[1].reshape(-1)
    order = np.argsort(member, kind="stable")
    starts = np.flatnonzero(np.diff(member[order], prepend=-1))
    present = np.isfinite(table)
    residual = np.where(present, table - np.where(plain.n_pairs > 0, plain.delta, 0.0), 0.0)
    sums = sum(_by_cluster(part[order], starts) for part in split_exact(residual))
    sizes = _by_cluster(present[order].astype(float), starts)
    se, df = (_cr2 if method == "cr2" else _cr1)(np.asarray(sums), sizes)
    groups = (sizes > 0).sum(axis=0)
    constant = plain.se == 0
    se = np.where(constant, 0.0, se)
    # Equal differences are judged by flipping the signs of whole clusters.
    df = np.where(constant | (se == 0), np.maximum(groups - 1.0, 0.0), df)
    se = np.where(groups > 1, se, np.nan)
    df = np.where(groups > 1, df, 0.0)
    return PairColumns(plain.delta, se, df, t_p_value(plain.delta, se, df), plain.n_pairs)


def _by_cluster(rows: NDArray[np.float64], starts: NDArray[np.intp]) -> NDArray[np.float64]:
    return np.add.reduceat(rows, starts, axis=0) if rows.size else rows[:0]


def _cr1(
    sums: NDArray[np.float64], sizes: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the CR1 standard errors and G - 1."""
    groups, n = (sizes > 0).sum(axis=0), np.maximum(sizes.sum(axis=0), 1)
    factor = groups / np.maximum(groups - 1, 1)
    return np.sqrt(factor * exact_sum(sums**2)) / n, groups - 1.0


def _cr2(
    sums: NDArray[np.float64], sizes: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the CR2 standard errors and the Bell-McCaffrey degrees of freedom.

    For a mean the adjustment of cluster g is 1/sqrt(1 - n_g/N), and the eigenvalues of the
    working matrix enter only through their sum and sum of squares, which are closed forms.
    """
    n = np.maximum(sizes.sum(axis=0), 1)
    share = sizes / n
    rest = np.where(share < 1, 1 - share, 1.0)
    se = np.sqrt(exact_sum(sums**2 / rest)) / n
    pull = share**2 / rest
    spread = exact_sum(share**2) + exact_sum(pull) ** 2 - exact_sum(pull**2)
    return se, 1 / np.where(spread > 0, spread, np.inf)


def cluster_t(
    differences: ArrayLike,
    clusters: ArrayLike,
    confidence: float = 0.95,
    method: ClusterMethod = "cr2",
) -> PairResult:
    """Return the mean difference with a cluster-robust interval and p-value.

    The estimand is the mean over cases, each with weight 1. With every case its own cluster the
    result is that of `paired_t`.

    Args:
        differences: (n_cases,) contender minus baseline; NaN entries are left out.
        clusters: (n_cases,) labels; cases of one label are not independent.
        confidence: Level of the interval.
        method: `cr2` with Bell-McCaffrey degrees of freedom, right for very unequal clusters, or
            `cr1` with G - 1 degrees of freedom as a reference.

    Returns:
        The comparison; one cluster has neither interval nor p.

    Raises:
        ValueError: If the lengths differ, the method is unknown or the confidence is outside
            (0, 1).

    References:
        Bell, McCaffrey (2002), Survey Methodology 28:169.
        Pustejovsky, Tipton (2018), arXiv:1601.01981.
        Cameron, Miller (2015), doi:10.3368/jhr.50.2.317.
    """
    tail = tail_of(confidence)
    column = np.asarray(differences, float).reshape(-1, 1)
    columns = cluster_t_columns(column, clusters, method)
    delta, se, df, p_value, count = (part[0] for part in columns)
    low, high = t_bounds(delta, se, df, tail)
    note = pair_note(float(delta), float(se), int(count))
    return PairResult(
        delta=float(delta),
        se=float(se),
        df=float(df),
        ci_low=float(low),
        ci_high=float(high),
        p_value=float(p_value),
        n_pairs=int(count),
        method=f"cluster_{method}",
        note="one_cluster" if count > 1 and np.isnan(se) else note,
    )
