"""The simplest search there is: count the words in common."""

import functools
import math

from garden_nb.demo.catalogue import best, catalogue
from garden_nb.demo.words import words


def keywords(question: str) -> str:
    """Return the name whose summary has most words in common with the question.

    Long summaries have more words in common with anything, so the count is divided by the root
    of their number of words.
    """
    asked = set(words(question))
    return best([len(asked & known) / math.sqrt(len(known) or 1) for known in _index()])


@functools.cache
def _index() -> list[frozenset[str]]:
    return [frozenset(words(f"{entry.name} {entry.summary}")) for entry in catalogue()]
