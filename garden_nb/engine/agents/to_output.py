"""What an agent returned, as an `Output`."""

import inspect
import json
import math
from collections.abc import Mapping
from typing import Any

from garden_nb.core.digest import plain
from garden_nb.core.records import Failure, Output, Usage

__all__ = ["to_output"]

_ANSWERS = ("final_output", "output", "content")
_USAGE = ("usage", "usage_metadata")
_EMPTY = Failure(
    "empty", 'The agent returned None. An agent that has no answer returns "" or raises an error.'
)
_INPUT = ("input_tokens", "prompt_tokens", "request_tokens")
_OUTPUT = ("output_tokens", "completion_tokens", "response_tokens")
_CACHED = ("cached_tokens", "cache_read_tokens", "cache_read", "cache_read_input_tokens")
_BESIDE = ("cache_read_input_tokens", "cache_creation_input_tokens")
"""What Anthropic counts beside `input_tokens`; everybody else's input has its cached part in it."""
_DETAILS = ("prompt_tokens_details", "input_tokens_details", "input_token_details")


def to_output(returned: Any) -> Output | Failure:
    """Return what an agent returned as an output, or the failure to answer.

    Text, numbers, truth values, lists, mappings and pydantic models are answers as they are. An
    `Output` is kept. An object that has its answer in `final_output`, `output` or `content` is
    taken apart, together with what it says of tokens and cost. None is the failure `empty`: it
    is what a function without `return` gives.
    """
    if inspect.isgenerator(returned) or inspect.isasyncgen(returned):
        return Failure("not_an_answer", "The agent returned a generator; collect it and return it.")
    if isinstance(returned, Output):
        output = Output(plain(returned.value), _known(returned.usage), plain(returned.detail))
    elif (answer := _answer_of(returned)) is not None:
        output = Output(plain(answer), _usage_of(returned))
    else:
        output = Output(plain(returned))
    json.dumps((output.value, output.detail), allow_nan=False)  # what cannot be stored fails here
    return _EMPTY if output.value is None else output


def _answer_of(returned: Any) -> Any:
    if isinstance(returned, str | bytes | int | float | list | tuple | Mapping):
        return None
    if not any(hasattr(returned, name) for name in _USAGE):
        return None
    return next((found for name in _ANSWERS if (found := _get(returned, name)) is not None), None)


def _usage_source(returned: Any) -> Any:
    for name in _USAGE:
        usage = getattr(returned, name, None)
        if callable(usage):
            usage = usage()
        if usage is not None:
            return usage
    return None


def _known(usage: Usage | None) -> Usage:
    """Return a usage in Python's own numbers, such as the journal holds."""
    if usage is None:
        return Usage()
    return Usage(
        input_tokens=_whole(usage.input_tokens),
        output_tokens=_whole(usage.output_tokens),
        cached_tokens=_whole(usage.cached_tokens),
        cost_usd=_amount(usage.cost_usd),
        steps=_whole(usage.steps),
    )


def _whole(value: Any) -> int | None:
    return None if value is None else int(value)


def _amount(value: Any) -> float | None:
    """Return a price; one that is not a number is unknown, never zero."""
    if value is None or not math.isfinite(value):
        return None
    return float(value)


def _usage_of(returned: Any) -> Usage:
    source = _usage_source(returned)
    cached = _count(source, _CACHED)
    for name in _DETAILS:
        if cached is None and (details := _get(source, name)) is not None:
            cached = _count(details, _CACHED)
    cost = _get(returned, "cost_usd")
    if cost is None:
        cost = _get(source, "cost_usd")
    return Usage(
        input_tokens=_input_tokens(source),
        output_tokens=_count(source, _OUTPUT),
        cached_tokens=cached,
        cost_usd=_amount(cost),
        steps=_count(source, ("requests",)),
    )


def _input_tokens(source: Any) -> int | None:
    """Return the tokens that were read, cached ones included once."""
    count = _count(source, _INPUT)
    if count is None or _get(source, "prompt_tokens") is not None:
        return count
    return count + sum(_count(source, (name,)) or 0 for name in _BESIDE)


def _get(source: Any, name: str) -> Any:
    return source.get(name) if isinstance(source, Mapping) else getattr(source, name, None)


def _count(source: Any, names: tuple[str, ...]) -> int | None:
    found = (_get(source, name) for name in names)
    return next((n for n in found if isinstance(n, int) and not isinstance(n, bool)), None)
