# ruff: noqa: ARG005  # what a lambda declares is the subject
from functools import partial, wraps

import pytest

from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.variants import Variant
from garden_nb.engine.agents import AgentCall, check_agents

CASE = Case("1", {"question": "why?", "context": ["a"]}, expected="because", category="x")
ONE = CaseSet((CASE,), question="question", columns={"expected": "answer", "category": "topic"})
MANY = CaseSet((CASE,), columns={"expected": "answer"})


def echo(*args, **kwargs):
    return args, kwargs


def called(agent, cases=ONE):
    call = AgentCall.of(agent, cases)
    args, kwargs = call.arguments(cases, CASE)
    return call.function(*args, **kwargs)


def test_the_question_comes_first_whatever_its_name():
    assert called(lambda prompt: prompt) == "why?"
    assert called(lambda question: question) == "why?"
    assert called(lambda prompt, /: prompt) == "why?"


def test_all_inputs_come_first_where_there_is_no_question():
    assert called(lambda inputs: inputs, MANY) == {"question": "why?", "context": ["a"]}


def test_declared_columns_and_the_case_come_by_name():
    assert called(lambda q, context: (q, context)) == ("why?", ["a"])
    assert called(lambda q, *, context=None: (q, context)) == ("why?", ["a"])
    assert called(lambda context, question: (context, question)) == (["a"], "why?")
    assert called(lambda *, question: question) == "why?"
    case = called(lambda q, case: case)
    assert (case.id, case.expected, case.category) == ("1", None, None)
    assert called(lambda case: case.inputs["question"]) == "why?"


def test_defaults_that_are_no_columns_stay():
    assert called(lambda q, top_k=3: top_k) == 3


def test_a_wrapper_gets_the_question_and_no_names():
    assert called(echo) == (("why?",), {})

    @wraps(lambda q, context: None)
    def wrapper(*args, **kwargs):
        return echo(*args, **kwargs)

    assert called(wrapper) == (("why?",), {"context": ["a"]})


def test_what_has_no_signature_gets_the_question():
    assert called(str.upper) == "WHY?"
    assert called(partial(print, end="")) is None


def test_a_partial_gets_what_is_left():
    def agent(q, context, mode):
        return q, context, mode

    assert called(partial(agent, mode="m")) == ("why?", ["a"], "m")


class Model:
    def run(self, prompt, context=None, model="default"):
        return prompt, context, model

    def __call__(self, prompt):
        raise AssertionError("a method comes first")


class Chain:
    def invoke(self, q):
        return f"sync {q}"

    async def ainvoke(self, q):
        return f"async {q}"


def test_an_object_is_called_by_its_method_and_keeps_its_own_defaults():
    assert called(Model()) == ("why?", None, "default")


def test_a_method_gets_the_columns_that_it_requires():
    class Needy:
        def ask(self, q, context):
            return q, context

    assert called(Needy()) == ("why?", ["a"])


def test_the_async_method_comes_first():
    call = AgentCall.of(Chain(), ONE)
    assert call.is_async
    assert call.function.__name__ == "ainvoke"


def test_async_functions_are_known_in_every_shape():
    async def agent(q):
        return q

    class Agent:
        async def __call__(self, q):
            return q

    for given in (agent, partial(agent), Agent(), Chain().ainvoke):
        assert AgentCall.of(given, ONE).is_async
    for given in (lambda q: agent(q), Model(), print):  # noqa: PLW0108
        assert not AgentCall.of(given, ONE).is_async


def test_an_agent_that_changes_its_input_changes_no_case():
    def agent(q, context, case):
        context.append("b")
        case.inputs["context"].append("c")
        return context

    assert called(agent) == ["a", "b"]
    assert called(lambda inputs: inputs["context"].append("d"), MANY) is None
    assert CASE.inputs["context"] == ["a"]


def problems(agent, cases=ONE):
    return [str(problem) for problem in check_agents((Variant("v", agent),), cases)]


@pytest.mark.parametrize(
    "agent",
    [
        echo,
        str.upper,
        Model(),
        Chain(),
        partial(echo, 1),
        lambda q, context, case: q,
        lambda q, top_k=3: q,
        lambda *, question: question,
    ],
)
def test_agents_that_can_be_called_have_no_problem(agent):
    assert problems(agent) == []


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (lambda q, expected: q, "expected"),
        (lambda q, *, expected=None: q, "expected"),
        (lambda q, answer: q, "answer"),
        (lambda q, answer=None: q, "answer"),
    ],
)
def test_what_agents_never_see_is_refused_by_name(agent, name):
    (problem,) = problems(agent)
    assert f"{name!r}, which agents never see" in problem
    assert '"context"' in problem


def test_a_category_comes_by_name_where_it_is_declared():
    assert problems(lambda q, topic: q) == []
    assert called(lambda q, topic="any": topic) != "any"


def test_expected_is_refused_in_first_place_too():
    assert problems(lambda expected: expected)


def test_unknown_names_are_listed_with_what_there_is():
    found = problems(lambda q, contxt, other: q)
    assert len(found) == 2
    assert 'Did you mean "context"? Accepted: "case", "question", "context", ' in found[0]
    assert "'other'" in found[1]


@pytest.mark.parametrize("agent", [None, 3, "gpt-4o", object()])
def test_what_cannot_be_called_is_refused(agent):
    (problem,) = problems(agent)
    assert "cannot be called" in problem
    assert "`ainvoke`" in problem


def test_a_class_in_place_of_an_object_is_refused():
    (problem,) = problems(Model)
    assert "the class Model was given. Give an object of it." in problem


def test_a_column_by_position_only_is_refused():
    (problem,) = problems(lambda q, context, /: q)
    assert "by position only" in problem


def test_problems_of_all_variants_are_listed():
    variants = (Variant("a", 1), Variant("b", lambda q, x: q), Variant("c", echo))
    assert [problem.where for problem in check_agents(variants, ONE)] == [
        "variant 'a'",
        "variant 'b'",
    ]
