"""Scores that are missing though there is an output, and why."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from garden_nb.core.records import Record

__all__ = ["Unscored", "count_unscored"]


class Unscored(NamedTuple):
    """Scores of one metric that are missing though there is an output.

    Attributes:
        outputs: How many.
        reason: The most frequent reason.
    """

    outputs: int
    reason: str


def count_unscored(records: Iterable[Record]) -> dict[str, Unscored]:
    """Return what is missing of each metric of which something is; the order changes nothing."""
    reasons: dict[str, Counter[str]] = {}
    for record in records:
        for name, score in record.scores.items() if record.failure is None else ():
            if score.value is None:
                reasons.setdefault(name, Counter())[score.reason] += 1
    return {
        name: Unscored(counts.total(), max(sorted(counts), key=lambda reason: counts[reason]))
        for name, counts in reasons.items()
    }
