"""A scorer that measures how alike two texts are."""

from typing import Any

from garden_nb.core.digest import plain
from garden_nb.core.metrics import Kind, Metric
from garden_nb.engine.scorers.answer_text import answer_text
from garden_nb.engine.scorers.measured_as import measured_as

__all__ = ["similarity"]


@measured_as(Metric("similarity", Kind.BOUNDED, low=0.0, high=1.0))
def similarity(output: Any, expected: Any, *, ignore_case: bool = False) -> float | None:
    """Return how alike output and expected answer are, from 0 to 1; None without an expected one.

    One minus the share of characters that would have to be inserted, deleted or replaced
    (Levenshtein's distance over the length of the longer text). White space around does not
    count.

    References:
        Levenshtein (1966), Soviet Physics Doklady 10, 707-710.

    >>> similarity("kitten", "sitting"), similarity("Same ", "Same")
    (0.5714285714285714, 1.0)
    """
    from rapidfuzz.distance import Levenshtein  # noqa: PLC0415  # loaded by those who use it

    if plain(expected) is None:
        return None
    given, wanted = (answer_text(value).strip() for value in (output, expected))
    if ignore_case:
        given, wanted = given.casefold(), wanted.casefold()
    return float(Levenshtein.normalized_similarity(given, wanted))
