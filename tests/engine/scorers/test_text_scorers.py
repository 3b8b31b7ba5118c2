"""Patterns, JSON, similarity and length."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garden_nb.engine.scorers import json_schema, json_valid, length, regex_match, similarity

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def test_a_pattern_is_looked_for_in_every_line():
    assert regex_match("Thinking\nAnswer: 4", r"^Answer: \d$")
    assert not regex_match("Thinking\nAnswer: 4", r"\AAnswer")
    assert not regex_match("yes", "YES")
    assert regex_match("yes", "YES", ignore_case=True)
    assert regex_match({"a": 1}, '"a": 1')
    assert not regex_match(None, ".")


@given(JSON)
def test_what_is_json_is_valid(value):
    assert json_valid(json.dumps(value))
    assert json_valid(f"```json\n{json.dumps(value, indent=1)}\n```", fenced=True)


@pytest.mark.parametrize(
    "text", ["", "{", "{'a': 1}", "NaN", '{"a": Infinity}', "[1,]", "Sure: {}", "```\n{}\n```"]
)
def test_what_is_not_json_is_not(text):
    assert not json_valid(text)
    assert json_schema(text, {}).value == 0.0
    assert json_schema(text, {}).reason.startswith("no JSON")


def test_absurdly_nested_json_is_refused_and_not_fatal():
    assert not json_valid("[" * 200_000)


def test_a_schema_says_what_is_wrong_and_where():
    schema = {
        "type": "object",
        "properties": {"items": {"type": "array", "items": {"type": "integer"}}},
        "required": ["items"],
    }
    assert json_schema('{"items": [1, 2]}', schema).value == 1.0
    assert json_schema({"items": [1, 2]}, schema).binary
    assert json_schema('{"items": [1, "2"]}', schema).reason == (
        "['items'][1]: '2' is not of type 'integer'"
    )
    assert json_schema("[]", schema).value == 0.0


def test_a_schema_is_of_the_draft_that_it_names():
    tuple_form = {"items": [{"type": "string"}], "additionalItems": False}
    draft_4 = {"$schema": "http://json-schema.org/draft-04/schema#", **tuple_form}
    assert json_schema('["a", 1]', draft_4).value == 0.0


def test_a_schema_elsewhere_is_not_fetched(loopback):
    schema = {"$ref": f"{loopback.base_url}/schema.json"}
    with pytest.raises(Exception, match=r"schema\.json"):
        json_schema("{}", schema)
    assert loopback.requests == []


def test_similarity_counts_edits():
    assert similarity("kitten", "sitting") == pytest.approx(1 - 3 / 7)
    assert similarity("", "") == 1.0
    assert similarity("abc", "xyz") == 0.0
    assert similarity("ABC", "abc", ignore_case=True) == 1.0
    assert similarity("abc", None) is None
    assert similarity(42, "42") == 1.0


@given(st.text(), st.text())
def test_similarity_is_symmetric_and_between_0_and_1(first, second):
    assert similarity(first, second) == similarity(second, first)
    assert 0.0 <= similarity(first, second) <= 1.0
    assert similarity(first, first) == 1.0


def test_length_leaves_the_margin_out():
    assert (length(" ab\n"), length(""), length(None), length("ü€😀")) == (2, 0, 0, 3)
