"""The digest of a function: what it computes, as far as its code tells."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from types import FunctionType, MethodType
from typing import Any

from garden_nb.core.byte_code import code_content, code_names
from garden_nb.core.digest import digest

__all__ = ["function_digest"]

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_DATA = (str, bytes, int, float, bool, type(None), list, tuple, dict, set, frozenset)


def function_digest(function: Callable[..., Any]) -> str:
    """Return a digest that changes when a function's code or its settings change.

    It covers the byte code with its constants, defaults, enclosed values, and the functions and
    plain constants of the same module that the code names, theirs included. Comments and layout
    do not count. What other modules do is not covered, so a library's upgrade goes unnoticed; and
    a list or mapping that the function itself fills counts as a change, since it may as well hold
    settings. `Scorer(version=...)` decides where this does not fit.
    """
    return digest(_content(function, set()))


def _content(value: Any, seen: set[int]) -> Any:
    if isinstance(value, partial):
        return ["partial", _content(value.func, seen), _data(value.args), _data(value.keywords)]
    if isinstance(value, MethodType):
        return ["method", _content(value.__func__, seen), _state(value.__self__, seen)]
    if isinstance(value, FunctionType):
        if id(value) in seen:
            return ["again", value.__qualname__]
        seen.add(id(value))
        return ["function", *_parts(value, seen)]
    call = getattr(type(value), "__call__", None)  # noqa: B004  # its code is wanted, not whether it has one
    if isinstance(call, FunctionType):
        return ["object", _content(call, seen), _state(value, seen)]
    return ["named", getattr(value, "__module__", ""), getattr(value, "__qualname__", _data(value))]


def _parts(function: FunctionType, seen: set[int]) -> Iterator[Any]:
    yield code_content(function.__code__)
    yield _data(function.__defaults__)
    yield _data(function.__kwdefaults__)
    yield [_enclosed(cell.cell_contents, seen) for cell in function.__closure__ or ()]
    for name in sorted(code_names(function.__code__)):
        used = function.__globals__.get(name)
        if isinstance(used, FunctionType) and used.__module__ == function.__module__:
            yield [name, _content(used, seen)]
        elif name in function.__globals__ and isinstance(used, _DATA):
            yield [name, _data(used)]


def _enclosed(value: Any, seen: set[int]) -> Any:
    return _content(value, seen) if callable(value) else _data(value)


def _state(instance: Any, seen: set[int]) -> Any:
    state = vars(instance) if hasattr(instance, "__dict__") else {}
    return [type(instance).__qualname__, {k: _enclosed(v, seen) for k, v in state.items()}]


def _data(value: Any) -> Any:
    """Return plain data as it is, and of other objects what does not depend on their address."""
    return value if isinstance(value, _DATA) else _ADDRESS.sub("", repr(value))
