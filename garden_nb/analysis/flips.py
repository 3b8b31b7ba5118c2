"""Flips: how each case fares under a contender, compared with the baseline."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from garden_nb.analysis.matrix import Policy, build_matrix
from garden_nb.analysis.table import BoolArray, FloatArray, TrialTable
from garden_nb.core.metrics import Metric

__all__ = ["FlipKind", "Flips", "find_flips"]

IntArray = npt.NDArray[np.int64]


class FlipKind(StrEnum):
    """How a case fares under the contender, in the order in which people read them."""

    REGRESSION = "regression"
    """The baseline passed (more often), or had the better score."""
    FIX = "fix"
    """The contender passed (more often), or has the better score."""
    BOTH_FAIL = "both_fail"
    """Both have the worst score there is."""
    DIFFER = "differ"
    """The same score, and different outputs."""
    SAME = "same"
    """The same score, and the same outputs as far as these are known."""
    UNPAIRED = "unpaired"
    """One side has no score: no trial yet, a failed judge, a failed trial that is left out."""


_KINDS = tuple(FlipKind)
_RANKS = (0, 1, 2, 3, 3, 4)
"""Cases of one rank stand together; whether outputs differ reorders nothing."""


@dataclass(frozen=True, eq=False)
class Flips:
    """The cases of a baseline and a contender, by kind.

    Attributes:
        metric: The metric that they are compared on.
        baseline: The reference.
        contender: The other variant.
        values: (n_cases, 2), the score of baseline and contender on each case, the mean over
            repeats: for pass/fail the share of runs that passed. NaN where there is none.
        codes: (n_cases,), the place of each case's kind in `FlipKind`.
    """

    metric: Metric
    baseline: str
    contender: str
    values: FloatArray
    codes: npt.NDArray[np.int8]

    def kind(self, case: int) -> FlipKind:
        """Return the kind of the case at a position."""
        return _KINDS[int(self.codes[case])]

    @property
    def counts(self) -> dict[FlipKind, int]:
        """How many cases each kind has."""
        found = np.bincount(self.codes, minlength=len(_KINDS))
        return {kind: int(n) for kind, n in zip(_KINDS, found, strict=True)}

    def positions(self, kinds: Collection[FlipKind] | None = None) -> IntArray:
        """Return the positions of the cases of some kinds, all by default, in reading order.

        Flips come first, the largest difference before smaller ones, then as the plan has them.
        """
        gap = np.abs(np.diff(self.values, axis=1)[:, 0])
        rank = np.asarray(_RANKS)[self.codes]
        order = np.lexsort((-np.nan_to_num(gap), rank))
        if kinds is None:
            return order.astype(np.int64)
        wanted = np.isin(self.codes, [_KINDS.index(kind) for kind in kinds])
        return order[wanted[order]].astype(np.int64)


def find_flips(
    table: TrialTable,
    pair: tuple[str, str],
    metric: Metric,
    policy: Policy | None = None,
    answers: IntArray | None = None,
) -> Flips:
    """Return how each case fares under a contender.

    On a pass/fail metric regressions and fixes are the cases that the report counts as lost and
    gained.

    Args:
        table: The trials.
        pair: The labels of baseline and contender.
        metric: One of the table's metrics.
        policy: What failed and absent trials count as.
        answers: (n_cases, 2, n_repeats), numbers that are equal where outputs are; None where
            outputs are not known, so that no case is told to differ.
    """
    columns = [table.plan.variants.index(label) for label in pair]
    values = build_matrix(table, metric, policy or Policy()).values[:, columns]
    sign = 1.0 if metric.higher_is_better else -1.0
    gain = sign * (values[:, 1] - values[:, 0])
    codes = np.full(len(values), _KINDS.index(FlipKind.SAME), dtype=np.int8)
    if answers is not None:
        codes[_differ(answers)] = _KINDS.index(FlipKind.DIFFER)
    if metric.worst is not None:
        codes[(values == metric.worst).all(axis=1)] = _KINDS.index(FlipKind.BOTH_FAIL)
    codes[gain < 0] = _KINDS.index(FlipKind.REGRESSION)
    codes[gain > 0] = _KINDS.index(FlipKind.FIX)
    codes[np.isnan(gain)] = _KINDS.index(FlipKind.UNPAIRED)
    return Flips(metric, *pair, values, codes)


def _differ(answers: IntArray) -> BoolArray:
    """Return where the outputs of all repeats, in whatever order, are not the same."""
    ordered = np.sort(answers, axis=2)
    return np.asarray((ordered[:, 0] != ordered[:, 1]).any(axis=1))
