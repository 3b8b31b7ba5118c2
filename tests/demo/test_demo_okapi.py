"""BM25 against numbers worked out by hand, and its laws."""

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garden_nb.demo.okapi import Okapi

WORDS = st.sampled_from("abcdef")
DOCUMENTS = st.lists(st.lists(WORDS, min_size=1).map(Counter), min_size=1, max_size=6)
QUESTION = st.lists(WORDS, max_size=5)


def test_a_case_by_hand():
    index = Okapi([Counter("aab"), Counter("b"), Counter("cc")])  # mean length 2
    rarity_a, rarity_b = math.log(1 + 2.5 / 1.5), math.log(1 + 1.5 / 2.5)
    long, short = 1.2 * (0.25 + 0.75 * 3 / 2), 1.2 * (0.25 + 0.75 * 1 / 2)
    assert index.scores(["a", "b", "x"]) == pytest.approx(
        [
            rarity_a * 2 * 2.2 / (2 + long) + rarity_b * 2.2 / (1 + long),
            rarity_b * 2.2 / (1 + short),
            0,
        ]
    )


@given(DOCUMENTS, QUESTION)
def test_a_score_is_positive_exactly_where_a_word_is_found(documents, question):
    for score, counts in zip(Okapi(documents).scores(question), documents, strict=True):
        assert (score > 0) == any(counts[word] for word in question)


@given(DOCUMENTS, QUESTION)
def test_the_order_of_documents_changes_nothing(documents, question):
    backwards = Okapi(documents[::-1]).scores(question)
    assert backwards[::-1] == pytest.approx(Okapi(documents).scores(question))


@given(DOCUMENTS, QUESTION)
def test_saying_a_word_twice_changes_nothing(documents, question):
    index = Okapi(documents)
    assert index.scores(question * 2) == index.scores(question)
