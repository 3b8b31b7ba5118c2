from hypothesis import given
from hypothesis import strategies as st

from garden_nb.present.clean import clean
from garden_nb.present.shown_names import ShownNames

signs = st.sampled_from("ab\x00␀\u202e (2)") | st.characters()
names = st.lists(st.text(signs, max_size=6), unique=True, max_size=8)


@given(names, st.none() | st.integers(2, 4))
def test_shown_names_are_distinct_and_clean_and_lead_back(given_names, limit):
    shown = ShownNames(given_names, limit)
    every = [shown.show(name) for name in given_names]
    assert len(set(every)) == len(every)
    assert every == shown.all_shown
    assert all(clean(name) == name != "" for name in every)
    assert [shown.find(name) for name in every] == given_names


@given(names)
def test_plain_names_are_shown_as_they_are(given_names):
    plain = [name for name in given_names if name and clean(name) == name]
    assert [ShownNames(plain).show(name) for name in plain] == plain


def test_what_is_no_name_is_not_found():
    shown = ShownNames(["a", ""])
    assert shown.all_shown == ["a", "(empty)"]
    assert [shown.find(value) for value in ("b", "", None, ["a"], 1)] == [None] * 5
