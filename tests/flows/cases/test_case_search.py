"""Searching texts: what is found is what a reader would find, and it can be stopped midway."""

from hypothesis import given, settings
from hypothesis import strategies as st

from garden_nb.core.records import Output, Record
from garden_nb.flows.cases.case_search import CaseSearch, matching
from garden_nb.flows.cases.case_source import TrialKey
from garden_nb.flows.cases.record_source import RecordSource
from garden_nb.present.excerpt import plain_text

signs = st.sampled_from(
    [*'aAbBkK"\\/\n\t n u0', "é", "É", "ß", "İ", "\u212a", "東", "\x00", "\ud800", "🦉"]
)
texts = st.text(signs, max_size=8)
values = texts | st.lists(texts, max_size=2) | st.dictionaries(texts, texts, max_size=2) | st.none()


def found_in(values, query, known="", *, at_once=True):
    records = [Record(f"c{i}", "a", output=Output(value)) for i, value in enumerate(values)]
    outcomes = matching(
        range(len(values)),
        query,
        RecordSource(records),
        lambda _: known,
        lambda i: [TrialKey(f"c{i}", "a", 0), TrialKey(f"c{i}", "b", 0)],
    )
    search = CaseSearch(range(len(values)), outcomes)
    while not search.advance(None if at_once else -1.0):
        assert search.seen < search.total
    assert search.done
    return search.found


@settings(max_examples=300)
@given(st.lists(values, max_size=6), texts.filter(bool), st.booleans())
def test_what_is_found_is_what_the_texts_have(outputs, query, at_once):
    expected = [i for i, v in enumerate(outputs) if query.lower() in plain_text(v).lower()]
    assert found_in(outputs, query, at_once=at_once) == expected


def test_more_cases_than_are_read_at_a_time():
    outputs = [f"answer {i}" for i in range(500)]
    assert found_in(outputs, "ANSWER 49") == [49, *range(490, 500)]


def test_what_is_known_of_a_case_needs_no_output():
    assert found_in(["x", "y"], "Why", known="that is why") == [0, 1]


def test_a_search_goes_on_where_it_stopped():
    records = [Record(f"c{i}", "a", output=Output("x")) for i in range(10)]
    outcomes = matching(
        range(10), "x", RecordSource(records), lambda _: "", lambda i: [TrialKey(f"c{i}", "a", 0)]
    )
    search = CaseSearch(range(10), outcomes)
    assert not search.advance(-1.0)
    assert (search.seen, search.found, search.done) == (1, [0], False)
    assert search.advance()
    assert search.found == list(range(10))


def test_without_a_query_all_is_found_at_once():
    search = CaseSearch([3, 1])
    assert (search.found, search.done, search.advance()) == ([3, 1], True, True)
