import json
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from garden_nb.core.records import Failure, Output, Usage
from garden_nb.engine.agents import to_output

anything = st.recursive(
    st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(anything)
def test_every_answer_becomes_json(returned):
    output = to_output(returned)
    if isinstance(output, Output):
        assert json.loads(json.dumps(output.value, allow_nan=False)) == output.value
    else:
        assert output.kind == "empty"


@pytest.mark.parametrize("returned", ["text", "", 3, 0.5, False, ["a", 1], {"a": {"b": None}}])
def test_plain_answers_stay_as_they_are(returned):
    assert to_output(returned) == Output(returned)


@pytest.mark.parametrize("returned", [None, float("nan"), Output(None)])
def test_nothing_is_a_failure(returned):
    assert to_output(returned).kind == "empty"


def test_a_generator_is_a_failure():
    assert to_output(x for x in "ab").kind == "not_an_answer"


def test_an_output_is_kept_in_pythons_own_numbers():
    usage = Usage(np.int64(3), 4, None, Decimal("0.25"), np.int32(2))
    output = to_output(Output(np.float64(0.5), usage, {"finish": ("stop",)}))
    assert output == Output(0.5, Usage(3, 4, None, 0.25, 2), {"finish": ["stop"]})
    assert type(output.usage.input_tokens) is int
    assert to_output(Output("x", None)).usage == Usage()


def test_a_price_that_is_no_number_is_unknown():
    assert to_output(Output("x", Usage(cost_usd=float("nan")))).usage.cost_usd is None


def test_a_pydantic_model_is_an_answer():
    class Answer(BaseModel):
        text: str
        parts: list[int]

    assert to_output(Answer(text="a", parts=[1])) == Output({"text": "a", "parts": [1]})


@dataclass
class Counts:
    input_tokens: int | None = None
    prompt_tokens: int | None = None
    output_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: Any = None
    cached_tokens: int | None = None
    requests: int | None = None


@dataclass
class Result:
    output: Any = "yes"
    usage: Any = field(default_factory=Counts)
    cost_usd: Any = None


def test_a_result_object_is_taken_apart():
    details = Counts(cached_tokens=3)
    counts = Counts(prompt_tokens=10, completion_tokens=5, prompt_tokens_details=details)
    output = to_output(Result(usage=counts, cost_usd=0.1))
    assert output == Output("yes", Usage(10, 5, 3, 0.1))


def test_usage_may_be_a_method_or_a_mapping():
    counts = Counts(input_tokens=1, output_tokens=2, requests=4)
    expected = Output("yes", Usage(1, 2, steps=4))
    assert to_output(Result(usage=lambda: counts)) == expected
    assert (
        to_output(Result(usage={"input_tokens": 1, "output_tokens": 2, "requests": 4})) == expected
    )


def test_an_unknown_usage_is_unknown():
    assert to_output(Result(usage=None)) == Output("yes", Usage())


def test_the_content_of_a_message_is_its_answer():
    class Message(BaseModel):
        content: str
        usage_metadata: dict[str, Any] | None

    known = {"input_tokens": 3, "output_tokens": 1, "input_token_details": {"cache_read": 2}}
    assert to_output(Message(content="hi", usage_metadata=known)) == Output("hi", Usage(3, 1, 2))
    assert to_output(Message(content="hi", usage_metadata=None)) == Output("hi")


class Said:
    """An object of an unknown framework."""

    def __init__(self, **found):
        self.__dict__ |= found


@pytest.mark.parametrize("name", ["final_output", "output_text", "output", "text", "content"])
def test_an_object_is_read_where_results_have_their_answer(name):
    usage = {"input_tokens": 3, "output_tokens": 1}
    found = {"raw": object(), name: "yes", "usage": usage, "cost_usd": 0.5}
    assert to_output(Said(**found)) == Output("yes", Usage(3, 1, cost_usd=0.5))


def test_the_first_place_with_an_answer_counts_and_methods_are_none():
    assert to_output(Said(output=None, text="yes", content=b"yes")).value == "yes"
    assert to_output(Said(text=lambda: "no", content="yes")).value == "yes"
    assert to_output(Said(output=[{"type": "x"}], output_text="yes")).value == "yes"
    empty = to_output(Said(text=None))
    assert (empty.kind, "the type Said with no answer" in empty.message) == ("empty", True)


def test_content_in_parts_is_the_text_of_these():
    parts = [
        {"type": "thinking", "thinking": "hm"},
        {"type": "text", "text": "It is "},
        Said(type="text", text="3."),
    ]
    assert to_output(Said(content=parts)).value == "It is 3."
    assert to_output(Said(content=["a", "b"])).value == ["a", "b"]
    assert to_output(["a", {"type": "text", "text": "b"}]).value[0] == "a"


def completion(**message):
    usage = {"prompt_tokens": 5, "completion_tokens": 2}
    return {"choices": [{"message": {"role": "assistant", **message}}], "usage": usage}


def test_a_chat_completion_is_its_first_message():
    from openai.types.chat import ChatCompletion  # noqa: PLC0415  # heavy

    said = completion(content="It is 3.")
    assert to_output(said) == Output("It is 3.", Usage(5, 2))
    choice = {**said["choices"][0], "index": 0, "finish_reason": "stop"}
    told = {"id": "1", "created": 0, "model": "m", "object": "chat.completion"}
    assert to_output(ChatCompletion(**told, choices=[choice])).value == "It is 3."
    calls = [{"id": "1"}]
    assert to_output(completion(content=None, tool_calls=calls)).value == {"tool_calls": calls}
    assert to_output(completion(content=None)).kind == "empty"
    answer = {"choices": ["a", "b"], "usage": {"input_tokens": 3}}
    assert to_output(answer) == Output(answer), "an answer may be called like that"


class Colour(Enum):
    RED = "red"


@dataclass
class Town:
    name: str
    near: list["Town"] = field(default_factory=list)


def test_members_of_enums_and_data_classes_are_data():
    assert to_output(Colour.RED) == Output("red")
    wanted = {"name": "a", "near": [{"name": "b", "near": []}]}
    assert to_output(Town("a", [Town("b")])) == Output(wanted)
    assert to_output([Town("b")]) == Output([wanted["near"][0]])


class Reply:
    def __init__(self):
        self.said = "4"
        self.score = 0.5
        self._secret = "x"


@pytest.mark.parametrize(
    ("returned", "told"),
    [
        (Reply(), "an object of the type Reply, which is no answer. It has .said, .score. Return"),
        (object(), "an object of the type object, which is no answer. Return text, a number,"),
        (Output(Reply()), "an object of the type Reply"),
        (Said(text=object()), "an object of the type Said"),
        (Said(text=lambda: "4"), "an object of the type Said"),
        (Reply, "the class Reply."),
        (to_output, "the function to_output; call it."),
        (ValueError("x"), "the exception ValueError; raise it instead."),
        (pd.DataFrame({"text": ["4"]}), "an object of the type DataFrame"),
        (map(str, [1]), "an object of the type map"),
    ],
)
def test_an_object_that_is_no_answer_is_a_failure_that_says_what_to_return(returned, told):
    failure = to_output(returned)
    assert isinstance(failure, Failure)
    assert failure.kind == "not_an_answer"
    assert told in failure.message
    assert "garden_nb.Output(answer, usage)" in failure.message
    assert "_secret" not in failure.message


def test_a_failure_is_never_an_answer():
    assert isinstance(to_output(None), Failure)
