"""The cube: every pair on every metric, and the verdict levels for every baseline."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from garden_nb.analysis.matrix import Matrix, Policy, build_matrix
from garden_nb.analysis.pairs import Pairs, compare_pairs
from garden_nb.analysis.table import FloatArray, TrialTable
from garden_nb.core.metrics import Role
from garden_nb.stats.multiplicity.adjust_p import AdjustMethod, adjust_p
from garden_nb.stats.multiplicity.matched_level import matched_tail, settled_bounds

__all__ = ["Cube", "Judged"]


@dataclass(frozen=True)
class Judged:
    """One family of comparisons after the correction.

    The arrays are (n_metrics, n_variants, n_variants), indexed [success metric, baseline,
    contender], NaN outside the family.

    Attributes:
        p_adj: Adjusted p-values.
        tail: The two-sided tail at which each verdict was judged.
        low: Lower ends of the intervals of the deltas at that tail.
        high: Upper ends; an interval excludes 0 exactly when its `p_adj` is below alpha.
        size: How many comparisons the family has.
    """

    p_adj: FloatArray
    tail: FloatArray
    low: FloatArray
    high: FloatArray
    size: int


class Cube:
    """Every pair on every metric under one policy about failures.

    Another baseline is a look-up: the planned baseline is judged in its own family (every success
    metric and contender), any other in the family of all pairs, which pays for the choice.

    Args:
        table: The trials.
        policy: What failed and absent trials count as.
    """

    def __init__(self, table: TrialTable, policy: Policy) -> None:
        self.table = table
        self.matrices: dict[str, Matrix] = {
            metric.name: build_matrix(table, metric, policy) for metric in table.metrics
        }
        self.pairs: dict[str, Pairs] = {
            name: compare_pairs(matrix) for name, matrix in self.matrices.items()
        }
        self._judged: dict[tuple[bool, AdjustMethod | None, float], Judged] = {}

    @cached_property
    def success(self) -> tuple[str, ...]:
        """The names of the metrics that form the family."""
        return tuple(m.name for m in self.table.metrics if m.role is Role.SUCCESS)

    def judged(self, baseline: str, adjust: AdjustMethod | None, alpha: float) -> Judged:
        """Return the family that a baseline's comparisons are judged in.

        Args:
            baseline: The reference.
            adjust: The correction.
            alpha: The level of the verdicts, 1 - confidence.
        """
        planned = baseline == self.table.plan.baseline
        key = (planned, adjust, alpha)
        if key not in self._judged:
            self._judged[key] = self._judge(planned, adjust, alpha)
        return self._judged[key]

    def _judge(self, planned: bool, adjust: AdjustMethod | None, alpha: float) -> Judged:
        n_variants = len(self.table.plan.variants)
        shape = (len(self.success), n_variants, n_variants)
        p = np.array([self.pairs[name].p for name in self.success]).reshape(shape)
        members = self._family(planned, shape)
        unclipped = np.full(shape, np.nan)
        unclipped[members] = adjust_p(p[members], adjust, clip=False)
        unclipped = np.fmax(unclipped, np.swapaxes(unclipped, 1, 2))
        p_adj = np.minimum(unclipped, 1.0)
        tail = matched_tail(p, unclipped, alpha)
        low, high, delta = (np.full(shape, np.nan) for _ in range(3))
        for k, name in enumerate(self.success):
            low[k], high[k] = self.pairs[name].bounds(tail[k])
            delta[k] = self.pairs[name].delta
        with np.errstate(invalid="ignore"):
            low, high = settled_bounds((low, high), delta, p_adj < alpha)
        outside = np.isnan(p_adj)
        low[outside] = high[outside] = np.nan
        size = int((~np.isnan(p[members])).sum())
        return Judged(p_adj, tail, low, high, size)

    def _family(
        self, planned: bool, shape: tuple[int, int, int]
    ) -> tuple[npt.NDArray[np.intp], ...]:
        """Return the indices of one entry per comparison of the family."""
        mask = np.zeros(shape, dtype=bool)
        if planned:
            base = self.table.plan.variants.index(self.table.plan.baseline)
            mask[:, base, :] = True
            mask[:, base, base] = False
        else:
            mask[:] = np.triu(np.ones(shape[1:], dtype=bool), k=1)
        return np.nonzero(mask)
