"""The cube: every pair on every metric, and the verdict levels for every baseline."""

import math
from collections.abc import Collection
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from garden_nb.analysis.matrix import Matrix, Policy, build_matrix
from garden_nb.analysis.pairs import Judging, Pairs, compare_pairs
from garden_nb.analysis.table import FloatArray, TrialTable
from garden_nb.core.metrics import Role
from garden_nb.stats.bootstrap.bootstrap_pairs import resamples_needed
from garden_nb.stats.exact_sum import exact_sum
from garden_nb.stats.multiplicity.adjust_p import SECOND_LOOK, adjust_p
from garden_nb.stats.multiplicity.joint_draws import JointDraws, joint_draws
from garden_nb.stats.multiplicity.matched_level import matched_tail, settled_bounds
from garden_nb.stats.multiplicity.max_t import max_t_family
from garden_nb.stats.sequential.e_value_paired import anytime_p

__all__ = ["ADJUSTMENTS", "Adjustment", "Cube", "Judged"]

Adjustment = str | None
ADJUSTMENTS: tuple[Adjustment, ...] = ("holm", "fdr_bh", "maxt", None)
"""The corrections that there are."""

Members = tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], npt.NDArray[np.intp]]


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
    metric and contender), any other in the family of all pairs, charged for the second look: at
    most 5 % of runs of identical variants then show a difference under any baseline.

    Args:
        table: The trials.
        policy: What failed and absent trials count as.
        method: `auto`, or `bootstrap`.
        cases: (n_cases,) truth values that choose a slice of the cases, or None for all.
    """

    def __init__(
        self,
        table: TrialTable,
        policy: Policy,
        method: str = "auto",
        cases: npt.NDArray[np.bool_] | None = None,
    ) -> None:
        self.table = table
        self._clusters = _cut(table.clusters, cases)
        judging = Judging(method, self._clusters, self._resamples(), table.plan.seed)
        self.matrices: dict[str, Matrix] = {
            metric.name: build_matrix(table, metric, policy).of_cases(cases)
            for metric in table.metrics
        }
        human = {
            metric.name: build_matrix(table, replace(metric, name=metric.human), policy)
            .of_cases(cases)
            .values
            for metric in table.metrics
            if metric.human is not None
        }
        self.pairs: dict[str, Pairs] = {
            name: compare_pairs(matrix, replace(judging, human=human.get(name)))
            for name, matrix in self.matrices.items()
        }
        self._judged: dict[tuple[bool, Adjustment, float], Judged] = {}

    def of_metrics(self, names: Collection[str] | None) -> "Cube":
        """Return the cube of some of the success metrics, which are its family then.

        Pairs are not compared anew.

        Args:
            names: The success metrics to keep; None for all.
        """
        if names is None:
            return self
        part = copy(self)
        part.table = self.table.of_metrics(names)
        part._judged = {}  # noqa: SLF001  # its own copy
        vars(part).pop("_joint", None)  # it is over the metrics of the family
        return part

    @property
    def success(self) -> tuple[str, ...]:
        """The names of the metrics that form the family."""
        return tuple(m.name for m in self.table.metrics if m.role is Role.SUCCESS)

    def judged(self, baseline: str, adjust: Adjustment, alpha: float) -> Judged:
        """Return the family that a baseline's comparisons are judged in.

        Args:
            baseline: The reference.
            adjust: The correction, one of `ADJUSTMENTS`.
            alpha: The level of the verdicts, 1 - confidence.
        """
        planned = baseline == self.table.plan.baseline
        key = (planned, adjust, alpha)
        if key not in self._judged:
            self._judged[key] = self._judge(planned, adjust, alpha)
        return self._judged[key]

    def early(self, baseline: str) -> FloatArray:
        """Return p-values that are valid whenever one looks, corrected (Holm) over the family.

        Only single pass/fail runs of independent cases have them; the others are NaN.

        Args:
            baseline: The reference.

        Returns:
            (n_metrics, n_variants, n_variants), NaN outside the family.

        References:
            Ville (1939); Waudby-Smith, Ramdas (2024), doi:10.1093/jrsssb/qkad009.
        """
        n_variants = len(self.table.plan.variants)
        shape = (len(self.success), n_variants, n_variants)
        p = np.full(shape, np.nan)
        for k, name in enumerate(self.success):
            pairs = self.pairs[name]
            usable = (pairs.method == "tango") & (pairs.n > 0)
            gained, lost = np.where(usable, pairs.gained, 0), np.where(usable, pairs.lost, 0)
            p[k] = np.where(usable, anytime_p(gained, lost), np.nan)
        members = self._family(baseline == self.table.plan.baseline, shape)
        adjusted = np.full(shape, np.nan)
        adjusted[members] = adjust_p(p[members], "holm")
        return _both_orders(adjusted)

    def _resamples(self) -> int:
        """Return how many resamples leave room for the correction over all pairs."""
        n_variants = len(self.table.plan.variants)
        comparisons = n_variants * (n_variants - 1) // 2 * max(1, len(self.success))
        return max(self.table.plan.resamples, resamples_needed(comparisons))

    def _judge(self, planned: bool, adjust: Adjustment, alpha: float) -> Judged:
        n_variants = len(self.table.plan.variants)
        shape = (len(self.success), n_variants, n_variants)
        p = np.array([self.pairs[name].p for name in self.success]).reshape(shape)
        members = self._family(planned, shape)
        same = planned or n_variants == 2  # two variants have one family, whichever is the baseline
        charge = 1.0 if same or adjust is None else SECOND_LOOK
        p_adj, tail = self._adjusted(p, members, adjust, (alpha, charge))
        low, high, delta = (np.full(shape, np.nan) for _ in range(3))
        for k, name in enumerate(self.success):
            low[k], high[k] = self.pairs[name].bounds(tail[k])
            delta[k] = self.pairs[name].delta
        with np.errstate(invalid="ignore"):
            low, high = settled_bounds((low, high), delta, p_adj < alpha)
        outside = np.isnan(p_adj)
        low[outside] = high[outside] = np.nan
        return Judged(p_adj, tail, low, high, int((~np.isnan(p[members])).sum()))

    def _adjusted(
        self, p: FloatArray, members: Members, adjust: Adjustment, level: tuple[float, float]
    ) -> tuple[FloatArray, FloatArray]:
        """Return adjusted p-values and the tails that match them, in both orders of each pair.

        Args:
            p: Raw p-values.
            members: The family.
            adjust: The correction.
            level: Alpha, and what the adjusted p-values are multiplied with.
        """
        alpha, charge = level
        adjusted, tail = np.full(p.shape, np.nan), np.full(p.shape, np.nan)
        if not members[0].size:
            return adjusted, tail
        if adjust == "maxt":
            metric, baseline, contender = members
            width = p.shape[1]
            contrasts = (metric * width + contender, metric * width + baseline)
            found = max_t_family(p[members], self._joint, contrasts, df=self._joint_df, alpha=alpha)
            adjusted[members], tail[members] = found.p_adj, found.tail
        else:
            unclipped = charge * adjust_p(p[members], adjust, clip=False)  # type: ignore[arg-type]
            adjusted[members] = np.minimum(unclipped, 1.0)
            tail[members] = matched_tail(p[members], unclipped, alpha)
        return _both_orders(adjusted), _both_orders(tail)

    @cached_property
    def _joint(self) -> JointDraws:
        """Joint draws of all variants' means on all success metrics."""
        columns = np.hstack([self.matrices[name].values for name in self.success])
        present = ~np.isnan(columns)
        mean = exact_sum(np.where(present, columns, 0.0)) / np.maximum(present.sum(axis=0), 1)
        residuals = np.where(present, columns - mean, 0.0)
        if self._clusters is not None:
            sums = np.zeros((int(self._clusters.max(initial=-1)) + 1, residuals.shape[1]))
            np.add.at(sums, self._clusters, residuals)
            residuals = sums
        return joint_draws(residuals, seed=self.table.plan.seed)

    @property
    def _joint_df(self) -> float:
        if self._clusters is not None:
            return max(1.0, np.unique(self._clusters).size - 1.0)
        counts = [int(self.pairs[name].n.max(initial=0)) for name in self.success]
        return max(1.0, min(counts, default=2) - 1.0) if counts else math.inf

    def _family(self, planned: bool, shape: tuple[int, int, int]) -> Members:
        """Return the indices of one entry per comparison of the family."""
        mask = np.zeros(shape, dtype=bool)
        if planned:
            base = self.table.plan.variants.index(self.table.plan.baseline)
            mask[:, base, :] = True
            mask[:, base, base] = False
        else:
            mask[:] = np.triu(np.ones(shape[1:], dtype=bool), k=1)
        metric, baseline, contender = np.nonzero(mask)
        return metric, baseline, contender


def _both_orders(values: FloatArray) -> FloatArray:
    return np.fmax(values, np.swapaxes(values, 1, 2))


def _cut(
    clusters: npt.NDArray[np.intp] | None, cases: npt.NDArray[np.bool_] | None
) -> npt.NDArray[np.intp] | None:
    if clusters is None or cases is None:
        return clusters
    return np.unique(clusters[cases], return_inverse=True)[1].reshape(-1)
