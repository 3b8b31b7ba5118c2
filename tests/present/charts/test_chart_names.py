"""Names: short, clean, and told apart whatever they are."""

from hypothesis import given
from hypothesis import strategies as st

from garden_nb.present.charts.names import short_names


def test_names_that_fit_stay_whole():
    assert short_names(["lab/a", "lab/b"]) == {"lab/a": "lab/a", "lab/b": "lab/b"}


def test_of_long_paths_the_last_segment_is_kept_where_no_other_has_it():
    names = ["anthropic/claude-haiku-4.5-20251001", "openai/gpt-4o-mini-2024-07-18-preview"]
    assert list(short_names(names).values()) == [
        "claude-haiku-4.5-20251001",
        "gpt-4o-mini-2…7-18-preview",
    ]
    twice = ["azure/gpt-4o-mini-2024-07-18-preview", "openai/gpt-4o-mini-2024-07-18-preview"]
    assert list(short_names(twice).values()) == [
        "azure/gpt-4o-…7-18-preview",
        "openai/gpt-4o…7-18-preview",
    ]


def test_names_that_differ_in_their_middle_show_where():
    names = [f"provider/model-number-{k}-preview" for k in range(3)]
    assert list(short_names(names, 16).values()) == [
        "…umber-0-preview",
        "…umber-1-preview",
        "…umber-2-preview",
    ]


@given(st.lists(st.text(max_size=40), unique=True, max_size=12), st.integers(12, 30))
def test_no_two_names_are_alike_and_none_is_long(names, limit):
    shown = short_names(names, limit)
    assert list(shown) == names
    assert len(set(shown.values())) == len(names)
    assert all(len(text) <= limit for text in shown.values())
