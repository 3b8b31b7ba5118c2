"""The answer in what an agent returned, whatever object it came in."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from datetime import date, time, timedelta
from decimal import Decimal
from enum import Enum
from typing import Any

__all__ = ["NoAnswerError", "answer_of", "field_of", "is_completion", "text_of"]

_ANSWERS = ("final_output", "output_text", "output", "text", "content")
"""Where results of frameworks and of providers' clients have their answer, the first that is there.

Text goes before content: where an object has both, content is the text in parts, or as bytes.
"""
_USAGE = ("usage", "usage_metadata")
_DATA = (bool, int, float, str, bytes, bytearray, Mapping, Sequence, AbstractSet)
_TIMES = (date, time, timedelta, Decimal)
_ACCEPTED = (
    "Return text, a number, a list, a mapping, or garden_nb.Output(answer, usage) with what it"
    " consumed."
)


class NoAnswerError(ValueError):
    """What an agent returned holds no answer."""


def answer_of(returned: Any) -> Any:
    """Return the answer in what an agent returned; None where it has none to give.

    See `to_output` for what is an answer and what is taken apart.

    Raises:
        NoAnswerError: It is an object that says nowhere what its answer is.
    """
    if is_completion(returned):
        return _of_message(field_of(field_of(returned, "choices")[0], "message"))
    if isinstance(returned, Enum) and not isinstance(returned, str | int | float):
        return answer_of(returned.value)
    if _is_data(returned):
        return _with_fields(returned)
    if isinstance(returned, type | BaseException) or _is_frame(returned):
        raise NoAnswerError(_told(returned))
    found = [getattr(returned, name) for name in _ANSWERS if hasattr(returned, name)]
    given = [value for value in found if not callable(value) or isinstance(value, str)]
    if given:
        answer = next((value for value in given if value is not None), None)
        if _is_data(answer) or _is_record(answer):
            return _with_fields(text_of(answer))
    elif _is_record(returned):
        return _with_fields(returned)
    raise NoAnswerError(_told(returned))


def _is_data(value: Any) -> bool:
    """Return whether a value is an answer as it is: JSON types and what has a form in them."""
    if value is None or isinstance(value, (*_DATA, *_TIMES)):
        return True
    if hasattr(value, "model_dump"):  # pydantic; a result with its usage is taken apart
        return not any(hasattr(value, name) for name in _USAGE)
    if isinstance(value, type):
        return False
    is_array = hasattr(value, "tolist")  # NumPy, series of pandas and polars
    return is_array or type(value).__name__ in {"NAType", "NaTType"}


def _is_record(value: Any) -> bool:
    return is_dataclass(value) and not isinstance(value, type)


def _is_frame(value: Any) -> bool:
    """Return whether a value is a frame, whose columns may be called like an answer."""
    return hasattr(value, "columns") and hasattr(value, "shape")


def _with_fields(value: Any) -> Any:
    """Return a value with data classes as mappings of their fields, inside lists, too."""
    if _is_record(value):
        return {item.name: _with_fields(getattr(value, item.name)) for item in fields(value)}
    if isinstance(value, Mapping):
        return {key: _with_fields(item) for key, item in value.items()}
    return [_with_fields(item) for item in value] if isinstance(value, list | tuple) else value


def text_of(content: Any) -> Any:
    """Return content that came in parts as one text, without thoughts and tool calls.

    Anything else is returned as it is.

    >>> text_of([{"type": "text", "text": "It is "}, {"type": "text", "text": "3."}])
    'It is 3.'
    >>> text_of(["a", "b"])
    ['a', 'b']
    """
    if not isinstance(content, list) or not all(field_of(part, "type") for part in content):
        return content
    kinds = {"text", "output_text"}
    texts = [field_of(part, "text") for part in content if field_of(part, "type") in kinds]
    return "".join(texts) if texts and all(isinstance(text, str) for text in texts) else content


def field_of(source: Any, name: str) -> Any:
    """Return a mapping's value or an object's attribute; None where there is none."""
    return source.get(name) if isinstance(source, Mapping) else getattr(source, name, None)


def is_completion(returned: Any) -> bool:
    """Return whether this is a chat completion in OpenAI's form, as an object or as JSON."""
    choices = field_of(returned, "choices")
    return isinstance(choices, list) and bool(choices) and _is_message(choices[0])


def _is_message(choice: Any) -> bool:
    message = field_of(choice, "message")
    known = message if isinstance(message, Mapping) else getattr(message, "__dict__", {})
    return "content" in known


def _of_message(message: Any) -> Any:
    """Return a message's text, or its tool calls where it has no text."""
    content, calls = field_of(message, "content"), field_of(message, "tool_calls")
    return {"tool_calls": calls} if content is None and calls else text_of(content)


def _told(returned: Any) -> str:
    """Return what came instead of an answer, and what to return."""
    if isinstance(returned, BaseException):
        told = f"the exception {type(returned).__name__}; raise it instead"
    elif isinstance(returned, type):
        told = f"the class {returned.__name__}"
    elif callable(returned) and hasattr(returned, "__name__"):
        told = f"the function {returned.__name__}; call it"
    else:
        told = f"an object of the type {type(returned).__name__}, which is no answer"
    names = [name for name in getattr(returned, "__dict__", {}) if not name.startswith("_")]
    has = f" It has .{', .'.join(names[:5])}." if names and not callable(returned) else ""
    return f"The agent returned {told}.{has} {_ACCEPTED}"
