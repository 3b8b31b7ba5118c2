"""Resampled means of pairs, made from resampled sums of variants."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from garden_nb.stats.bootstrap.resampled_sums import resampled_sums
from garden_nb.stats.exact_sum import exact_sum
from garden_nb.stats.paired.paired_t import paired_t_columns

__all__ = ["PairSums", "pair_sums"]

_BATCH = 1 << 25
_LOOK = 8
_EQUAL = 1e-9


@dataclass(frozen=True)
class PairSums:
    """What is needed to judge every (pair, metric) from one set of draws.

    Attributes:
        delta: (n_pairs, n_metrics) mean differences; NaN without data.
        n_pairs: (n_pairs, n_metrics) cases with a value on both sides.
        units: (n_pairs, n_metrics) drawn units among them: cases, or clusters.
        constant: (n_pairs, n_metrics) whether all differences are equal.
        resamples: Number of resamples.
    """

    delta: NDArray[np.float64]
    n_pairs: NDArray[np.int64]
    units: NDArray[np.int64]
    constant: NDArray[np.bool_]
    resamples: int
    _table: NDArray[np.float64]
    _pairs: NDArray[np.intp]
    _member: NDArray[np.intp] | None
    _variants: NDArray[np.float64]  # (n_variants, n_metrics, resamples), centred; 0 if incomplete
    _incomplete: dict[int, NDArray[np.float64]]  # flat (pair, metric) -> (resamples,), centred

    def means(self, places: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return resampled minus observed mean differences, (len(places), resamples).

        Args:
            places: Flat numbers of (pair, metric).
        """
        pair, metric = np.divmod(places, self.delta.shape[1])
        baseline, contender = self._pairs[pair].T
        means = self._variants[contender, metric] - self._variants[baseline, metric]
        for row, place in enumerate(places.tolist()):
            if place in self._incomplete:
                means[row] = self._incomplete[place]
        return np.asarray(means)

    def residuals(self, part: slice) -> NDArray[np.float64]:
        """Return the units' differences minus what their size predicts, (units, n)."""
        places = np.arange(part.start, part.stop)
        pair, metric = np.divmod(places, self.delta.shape[1])
        baseline, contender = self._pairs[pair].T
        d = self._table[:, contender, metric] - self._table[:, baseline, metric]
        delta = self.delta.reshape(-1)[part]
        return _grouped(np.where(np.isfinite(d), d - delta, 0.0), self._member)


def _grouped(rows: NDArray[np.float64], member: NDArray[np.intp] | None) -> NDArray[np.float64]:
    """Return the sums of rows by cluster, or the rows."""
    if member is None:
        return rows
    order = np.argsort(member, kind="stable")
    starts = np.flatnonzero(np.diff(member[order], prepend=-1))
    return np.asarray(np.add.reduceat(rows[order], starts, axis=0))


