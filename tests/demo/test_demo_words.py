"""Words, stems and n-grams."""

from hypothesis import given
from hypothesis import strategies as st

from garden_nb.demo.words import grams, stems, words


def test_names_are_cut_where_their_writers_joined_them():
    assert words("concurrent.futures.ThreadPoolExecutor") == [
        *("concurrent", "futures", "thread", "pool", "executor"),
    ]
    assert words("json.JSONDecoder") == ["json", "json", "decoder"]
    assert words("base64.b64encode") == ["base", "64", "64", "encode"]


def test_common_words_and_single_letters_are_left_out():
    assert words("How do I find the user's 3 files?") == ["find", "user", "3", "files"]


def test_endings_are_left_out():
    assert stems("copies copied copying") == ["cop", "cop", "cop"]
    assert stems("compress compressed compressing compression") == ["compres"] + ["compress"] * 3
    assert stems("ties led") == ["ties", "led"]


def test_grams_know_where_a_word_begins_and_ends():
    assert set(grams("ab")) == {" ab", "ab ", " ab "}
    assert grams("abc abc")["abc"] == 2
    assert " pre" in grams("prefix")
    assert " pre" not in grams("expression")


@given(st.text())
def test_words_of_words_are_themselves(text):
    once = words(text)
    assert words(" ".join(once)) == once


@given(st.text(), st.text())
def test_a_space_separates(one, two):
    assert words(f"{one} {two}") == words(one) + words(two)
    assert grams(f"{one} {two}") == grams(one) + grams(two)


@given(st.text())
def test_stems_are_beginnings_of_the_words(text):
    for stem, word in zip(stems(text), words(text), strict=True):
        assert word.startswith(stem)
        assert len(stem) >= min(3, len(word))
