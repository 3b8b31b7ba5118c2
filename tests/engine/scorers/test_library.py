"""Scorers by name, with options that are checked before anything is scored."""

import pytest

from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.metrics import Kind, Role
from garden_nb.engine.scorers import LIBRARY, Scorer, ScorerCall, check_scorers, library_scorer
from garden_nb.errors import InputError

OPTIONS = {"regex_match": {"pattern": r"\d"}, "json_schema": {"schema": {"type": "object"}}}


@pytest.mark.parametrize("name", LIBRARY)
def test_every_scorer_can_be_called_by_its_name(name):
    case = Case("c", {"question": "1 + 1?"}, expected="2")
    cases = CaseSet((case,), "question", {"expected": "answer"})
    scorer = library_scorer(name, OPTIONS.get(name))
    assert check_scorers([scorer], cases) == []
    call = ScorerCall.of(scorer, cases)
    assert call.function(**call.arguments(cases, case, "2")) is not None


def test_another_option_is_another_version_and_the_same_one_is_not():
    def version(tolerance):
        return library_scorer("numeric_match", {"tolerance": tolerance}).version

    assert version(0.01) == version(0.01) != version(0.02)


def test_an_option_is_not_taken_from_a_column_of_that_name():
    case = Case("c", {"question": "?", "pattern": "other", "ignore_case": False})
    cases = CaseSet((case,), "question")
    scorer = library_scorer("regex_match", {"pattern": "YES", "ignore_case": True})
    call = ScorerCall.of(scorer, cases)
    assert call.names == ("output",)
    assert call.function(**call.arguments(cases, case, "yes")) is True


def test_two_of_a_kind_get_names():
    loose = library_scorer("numeric_match", {"tolerance": 1, "name": "roughly"})
    assert (loose.name, library_scorer("numeric_match").name) == ("roughly", "numeric_match")


def test_values_say_what_they_mean():
    assert library_scorer("similarity").metric.kind is Kind.BOUNDED
    length = library_scorer("length", {"name": "size"}).metric
    assert (length.name, length.role, length.higher_is_better) == ("size", Role.GUARDRAIL, False)
    assert library_scorer("exact_match").metric is None
    assert Scorer.of(LIBRARY["length"].function).metric.unit == "characters"


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("numeric_mach", {}, 'Did you mean "numeric_match"?'),
        ("numeric_match", {"tolerence": 1}, 'Did you mean "tolerance"?'),
        ("numeric_match", {"tolerance": -1}, "accepted: a number from 0"),
        ("numeric_match", {"tolerance": "1%"}, "accepted: a number from 0"),
        ("numeric_match", {"relative": True}, "accepted: a number from 0"),
        ("regex_match", {}, "'pattern' is missing"),
        ("regex_match", {"pattern": "("}, "no regular expression"),
        ("regex_match", {"pattern": "a", "ignore_case": "yes"}, "accepted: true or false"),
        ("json_schema", {"schema": {"type": "objekt"}}, "'objekt' is not valid"),
        ("json_schema", {"schema": "object"}, "it is str, not a mapping"),
        ("length", {"name": " "}, "name is ' '"),
    ],
)
def test_wrong_names_and_options_say_what_is_accepted(name, options, said):
    with pytest.raises(InputError) as caught:
        library_scorer(name, options, where="scorers[0]")
    assert said in str(caught.value)
    assert str(caught.value).startswith("scorers[0]")


def test_all_problems_of_a_scorer_come_at_once():
    with pytest.raises(InputError) as caught:
        library_scorer("regex_match", {"ignore_case": 1, "patern": "a"})
    assert len(caught.value.problems) == 3
