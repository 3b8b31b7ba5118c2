"""Word diffs: both texts come back whole, what is the same is the same, and no text is slow."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garden_nb.present.word_diff import word_diff

words = st.lists(st.sampled_from(["a", "b", "the", " ", "\n", ".", "東", "京", "é"]), max_size=30)
texts = words.map("".join) | st.text(max_size=40)


def joined(spans, *kinds):
    return "".join(text for text, kind in spans if kind in kinds)


@given(texts, texts)
def test_spans_join_to_the_texts_and_what_is_the_same_is_one_text(left, right):
    one, other = word_diff(left, right)
    assert joined(one, "same", "removed") == left
    assert joined(other, "same", "added") == right
    assert joined(one, "same") == joined(other, "same")
    assert all(text for text, _ in (*one, *other))


@given(texts, texts)
def test_only_different_texts_have_different_words(left, right):
    changed = {kind for spans in word_diff(left, right) for _, kind in spans} - {"same"}
    assert bool(changed) == (left != right)


def test_words_are_the_unit():
    one, other = word_diff("29 February was a Thursday.", "29 February was a sunny Wednesday.")
    assert one == [("29 February was a ", "same"), ("Thursday", "removed"), (".", "same")]
    assert other == [("29 February was a ", "same"), ("sunny Wednesday", "added"), (".", "same")]


def test_text_without_spaces_is_compared_by_its_signs():
    one, _ = word_diff("今日は東京", "今日は大阪")
    assert one == [("今日は", "same"), ("東京", "removed")]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("a b " * 500, "b a c " * 330),
        ("a " * 1000, "a b " * 500),
        (".," * 1000, ",.!" * 700),
        ("a b " * 50_000, "b a " * 50_000),
        ("x" * 100_000, "y" * 100_000),
    ],
)
def test_no_text_is_slow(left, right):
    start = time.process_time()
    word_diff(left, right)
    assert time.process_time() - start < 1.0
