"""Search by pieces of words, which forgives endings and finds words inside joined names."""

import functools

from garden_nb.demo.catalogue import best, catalogue
from garden_nb.demo.tfidf import Tfidf
from garden_nb.demo.words import grams


def ngrams(question: str) -> str:
    """Return the name whose summary is nearest to the question in character n-grams."""
    return best(_index().scores(grams(question)))


@functools.cache
def _index() -> Tfidf:
    return Tfidf([grams(f"{entry.name} {entry.summary}") for entry in catalogue()])
