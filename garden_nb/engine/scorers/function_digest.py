"""The digest of a function: what it computes, as far as its code tells."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from types import FunctionType, MethodType
from typing import Any

from garden_nb.core.byte_code import code_content, global_names, stored_names
from garden_nb.core.digest import digest
from garden_nb.engine.foreign import guarded

__all__ = ["function_digest"]

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_MAKE = ("__init__", "__post_init__")
_NESTED = (list, tuple, dict, set, frozenset)
_DATA = (str, bytes, int, float, bool, type(None), *_NESTED)


def function_digest(function: Callable[..., Any]) -> str:
    """Return a digest that changes when a function's code or its settings change.

    It covers the byte code with its constants, defaults, enclosed values, and the functions and
    plain constants of the same module that the code names, theirs included. Comments and layout
    do not count, nor does what the code itself assigns, such as a client that it makes at its
    first call. What other modules do is not covered, so a library's upgrade goes unnoticed; and
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
    code, own = function.__code__, stored_names(function.__code__)
    cells = zip(code.co_freevars, function.__closure__ or (), strict=True)
    yield [_enclosed(cell.cell_contents, seen) for name, cell in cells if name not in own]
    for name in sorted(global_names(code)):
        used = function.__globals__.get(name)
        if isinstance(used, FunctionType) and used.__module__ == function.__module__:
            yield [name, _content(used, seen)]
        elif used is not None and isinstance(used, _DATA):
            yield [name, _data(used)]


def _enclosed(value: Any, seen: set[int]) -> Any:
    return _content(value, seen) if callable(value) else _data(value)


def _state(instance: Any, seen: set[int]) -> Any:
    kind = type(instance)
    if id(instance) in seen or not hasattr(instance, "__dict__"):
        return [kind.__qualname__]
    seen.add(id(instance))
    memory = _memory(kind)
    state = {k: _enclosed(v, seen) for k, v in vars(instance).items() if k not in memory}
    return [kind.__qualname__, state]


def _memory(kind: type) -> set[str]:
    """Return the attributes that a class assigns after its objects were made."""
    every = {name: value for base in reversed(kind.__mro__) for name, value in vars(base).items()}
    later = [v.__code__ for n, v in every.items() if isinstance(v, FunctionType) and n not in _MAKE]
    return set[str]().union(*map(stored_names, later))


def _data(value: Any, within: tuple[int, ...] = ()) -> Any:
    """Return plain data as it is, and of other objects what does not depend on their address."""
    if not isinstance(value, _NESTED):
        return value if isinstance(value, _DATA) else _ADDRESS.sub("", _shown(value))
    if id(value) in within:
        return ["again"]
    within = (*within, id(value))
    if isinstance(value, dict):
        return {key: _item(item, within) for key, item in value.items()}
    items = [_item(item, within) for item in value]
    return sorted(items, key=repr) if isinstance(value, set | frozenset) else items


def _item(value: Any, within: tuple[int, ...]) -> Any:
    if isinstance(value, _DATA):
        return _data(value, within)
    shown = _shown(value)
    return value if _ADDRESS.search(shown) is None else _ADDRESS.sub("", shown)


def _shown(value: Any) -> str:
    return guarded(lambda: repr(value)) or f"{type(value).__qualname__} at 0x0"
