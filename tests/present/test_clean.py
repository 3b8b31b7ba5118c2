"""Text that others wrote: what is unseen is shown, and nothing else changes."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from garden_nb.present.clean import clean, shorten

any_text = st.text(st.characters(), max_size=60)


@given(any_text)
def test_cleaned_text_is_valid_visible_and_stays_as_it_is(text):
    cleaned = clean(text)
    cleaned.encode("utf-8")
    kinds = {unicodedata.category(char) for char in cleaned}
    assert not kinds & {"Cc", "Cs", "Zl", "Zp"}
    assert not any(unicodedata.bidirectional(c) in {"RLO", "LRO", "RLE", "PDF"} for c in cleaned)
    assert clean(cleaned) == cleaned


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), max_size=60))
def test_what_is_seen_is_kept(text):
    assert clean(text) == text


def test_controls_become_pictures_and_the_rest_numbers():
    assert clean("a\x00\x1b[31m\x7f") == "a␀␛[31m␡"
    assert clean("x\u202ey\ud800z\u2028") == "x⟨U+202E⟩y⟨U+D800⟩z⟨U+2028⟩"


def test_lines_are_kept_only_where_a_block_is_shown():
    assert clean("a\n\tb\r") == "a␊␉b␍"
    assert clean("a\n\tb\r", lines=True) == "a\n\tb␍"


@given(any_text, st.integers(3, 40))
def test_short_text_keeps_both_ends(text, limit):
    short = shorten(text, limit)
    assert len(short) <= limit
    assert short[0:1] == text[0:1]
    assert short[-1:] == text[-1:]
    assert short == text or "…" in short
