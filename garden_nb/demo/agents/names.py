"""Search by names, forgiving about spelling, as one guesses what a function is called."""

import difflib
import functools
import math
from collections import defaultdict

from garden_nb.demo.catalogue import best, catalogue
from garden_nb.demo.words import words

_CUTOFF = 0.75
_SUMMARY_WEIGHT = 0.25


def names(question: str) -> str:
    """Return the name whose words look most like the question's (`difflib` ratios).

    A word of the summary counts a quarter of a word of the name, so it mostly decides between
    names that fit alike.
    """
    scores = [0.0] * len(catalogue())
    for word in dict.fromkeys(words(question)):
        for at, fit in _fits(word).items():
            scores[at] += fit
    return best([score / size for score, size in zip(scores, _sizes(), strict=True)])


def _fits(word: str) -> dict[int, float]:
    """Return how well each entry fits one word of a question, where it does at all."""
    fits: dict[int, float] = defaultdict(float)
    known = _vocabulary()
    for other in difflib.get_close_matches(word, known, len(known), _CUTOFF):
        ratio = difflib.SequenceMatcher(None, other, word).ratio()
        for at, weight in known[other].items():
            fits[at] = max(fits[at], ratio * weight)
    return fits


@functools.cache
def _vocabulary() -> dict[str, dict[int, float]]:
    """Return word -> position of each entry that has it -> weight there."""
    known: dict[str, dict[int, float]] = defaultdict(dict)
    for at, entry in enumerate(catalogue()):
        for weight, text in ((_SUMMARY_WEIGHT, entry.summary), (1.0, entry.name)):
            for word in words(text):
                known[word][at] = weight
    return known


@functools.cache
def _sizes() -> list[float]:
    """Return what the scores are divided by, as long texts fit anything a little."""
    return [
        math.sqrt(2 + _distinct(entry.name) + _SUMMARY_WEIGHT * _distinct(entry.summary))
        for entry in catalogue()
    ]


def _distinct(text: str) -> int:
    return len(set(words(text)))
