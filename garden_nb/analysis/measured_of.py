"""What gates compare with their bounds, from the rows of a report."""

from collections.abc import Iterable

from garden_nb.analysis.comparison import Comparison, Estimate
from garden_nb.analysis.gates import Measured

__all__ = ["measured_of"]


def measured_of(
    estimates: Iterable[Estimate], rows: Iterable[Comparison]
) -> dict[tuple[str, str], Measured]:
    """Return what gates compare, by variant and metric.

    Args:
        estimates: The variants' own means.
        rows: The contenders' differences to the baseline.
    """
    by_row = {(row.variant, row.metric): row for row in rows}
    measured = {}
    for estimate in estimates:
        key = (estimate.variant, estimate.metric.name)
        row = by_row.get(key)
        delta = row.delta if row else None
        base = row.baseline_value if row else None
        percent = 100 * delta / abs(base) if delta is not None and base else None
        measured[key] = Measured(estimate.value, delta, percent)
    return measured
