import json
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import numpy as np
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


def test_a_failure_is_never_an_answer():
    assert isinstance(to_output(None), Failure)
