from hypothesis import given
from hypothesis import strategies as st

from garden_nb.flows.cases.case_place import CasePlace

places = st.builds(
    CasePlace,
    st.integers(-3, 9),
    st.integers(1, 5),
    st.none() | st.integers(0, 12),
    st.none() | st.integers(0, 3),
)
cases = st.lists(st.integers(0, 12), unique=True, max_size=13)


@given(places, cases)
def test_a_settled_place_shows_its_case(place, found):
    settled = place.settled(found)
    assert 1 <= settled.page <= settled.pages(found)
    assert settled.page_size == place.page_size
    assert (settled.selected in settled.shown(found)) if found else settled.selected is None
    assert settled.settled(found) == settled
    if place.selected in found:
        assert (settled.selected, settled.repeat) == (place.selected, place.repeat)


@given(cases, st.integers(1, 5))
def test_pages_are_all_the_cases_once(found, size):
    pages = CasePlace(1, size).pages(found)
    shown = [at for page in range(1, pages + 1) for at in CasePlace(page, size).shown(found)]
    assert shown == found
