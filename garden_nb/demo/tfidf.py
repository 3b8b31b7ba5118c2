"""Cosine similarity of TF-IDF vectors."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from scipy import sparse


class Tfidf:
    """Documents as term counts, ready to be compared with a question.

    A term weighs (1 + log count) x (1 + log(documents / documents that have it)).

    Args:
        documents: The number of times that each term stands in each document.

    References:
        C. D. Manning, P. Raghavan, H. Schuetze. Introduction to Information Retrieval (2008),
        chapter 6. https://doi.org/10.1017/CBO9780511809071
    """

    def __init__(self, documents: Sequence[Counter[str]]) -> None:
        terms = sorted({term for counts in documents for term in counts})
        self._column = {term: at for at, term in enumerate(terms)}
        rows = np.repeat(np.arange(len(documents)), [len(counts) for counts in documents])
        columns = np.array([self._column[term] for counts in documents for term in counts])
        counted = np.array([count for counts in documents for count in counts.values()])
        self._rarity = 1 + np.log(len(documents) / np.bincount(columns))
        weights = (1 + np.log(counted)) * self._rarity[columns]
        lengths = np.sqrt(np.bincount(rows, weights**2, minlength=len(documents)))
        shape = (len(documents), len(terms))
        self._matrix = sparse.csr_array((weights / lengths[rows], (rows, columns)), shape)

    def scores(self, terms: Counter[str]) -> list[float]:
        """Return one cosine per document, in 0..1; all 0 where no term is known."""
        question = np.zeros(len(self._column))
        for term, count in terms.items():
            at = self._column.get(term)
            if at is not None:
                question[at] = (1 + np.log(count)) * self._rarity[at]
        length = np.sqrt(np.sum(question**2)) or 1.0
        cosines: list[float] = (self._matrix @ (question / length)).tolist()
        return cosines
