# ruff: noqa: ARG005  # what a lambda declares is the subject
import subprocess
import sys
from functools import partial
from types import SimpleNamespace

import pytest

from garden_nb.core.cases import Case, CaseSet
from garden_nb.engine.scorers import Scorer, ScorerCall, check_scorers, exact_match
from garden_nb.engine.scorers.function_digest import function_digest

CASE = Case("1", {"prompt": "why?", "context": "c"}, "because", category="x", cluster="k")
COLUMNS = {"expected": "answer", "category": "topic", "case_id": "number", "cluster": "group"}
CASES = CaseSet((CASE,), question="prompt", columns=COLUMNS)


def given(function, cases=CASES):
    call = ScorerCall.of(Scorer("s", function), cases)
    return call.function(**call.arguments(cases, cases.cases[0], "out"))


def test_a_scorer_gets_what_it_declares():
    assert given(lambda output: output) == "out"
    assert given(lambda expected, output: (expected, output)) == ("because", "out")
    assert given(lambda question: question) == "why?"
    assert given(lambda case: case) is CASE
    assert given(lambda context, prompt: (context, prompt)) == ("c", "why?")
    assert given(lambda *, output, weight=2: (output, weight)) == ("out", 2)


def test_role_columns_come_under_their_own_names():
    found = given(lambda answer, topic, number, group: (answer, topic, number, group))
    assert found == ("because", "x", "1", "k")


def test_a_scorer_that_takes_any_name_gets_all():
    assert set(given(lambda **names: names)) == {"output", "expected", "question", "case"}


def test_a_question_column_is_itself_where_inputs_are_many():
    cases = CaseSet((Case("1", {"question": "q", "other": "o"}),))
    assert given(lambda question: question, cases) == "q"
    cases = CaseSet((Case("1", {"a": "q", "b": "o"}),))
    assert given(lambda question: question, cases) == {"a": "q", "b": "o"}


class Length:
    def __init__(self, limit):
        self.limit = limit

    def __call__(self, output):
        return len(output) < self.limit


def named(name):
    def scorer(output):
        return bool(output)

    scorer.__name__ = name
    return scorer


def test_a_scorer_has_its_functions_name():
    assert Scorer.of(exact_match).name == "exact_match"
    assert Scorer.of(partial(exact_match, expected=1)).name == "exact_match"
    assert Scorer.of(Length(3)).name == "Length"
    assert Scorer.of(Scorer("other", exact_match)).name == "other"


def problems(*scorers):
    return [str(problem) for problem in check_scorers(scorers, CASES)]


def test_good_scorers_have_no_problem():
    assert problems(exact_match, Length(3), Scorer("short", lambda output: len(output) < 9)) == []


def test_every_problem_is_listed():
    found = problems(
        lambda outptu: 1,
        named("twin"),
        named("twin"),
        "exact_match",
        Scorer("third", lambda output, /: 1),
    )
    assert len(found) == 5
    text = "\n".join(found)
    assert "has no name" in text
    assert 'Did you mean "output"? Accepted: "output", "expected", "question", "case",' in text
    assert '"context"' in text
    assert '"answer"' in text
    assert "'twin' is there 2 times" in text
    assert "got 'exact_match'" in text
    assert "by position only" in text


LIMIT = 3


def helper(x):
    return x + LIMIT


def test_the_version_follows_the_code_and_what_it_uses(monkeypatch):
    def first(output):
        return len(output) > 1

    def same(output):
        # a comment changes nothing
        return len(output) > 1

    def other(output):
        return len(output) > 2

    def enclosing(limit):
        return lambda output: len(output) > limit

    def uses_helper(output):
        return helper(len(output))

    assert function_digest(first) == function_digest(same)
    assert function_digest(first) != function_digest(other)
    assert function_digest(enclosing(1)) == function_digest(enclosing(1))
    assert function_digest(enclosing(1)) != function_digest(enclosing(2))
    assert function_digest(Length(1)) != function_digest(Length(2))
    assert function_digest(partial(first, 1)) != function_digest(partial(first, 2))
    before = function_digest(uses_helper)
    monkeypatch.setitem(globals(), "LIMIT", 4)
    assert function_digest(uses_helper) != before


def test_the_version_survives_functions_that_call_each_other():
    def even(n):
        return n == 0 or odd(n - 1)

    def odd(n):
        return n > 0 and even(n - 1)

    assert function_digest(even) == function_digest(even)
    assert function_digest(len) != function_digest(max)


SCRIPT = """
from garden_nb.engine.scorers import Scorer, exact_match
class Thing: pass
def outer(thing):
    def scorer(output, allowed=frozenset("abcdef")):
        return output in {"x", "y", "z", "v", "w"} and thing
    return scorer
print(Scorer.of(exact_match).version, Scorer.of(outer(Thing())).version)
"""


def test_the_version_is_the_same_in_every_process():
    runs = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
    assert runs[0].split()[0] == Scorer.of(exact_match).version


def test_a_version_can_be_given():
    assert Scorer("s", exact_match, version="7").version == "7"


@pytest.mark.parametrize("function", [len, str.upper])
def test_a_builtin_has_a_version(function):
    assert len(function_digest(function)) == 32


client = None


def lazily(output):
    global client  # noqa: PLW0603  # the commonest pattern of a notebook
    if client is None:
        client = {"made": "at the first call"}
    return output.text == client


class Lazily:
    def __init__(self, model, again=None):
        self.model, self._client, self.again = model, None, again or self

    def __call__(self, output):
        if self._client is None:
            self._client = object()
        return output == self.model


def test_what_a_scorer_makes_at_its_first_call_is_no_change():
    before = function_digest(lazily)
    lazily(SimpleNamespace(text=""))
    assert function_digest(lazily) == before
    scorer = Lazily("a")
    before = function_digest(scorer)
    scorer("a")
    assert function_digest(scorer) == before
    assert function_digest(Lazily("b")) != before


def test_a_cell_that_a_scorer_fills_is_no_change():
    def make():
        seen = None

        def score(output):
            nonlocal seen
            seen = seen or output
            return seen == output

        return score

    scorer = make()
    before = function_digest(scorer)
    scorer("a")
    assert function_digest(scorer) == before
