"""Columns: many comparisons on one metric, each judged by the method that fits it."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from garden_nb.analysis.table import BoolArray, FloatArray
from garden_nb.stats.bootstrap.bootstrap_pairs import bootstrap_pairs
from garden_nb.stats.paired.cluster_t import cluster_t_columns
from garden_nb.stats.paired.mcnemar import mcnemar_p
from garden_nb.stats.paired.paired_t import paired_t_columns
from garden_nb.stats.paired.ppi_delta import ppi_delta
from garden_nb.stats.paired.repeated_binary import repeated_binary_bounds, repeated_binary_columns
from garden_nb.stats.paired.t_bounds import t_bounds
from garden_nb.stats.paired.tango_interval import tango_bounds

__all__ = ["Bounds", "Columns", "bootstrapped", "by_means", "by_passes", "by_people", "where"]

Bounds = tuple[FloatArray, FloatArray]


@dataclass(frozen=True)
class Columns:
    """Comparisons as columns: what is needed to judge each at any level.

    Attributes:
        method: The method's name by column.
        delta: Mean differences, contender - baseline, NaN without data.
        se: Standard errors, NaN where there are none.
        p: Two-sided p-values, the duals of `bounds`.
        n: Cases with a value on both sides.
        bounds: Ends of the intervals at two-sided tail probabilities, one per column.
    """

    method: npt.NDArray[np.str_]
    delta: FloatArray
    se: FloatArray
    p: FloatArray
    n: npt.NDArray[np.int64]
    bounds: Callable[[FloatArray], Bounds]


def by_means(differences: FloatArray, clusters: npt.NDArray[np.intp] | None) -> Columns:
    """Return columns judged by the paired t on case means, cluster-robust where cases cluster.

    Args:
        differences: (n_cases, n_columns), NaN where a side is absent.
        clusters: (n_cases,) the number of each case's cluster, or None.
    """
    if clusters is None:
        name, found = "paired_t", paired_t_columns(differences)
    else:
        name, found = "cluster_cr2", cluster_t_columns(differences, clusters)
    return Columns(
        _named(name, found.delta),
        found.delta,
        found.se,
        found.p_value,
        found.n_pairs,
        lambda tail: t_bounds(found.delta, found.se, found.df, tail),
    )


def by_passes(differences: FloatArray, unanimous: BoolArray) -> Columns:
    """Return columns of pass/fail outcomes judged by the score test.

    Where all repeats of both variants agree it is McNemar's test with Tango's interval; elsewhere
    the same score test on case means.

    Args:
        differences: (n_cases, n_columns) differences of the shares of passed repeats.
        unanimous: (n_columns,) whether all repeats of both variants agree on every case.
    """
    gained = (differences > 0).sum(axis=0).astype(float)
    lost = (differences < 0).sum(axis=0).astype(float)
    plain = paired_t_columns(differences)
    tango = Columns(
        _named("tango", plain.delta),
        plain.delta,
        plain.se,
        np.where(plain.n_pairs > 0, mcnemar_p(gained, lost), np.nan),
        plain.n_pairs,
        lambda tail: tango_bounds(gained, lost, plain.n_pairs, tail),
    )
    if unanimous.all():
        return tango
    repeated = repeated_binary_columns(differences)
    score = Columns(
        _named("repeated_binary", plain.delta),
        plain.delta,
        plain.se,
        repeated.p_value,
        plain.n_pairs,
        lambda tail: repeated_binary_bounds(repeated, tail),
    )
    return where(unanimous, tango, score)


def bootstrapped(
    values: FloatArray,
    pairs: list[tuple[int, int]],
    clusters: npt.NDArray[np.intp] | None,
    draws: tuple[int, int],
) -> Columns:
    """Return columns judged by the percentile bootstrap over cases, or over clusters.

    Args:
        values: (n_cases, n_variants), NaN where absent.
        pairs: (baseline, contender) columns of `values`.
        clusters: (n_cases,) the number of each case's cluster, or None.
        draws: Resamples and seed.
    """
    resamples, seed = draws
    found = bootstrap_pairs(values, pairs=pairs, clusters=clusters, resamples=resamples, seed=seed)

    def ends(tail: FloatArray) -> Bounds:
        tails = np.asarray(tail, float)
        asked = ~np.isnan(tails)  # a comparison outside the family has no level
        low, high = found.bounds(np.where(asked, tails, 1.0).reshape(-1, 1))
        return np.where(asked, low[:, 0], np.nan), np.where(asked, high[:, 0], np.nan)

    delta = found.delta[:, 0]
    return Columns(
        _named("bootstrap", delta),
        delta,
        np.full(delta.shape, np.nan),
        found.p_value[:, 0],
        found.n_pairs[:, 0],
        ends,
    )


def by_people(judged: FloatArray, scored: FloatArray) -> Columns:
    """Return columns of a judge's differences, corrected by the cases that people scored too.

    Args:
        judged: (n_cases, n_columns) the judge's differences, NaN where a side is absent.
        scored: The same by people's scores, NaN where nobody scored.
    """
    found = [ppi_delta(judged[:, k], scored[:, k]) for k in range(judged.shape[1])]
    delta, se, df, p = (
        np.array([getattr(one, name) for one in found]) for name in ("delta", "se", "df", "p_value")
    )
    n = np.array([one.n_pairs if one.n_human > 1 else 0 for one in found], dtype=np.int64)
    return Columns(
        _named("ppi++", delta), delta, se, p, n, lambda tail: t_bounds(delta, se, df, tail)
    )


def where(choice: BoolArray, first: Columns, second: Columns) -> Columns:
    """Return the columns of `first` where `choice` holds, else those of `second`."""

    def ends(tail: FloatArray) -> Bounds:
        left, right = first.bounds(tail), second.bounds(tail)
        return np.where(choice, left[0], right[0]), np.where(choice, left[1], right[1])

    return Columns(
        np.where(choice, first.method, second.method),
        np.where(choice, first.delta, second.delta),
        np.where(choice, first.se, second.se),
        np.where(choice, first.p, second.p),
        np.where(choice, first.n, second.n),
        ends,
    )


def _named(name: str, like: FloatArray) -> npt.NDArray[np.str_]:
    return np.full(like.shape, name)
