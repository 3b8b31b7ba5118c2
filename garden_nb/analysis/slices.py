"""Slices: the same comparisons within each category, judged as a family of their own."""

from collections import Counter
from collections.abc import Collection
from copy import copy
from dataclasses import dataclass, replace

import numpy as np

from garden_nb.analysis.comparison import Comparison, Estimate, Status
from garden_nb.analysis.cube import Cube
from garden_nb.analysis.estimate import estimate_variant
from garden_nb.analysis.matrix import Policy
from garden_nb.analysis.rows import Reading, compare_rows
from garden_nb.analysis.table import BoolArray, TrialTable
from garden_nb.core.metrics import Role
from garden_nb.stats.multiplicity.adjust_p import adjust_p
from garden_nb.stats.multiplicity.matched_level import matched_tail, settled_bounds

__all__ = ["Slice", "SliceCubes", "reversed_metrics"]

MOST_SLICES = 50
SMALL = 20
"""Slices with fewer cases are greyed: a first impression, whatever they show."""


@dataclass(frozen=True, slots=True)
class Slice:
    """The comparisons within one category.

    Attributes:
        category: The category.
        n_cases: Its cases.
        small: Whether there are too few of them for more than a first impression.
        estimates: One per variant and success metric.
        comparisons: One per contender and success metric, corrected (Holm) over all slices.
    """

    category: str
    n_cases: int
    small: bool
    estimates: tuple[Estimate, ...]
    comparisons: tuple[Comparison, ...]


class SliceCubes:
    """The cubes of the largest categories under one policy; made once.

    Args:
        table: The trials.
        policy: What failed and absent trials count as.
        method: As in `Cube`.
    """

    def __init__(self, table: TrialTable, policy: Policy, method: str = "auto") -> None:
        self._table = table
        categories = table.plan.categories
        counts = Counter(category for category in categories if category is not None)
        ordered = sorted(counts, key=lambda name: (-counts[name], name))
        self.left_out = tuple(ordered[MOST_SLICES:])
        self._members = {
            name: np.array([category == name for category in categories], dtype=bool)
            for name in ordered[:MOST_SLICES]
        }
        self._cubes = {
            name: Cube(table, policy, method, cases=cases) for name, cases in self._members.items()
        }

    def of_metrics(self, names: Collection[str] | None) -> "SliceCubes":
        """Return the cubes of some of the success metrics; see `Cube.of_metrics`."""
        if names is None:
            return self
        part = copy(self)
        cubes = {name: cube.of_metrics(names) for name, cube in self._cubes.items()}
        part._cubes = cubes  # noqa: SLF001  # its own copy
        return part

    def read(self, reading: Reading) -> tuple[Slice, ...]:
        """Return the slices, the largest first, judged against one baseline."""
        rows = {
            name: [
                row
                for row in compare_rows(cube, replace(reading, adjust=None))
                if row.role == Role.SUCCESS
            ]
            for name, cube in self._cubes.items()
        }
        judged = _corrected(rows, self._cubes, reading)
        return tuple(
            Slice(
                category=name,
                n_cases=int(cases.sum()),
                small=int(cases.sum()) < SMALL,
                estimates=self._estimates(name, cases, 1 - reading.alpha),
                comparisons=tuple(judged[name]),
            )
            for name, cases in self._members.items()
        )

    def _estimates(self, name: str, cases: BoolArray, confidence: float) -> tuple[Estimate, ...]:
        cube = self._cubes[name]
        failed = self._table.failed[cases].sum(axis=(0, 2))
        return tuple(
            estimate_variant(cube.matrices[metric], j, label, int(failed[j]), confidence)
            for metric in cube.success
            for j, label in enumerate(self._table.plan.variants)
        )


def _corrected(
    rows: dict[str, list[Comparison]], cubes: dict[str, Cube], reading: Reading
) -> dict[str, list[Comparison]]:
    """Return the rows after Holm's correction over all slices, contenders and metrics."""
    if reading.adjust is None or reading.interim:
        return rows
    flat = [(name, row) for name, found in rows.items() for row in found]
    p = np.array([np.nan if row.p_value is None else row.p_value for _, row in flat])
    unclipped = adjust_p(p, "holm", clip=False)
    tails = matched_tail(p, unclipped, reading.alpha)
    corrected: dict[str, list[Comparison]] = {name: [] for name in rows}
    for (name, row), p_adj, tail in zip(flat, np.minimum(unclipped, 1.0), tails, strict=True):
        corrected[name].append(_rejudged(row, cubes[name], reading, (float(p_adj), float(tail))))
    return corrected


def _rejudged(
    row: Comparison, cube: Cube, reading: Reading, judged: tuple[float, float]
) -> Comparison:
    p_adj, tail = judged
    if np.isnan(p_adj) or row.delta is None:
        return row
    variants = cube.table.plan.variants
    place = (variants.index(row.baseline), variants.index(row.variant))
    pairs = cube.pairs[row.metric]
    low, high = (end[place] for end in pairs.bounds(np.full(pairs.p.shape, tail)))
    rejected = p_adj < reading.alpha
    ends = settled_bounds((low, high), row.delta, rejected)
    status = row.status
    if not rejected and status in {Status.IMPROVEMENT, Status.REGRESSION}:
        status = Status.INCONCLUSIVE
    return replace(
        row,
        p_adj=p_adj,
        tail=tail,
        ci_adj_low=float(ends[0]),
        ci_adj_high=float(ends[1]),
        status=status,
    )


def reversed_metrics(
    estimates: tuple[Estimate, ...], slices: tuple[Slice, ...], baseline: str
) -> tuple[tuple[str, str], ...]:
    """Return (variant, metric) whose overall means point the other way than every slice does.

    That happens where variants have values on different cases (Simpson's paradox): the overall
    means then compare different mixes of categories.

    References:
        Simpson (1951), Journal of the Royal Statistical Society B 13:238.
    """
    overall = {(e.variant, e.metric.name): e.value for e in estimates}
    found = []
    for key, value in overall.items():
        variant, metric = key
        base = overall.get((baseline, metric))
        if variant == baseline or base is None or value is None:
            continue
        signs = {
            np.sign(row.delta)
            for part in slices
            for row in part.comparisons
            if (row.variant, row.metric) == key and row.delta is not None
        } - {0.0}
        if len(signs) == 1 and signs == {-np.sign(value - base)}:
            found.append(key)
    return tuple(found)
