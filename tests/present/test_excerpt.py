"""Excerpts: parts of long texts that show the difference, and say what they leave out."""

import time

from hypothesis import given
from hypothesis import strategies as st

from garden_nb.present.excerpt import excerpt, first_difference, plain_text

texts = st.text(st.sampled_from("ab"), max_size=60)


@given(texts, st.integers(1, 30), st.integers(0, 60))
def test_an_excerpt_and_what_it_leaves_out_are_the_whole(text, limit, start):
    part = excerpt(text, limit, start)
    assert part.before + len(part.text) + part.after == len(text)
    assert text[part.before : part.before + len(part.text)] == part.text
    assert len(part.text) <= limit


@given(texts, texts, st.integers(4, 30))
def test_excerpts_of_different_texts_differ(left, right, limit):
    start = first_difference(left, right, limit)
    one, other = excerpt(left, limit, start), excerpt(right, limit, start)
    assert left[:start] == right[:start]
    if left != right:
        assert one.text != other.text
    if max(len(left), len(right)) <= limit:
        assert start == 0


def test_the_first_difference_of_megabytes_is_found_at_once():
    common = "lorem ipsum " * 1_000_000
    begin = time.process_time()
    start = first_difference(f"{common}one", f"{common}other", 2_000)
    assert time.process_time() - begin < 0.5
    assert start == len(common) + 1 - 200


def test_values_are_text():
    assert plain_text("as it\nis") == "as it\nis"
    assert plain_text(None) == ""
    assert plain_text({"a": "b", "n": [1, "é"]}) == 'a: b\nn: [1, "é"]'
    assert plain_text([True, None]) == "[true, null]"
    assert plain_text(0) == "0"
