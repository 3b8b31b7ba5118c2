"""Okapi BM25, the textbook ranking function of full-text search."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence

_K1, _B = 1.2, 0.75


class Okapi:
    """Documents as word counts, ready to be scored for a question.

    Args:
        documents: The number of times that each word stands in each document.

    References:
        S. Robertson, H. Zaragoza. The Probabilistic Relevance Framework: BM25 and Beyond (2009).
        https://doi.org/10.1561/1500000019
    """

    def __init__(self, documents: Sequence[Counter[str]]) -> None:
        total = len(documents)
        mean = sum(counts.total() for counts in documents) / total
        holding = Counter(word for counts in documents for word in counts)
        self._rarity = {
            word: math.log(1 + (total - held + 0.5) / (held + 0.5))
            for word, held in holding.items()
        }
        self._documents = [
            (counts, _K1 * (1 - _B + _B * counts.total() / mean)) for counts in documents
        ]

    def scores(self, words: Iterable[str]) -> list[float]:
        """Return one score per document, 0 where it has none of the words."""
        asked = [word for word in dict.fromkeys(words) if word in self._rarity]
        return [
            sum(
                self._rarity[word] * counts[word] * (_K1 + 1) / (counts[word] + damping)
                for word in asked
                if word in counts
            )
            for counts, damping in self._documents
        ]
