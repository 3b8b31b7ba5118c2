"""What an agent returned, as an `Output`."""

import inspect
import json
from collections.abc import Mapping
from typing import Any

from garden_nb.core.digest import plain
from garden_nb.core.records import Failure, Output, Usage
from garden_nb.engine.agents.answer_of import NoAnswerError, answer_of, field_of, is_completion
from garden_nb.engine.foreign import guarded, known_usage

__all__ = ["to_output"]

_USAGE = ("usage", "usage_metadata")
_EMPTY = 'An agent that has no answer returns "" or raises an error.'
_INPUT = ("input_tokens", "prompt_tokens", "request_tokens")
_OUTPUT = ("output_tokens", "completion_tokens", "response_tokens")
_CACHED = ("cached_tokens", "cache_read_tokens", "cache_read", "cache_read_input_tokens")
_BESIDE = ("cache_read_input_tokens", "cache_creation_input_tokens")
"""What Anthropic counts beside `input_tokens`; everybody else's input has its cached part in it."""
_DETAILS = ("prompt_tokens_details", "input_tokens_details", "input_token_details")


def to_output(returned: Any) -> Output | Failure:
    """Return what an agent returned as an output, or the failure to answer.

    - Text, numbers, truth values, dates, lists, sets, mappings, arrays and pydantic models are
      answers as they are; a member of an Enum is its value. An `Output` is kept.
    - An object with `final_output`, `output_text`, `output`, `text` or `content` is taken apart:
      the first of these that is not None is the answer, and what it says of tokens (`usage`,
      `usage_metadata`) and cost (`cost_usd`) is kept. A pydantic model is so only where it tells
      its usage. Content in typed parts is the text of these; a chat completion in OpenAI's form is
      the message of its first choice.
    - A data class without any of these is the mapping of its fields.
    - None is the failure `empty`: it is what a function without `return` gives.
    - Any other object is the failure `not_an_answer`, whose message says what came and what to
      return: its `repr` is nobody's answer, and would only be scored as wrong.
    """
    if inspect.isgenerator(returned) or inspect.isasyncgen(returned):
        return Failure("not_an_answer", "The agent returned a generator; collect it and return it.")
    output = returned if isinstance(returned, Output) else None
    try:
        answer = plain(answer_of(returned if output is None else output.value))
    except NoAnswerError as error:
        return Failure("not_an_answer", str(error))
    if output is not None:
        output = Output(answer, known_usage(output.usage), plain(output.detail))
    else:
        output = Output(answer, _usage_of(returned))
    json.dumps((output.value, output.detail), allow_nan=False)  # what cannot be stored fails here
    if output.value is None:
        came = type(returned).__name__
        told = "None" if plain(returned) is None else f"an object of the type {came} with no answer"
        return Failure("empty", f"The agent returned {told}. {_EMPTY}")
    return output


def _usage_source(returned: Any) -> Any:
    if isinstance(returned, Mapping) and not is_completion(returned):
        return None  # an answer that is a mapping may be about usage
    for name in _USAGE:
        usage = _field(returned, name)
        if callable(usage):
            usage = guarded(usage)
        if usage is not None:
            return usage
    return None


def _usage_of(returned: Any) -> Usage:
    source = _usage_source(returned)
    cached = _count(source, _CACHED)
    for name in _DETAILS:
        if cached is None and (details := _field(source, name)) is not None:
            cached = _count(details, _CACHED)
    cost = _field(returned, "cost_usd")
    if cost is None:
        cost = _field(source, "cost_usd")
    told = Usage(
        input_tokens=_input_tokens(source),
        output_tokens=_count(source, _OUTPUT),
        cached_tokens=cached,
        cost_usd=cost,
        steps=_count(source, ("requests",)),
    )
    return known_usage(told)


def _input_tokens(source: Any) -> int | None:
    """Return the tokens that were read, cached ones included once."""
    count = _count(source, _INPUT)
    if count is None or _field(source, "prompt_tokens") is not None:
        return count
    return count + sum(_count(source, (name,)) or 0 for name in _BESIDE)


def _count(source: Any, names: tuple[str, ...]) -> int | None:
    found = (_field(source, name) for name in names)
    return next((n for n in found if isinstance(n, int) and not isinstance(n, bool)), None)


def _field(source: Any, name: str) -> Any:
    """Return what a result says of its usage; its answer is worth more than that."""
    return guarded(lambda: field_of(source, name))
