"""TF-IDF cosines against numbers worked out by hand, and their laws."""

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garden_nb.demo.tfidf import Tfidf

DOCUMENT = st.lists(st.sampled_from("abcdef"), min_size=1).map(Counter)
DOCUMENTS = st.lists(DOCUMENT, min_size=1, max_size=6)


def test_a_case_by_hand():
    index = Tfidf([Counter("aab"), Counter("b")])
    a, b = (1 + math.log(2)) * (1 + math.log(2)), 1.0  # "b" is in both documents
    assert index.scores(Counter("b")) == pytest.approx([b / math.hypot(a, b), 1])
    assert index.scores(Counter("xy")) == [0, 0]


@given(DOCUMENTS)
def test_a_document_is_nearest_to_itself(documents):
    index = Tfidf(documents)
    for at, counts in enumerate(documents):
        scores = index.scores(counts)
        assert scores[at] == pytest.approx(1)
        assert max(scores) <= 1 + 1e-12
        assert min(scores) >= 0


@given(DOCUMENTS, DOCUMENT)
def test_the_order_of_documents_changes_nothing(documents, question):
    backwards = Tfidf(documents[::-1]).scores(question)
    assert backwards[::-1] == pytest.approx(Tfidf(documents).scores(question))
