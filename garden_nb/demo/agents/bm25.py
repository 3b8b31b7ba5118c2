"""Full-text search in the whole docstrings."""

import functools
from collections import Counter

from garden_nb.demo.catalogue import best, catalogue
from garden_nb.demo.okapi import Okapi
from garden_nb.demo.words import words


def bm25(question: str) -> str:
    """Return the name whose docstring ranks first for the question's words."""
    return best(_index().scores(words(question)))


@functools.cache
def _index() -> Okapi:
    return Okapi([Counter(words(f"{entry.name} {entry.doc}")) for entry in catalogue()])
