"""The digest of an agent's code, by which an edited function is told from the one that answered."""

from collections.abc import Iterator
from functools import partial
from types import FunctionType, MethodType
from typing import Any

from garden_nb.core.byte_code import code_content, global_names, stored_names
from garden_nb.core.digest import digest

__all__ = ["code_digest"]

_WORDS = (str, bytes, bool)


def code_digest(agent: Any) -> str | None:
    """Return a digest that changes when an agent's code does, None where its code is not known.

    It covers byte code, constants, defaults, and the texts and functions that the code encloses
    or names in its module. What the code itself writes does not count, nor do numbers, lists and
    mappings outside of it: agents keep clients, counters and caches there. So an equal digest
    proves nothing, but a new one says that somebody edited the agent.

    Args:
        agent: A function, a method, a `partial`, or an object that can be called.
    """
    content = _content(agent, set())
    return None if content is None else digest(content)


def _content(value: Any, seen: set[int]) -> Any:
    if isinstance(value, partial):
        words = [item for item in (*value.args, *value.keywords.values()) if _is_words(item)]
        return ["partial", _content(value.func, seen), words]
    if isinstance(value, MethodType):
        return _content(value.__func__, seen)
    if isinstance(value, FunctionType):
        if id(value) in seen:
            return ["again", value.__qualname__]
        seen.add(id(value))
        return ["function", *_parts(value, seen)]
    call = getattr(type(value), "__call__", None)  # noqa: B004  # its code is wanted
    return _content(call, seen) if isinstance(call, FunctionType) else None


def _parts(function: FunctionType, seen: set[int]) -> Iterator[Any]:
    yield code_content(function.__code__)
    defaults = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    yield [item for item in defaults if _is_words(item) or isinstance(item, int | float)]
    code, own_cells = function.__code__, stored_names(function.__code__)
    named = (function.__globals__.get(name) for name in sorted(global_names(code)))
    cells = zip(code.co_freevars, function.__closure__ or (), strict=True)
    enclosed = (_enclosed(cell) for name, cell in cells if name not in own_cells)
    for used in (*enclosed, *named):
        own = isinstance(used, FunctionType) and used.__module__ == function.__module__
        if own or _is_words(used):
            yield _content(used, seen) if own else used


def _enclosed(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not filled yet
        return None


def _is_words(value: Any) -> bool:
    return isinstance(value, _WORDS)
