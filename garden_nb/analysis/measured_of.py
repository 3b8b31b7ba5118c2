"""What gates compare with their bounds, from the rows of a report."""

from collections.abc import Iterable, Sequence

from garden_nb.analysis.comparison import Comparison, Estimate, Status
from garden_nb.analysis.cube import Cube
from garden_nb.analysis.gates import Measured

__all__ = ["counts_of", "measured_of"]

_FEW = "a few cases decide the mean"
_INTERIM = "trials are missing"

Key = tuple[str, str]


def measured_of(
    estimates: Iterable[Estimate],
    rows: Iterable[Comparison],
    cube: Cube | None = None,
    *,
    interim: bool = False,
) -> dict[Key, Measured]:
    """Return what gates compare, by variant and metric.

    Args:
        estimates: The variants' own means.
        rows: The contenders' differences to the baseline.
        cube: What tells of which means and differences no interval is to be trusted.
        interim: Whether trials are missing; then nothing is judged by an interval.
    """
    by_row = {(row.variant, row.metric): row for row in rows}
    at = {label: place for place, label in enumerate(cube.table.plan.variants)} if cube else {}
    measured = {}
    for estimate in estimates:
        key = (estimate.variant, estimate.metric.name)
        row = by_row.get(key)
        few = few_between = False
        if cube is not None:
            pairs = cube.pairs[estimate.metric.name]
            few = bool(pairs.skewed_means[at[estimate.variant]])
            few_between = row is not None and bool(pairs.skewed[at[row.baseline], at[row.variant]])
        doubts = (_doubt(interim=interim, few=few), _doubt(interim=interim, few=few_between))
        measured[key] = _measured(estimate, row, doubts)
    return measured


def _doubt(*, interim: bool, few: bool) -> str:
    return _INTERIM if interim else _FEW if few else ""


def _measured(estimate: Estimate, row: Comparison | None, doubts: tuple[str, str]) -> Measured:
    own, between = doubts
    ends = _ends(estimate.ci_low, estimate.ci_high, own)
    if row is None:
        return Measured(estimate.value, value_ends=ends, n_cases=estimate.n_cases, value_doubt=own)
    delta, base = row.delta, row.baseline_value
    delta_ends = _ends(row.ci_low, row.ci_high, between)
    share = 100 / abs(base) if base else None
    return Measured(
        value=estimate.value,
        delta=delta,
        delta_pct=None if delta is None or share is None else 100 * delta / abs(base or 1.0),
        value_ends=ends,
        delta_ends=delta_ends,
        delta_pct_ends=None
        if delta_ends is None or share is None
        else (delta_ends[0] * share, delta_ends[1] * share),
        n_cases=estimate.n_cases,
        n_pairs=row.n_pairs,
        value_doubt=own,
        delta_doubt=between,
    )


def _ends(low: float | None, high: float | None, doubt: str) -> tuple[float, float] | None:
    return None if doubt or low is None or high is None else (low, high)


def counts_of(
    rows: Sequence[Comparison], cube: Cube, *, interim: bool = False
) -> dict[Key, Measured]:
    """Return what gates on counts compare, by contender and count.

    Args:
        rows: The contenders' differences to the baseline.
        cube: The comparisons; cases are counted on its first success metric.
        interim: Whether trials are missing, so that no metric is shown worse yet.
    """
    doubt = _INTERIM if interim else ""
    counts: dict[Key, Measured] = {}
    at = {label: place for place, label in enumerate(cube.table.plan.variants)}
    for label in dict.fromkeys(row.variant for row in rows):
        own = [row for row in rows if row.variant == label and row.status is not Status.NO_DATA]
        if not own:
            continue
        shown = sum(row.status is Status.REGRESSION for row in own)
        counts[label, "regressions"] = Measured(
            float(shown), n_cases=max(row.n_pairs for row in own), value_doubt=doubt
        )
        first = next((row for row in own if row.metric in cube.success[:1]), None)
        if first is not None:
            worse = cube.pairs[first.metric].worse[at[first.baseline], at[label]]
            counts[label, "case_regressions"] = Measured(
                float(worse), n_cases=first.n_pairs, value_doubt=doubt
            )
    return counts