def _centred(columns: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return columns minus their means, integers left as they are, and what is still to subtract.

    Sums of integers are exact as they stand, and fit the faster single precision.
    """
    mean = exact_sum(columns) / len(columns)
    whole = np.all(columns == np.rint(columns), axis=0)
    return columns - np.where(whole, 0.0, mean), np.where(whole, mean, 0.0)


def pair_sums(
    table: NDArray[np.float64],
    pairs: NDArray[np.intp],
    clusters: ArrayLike | None,
    draws: tuple[int, int],
) -> PairSums:
    """Return the resampled means of all pairs on all metrics.

    Args:
        table: (n_cases, n_variants, n_metrics), NaN where absent.
        pairs: (n_pairs, 2) column numbers, (baseline, contender).
        clusters: (n_cases,) labels, or None.
        draws: Number of resamples, and the seed.

    Raises:
        ValueError: If the clusters do not fit the cases.
    """
    member = None
    if clusters is not None:
        labels = np.asarray(clusters)
        if labels.shape != table.shape[:1]:
            raise ValueError(f"{table.shape[0]} cases have clusters of shape {labels.shape}.")
        member = np.unique(labels, return_inverse=True)[1].reshape(-1)
    complete = np.asarray(np.isfinite(table).all(axis=0))
    delta, n_pairs, units, constant = _facts(table, pairs, complete, member)
    full = complete[pairs[:, 0]] & complete[pairs[:, 1]]
    holes = np.flatnonzero(~full & (n_pairs > 0))
    return PairSums(
        delta=delta,
        n_pairs=n_pairs,
        units=units,
        constant=constant,
        resamples=draws[0],
        _table=table,
        _pairs=pairs,
        _member=member,
        _variants=_variant_means(table, complete, member, draws),
        _incomplete=dict(_hole_means((table, pairs, delta), holes, member, draws)),
    )


def _facts(
    table: NDArray[np.float64],
    pairs: NDArray[np.intp],
    complete: NDArray[np.bool_],
    member: NDArray[np.intp] | None,
) -> tuple[NDArray[Any], ...]:
    """Return delta, cases, units and constancy of every pair and metric."""
    n = table.shape[0]
    mean = exact_sum(np.where(complete, table, 0.0)) / n
    delta = mean[pairs[:, 1]] - mean[pairs[:, 0]]
    n_pairs = np.full(delta.shape, n)
    units = np.full(delta.shape, n if member is None else int(member.max()) + 1)
    constant = np.zeros(delta.shape, bool)
    for at, (baseline, contender) in enumerate(pairs.tolist()):
        full = complete[baseline] & complete[contender]
        some = table[:_LOOK, contender] - table[:_LOOK, baseline]
        # A pair whose first differences already vary needs no closer look.
        look = np.flatnonzero(~full | (np.ptp(some, axis=0) <= _EQUAL * np.abs(some).max(axis=0)))
        if look.size:
            differences = table[:, contender, look] - table[:, baseline, look]
            plain = paired_t_columns(differences)
            delta[at, look], n_pairs[at, look] = plain.delta, plain.n_pairs
            constant[at, look] = plain.se == 0
            present = np.isfinite(differences).astype(float)
            units[at, look] = (_grouped(present, member) > 0).sum(axis=0)
    return delta, n_pairs, units, constant


def _variant_means(
    table: NDArray[np.float64],
    complete: NDArray[np.bool_],
    member: NDArray[np.intp] | None,
    draws: tuple[int, int],
) -> NDArray[np.float64]:
    """Return resampled minus observed means of every variant and metric without absent values."""
    means = np.zeros((*complete.shape, draws[0]))
    if complete.any():
        columns, offset = _centred(table[:, complete])
        if member is not None:
            columns = np.column_stack([columns, np.ones(len(columns))])
        sums = resampled_sums(_grouped(columns, member), *draws)
        size = float(len(table)) if member is None else sums[-1]
        means[complete] = sums[: len(offset)] / size - offset[:, None]
    return means


def _hole_means(
    data: tuple[NDArray[np.float64], NDArray[np.intp], NDArray[np.float64]],
    holes: NDArray[np.intp],
    member: NDArray[np.intp] | None,
    draws: tuple[int, int],
) -> Iterator[tuple[int, NDArray[np.float64]]]:
    """Yield resampled minus observed mean differences of the pairs with absent values."""
    table, pairs, delta = data
    step = max(1, _BATCH // (2 * draws[0]))
    for at in range(0, holes.size, step):
        places = holes[at : at + step]
        pair, metric = np.divmod(places, table.shape[2])
        d = table[:, pairs[pair, 1], metric] - table[:, pairs[pair, 0], metric]
        present = np.isfinite(d)
        centred = np.where(present, d - delta.reshape(-1)[places], 0.0)
        masks, which = np.unique(present, axis=1, return_inverse=True)
        columns = np.column_stack([centred, masks.astype(float)])
        sums = resampled_sums(_grouped(columns, member), *draws)
        counts = sums[places.size :][which.reshape(-1)]
        # A resample without any of the pair's cases says nothing; it counts as the estimate.
        means = np.where(counts > 0, sums[: places.size] / np.maximum(counts, 1), 0.0)
        yield from zip(places.tolist(), means, strict=True)
