"""Two searches added up: stems, with weight on the names, and pieces of words."""

import functools
from collections import Counter

from garden_nb.demo.catalogue import Entry, best, catalogue
from garden_nb.demo.okapi import Okapi
from garden_nb.demo.tfidf import Tfidf
from garden_nb.demo.words import grams, stems

_NAME_WEIGHT, _SUMMARY_WEIGHT = 3, 2


def combined(question: str) -> str:
    """Return the name with the highest sum of two scores, each relative to its best."""
    okapi, tfidf = _indexes()
    by_stems, by_pieces = okapi.scores(stems(question)), tfidf.scores(grams(question))
    top_stems, top_pieces = max(by_stems) or 1.0, max(by_pieces) or 1.0
    pairs = zip(by_stems, by_pieces, strict=True)
    return best([stem / top_stems + piece / top_pieces for stem, piece in pairs])


@functools.cache
def _indexes() -> tuple[Okapi, Tfidf]:
    entries = catalogue()
    return (
        Okapi([_weighted_stems(entry) for entry in entries]),
        Tfidf([grams(f"{entry.name} {entry.summary}") for entry in entries]),
    )


def _weighted_stems(entry: Entry) -> Counter[str]:
    """Count a word in the name or the summary as if it stood there several times."""
    return Counter(
        stems(entry.name) * _NAME_WEIGHT + stems(entry.summary) * _SUMMARY_WEIGHT + stems(entry.doc)
    )
