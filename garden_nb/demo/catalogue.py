"""The searchable list of the running interpreter's standard-library functions.

Only the modules named here are imported. Importing "everything" would not do: some standard
modules open a browser, print or draw a window when they are imported.
"""

import functools
import importlib
import inspect
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

MODULES = (
    *("builtins", "string", "re", "textwrap", "difflib", "unicodedata", "html", "shlex", "pprint"),
    *("math", "cmath", "decimal", "fractions", "random", "statistics", "secrets", "operator"),
    *("datetime", "time", "calendar", "zoneinfo", "timeit"),
    *("os", "os.path", "pathlib", "shutil", "glob", "fnmatch", "tempfile", "filecmp", "linecache"),
    *("io", "fileinput", "mimetypes", "codecs"),
    *("json", "csv", "configparser", "tomllib", "plistlib", "pickle", "shelve", "struct", "ast"),
    *("base64", "binascii", "zlib", "gzip", "bz2", "lzma", "zipfile", "tarfile", "sqlite3"),
    *("xml.etree.ElementTree", "hashlib", "hmac", "uuid", "colorsys"),
    *("collections", "itertools", "heapq", "bisect", "array", "copy", "graphlib", "queue"),
    *("functools", "contextlib", "dataclasses", "enum", "abc", "types", "typing", "weakref"),
    *("inspect", "traceback", "warnings", "logging", "importlib", "pkgutil"),
    *("sys", "platform", "subprocess", "signal", "atexit", "gc", "getpass", "argparse"),
    *("threading", "asyncio", "concurrent.futures", "multiprocessing", "contextvars", "sched"),
    *("urllib.parse", "urllib.request", "ipaddress", "socket", "email.utils", "tracemalloc"),
)
"""Modules whose public functions and classes are listed; none acts when it is imported."""

CLASSES = (
    *("builtins:str", "builtins:bytes", "builtins:int", "builtins:float"),
    *("builtins:list", "builtins:dict", "builtins:set"),
    *("collections:Counter", "collections:deque", "collections:OrderedDict"),
    *("datetime:date", "datetime:datetime", "datetime:timedelta"),
    *("pathlib:Path", "decimal:Decimal", "fractions:Fraction", "statistics:NormalDist"),
    *("string:Template", "threading:Event", "threading:Barrier", "queue:Queue"),
    *("contextlib:ExitStack", "argparse:ArgumentParser", "zipfile:ZipFile", "logging:Logger"),
)
"""Classes whose public methods are listed too."""


class Entry(NamedTuple):
    """One thing to find.

    Attributes:
        name: The qualified name as one writes it after importing the module
            (`itertools.accumulate`, `str.title`, `sorted`).
        signature: The parameters in words of the interpreter (`(iterable, /)`), "" where the
            interpreter does not know them.
        doc: The docstring, "" where there is none.
    """

    name: str
    signature: str
    doc: str


@functools.cache
def catalogue() -> tuple[Entry, ...]:
    """Returns every public function, class and chosen method of `MODULES`, sorted by name.

    The names depend on the running interpreter only, and so does the order.
    """
    found = dict(_functions())
    found.update(_methods())
    return tuple(Entry(name, _signature(found[name]), _doc(found[name])) for name in sorted(found))


def _functions() -> Iterator[tuple[str, Any]]:
    for path in MODULES:
        module = importlib.import_module(path)
        # The namespace and not getattr: a module's own __getattr__ may warn of deprecated names.
        space = vars(module)
        names = space.get("__all__") or [name for name in space if _is_home(space[name], path)]
        prefix = "" if path == "builtins" else f"{path}."
        for name in names:
            if not name.startswith("_") and _is_wanted(space.get(name)):
                yield f"{prefix}{name}", space[name]


def _methods() -> Iterator[tuple[str, Any]]:
    classes = [_resolve(path) for path in CLASSES]
    for path, cls in zip(CLASSES, classes, strict=True):
        prefix = path.removeprefix("builtins:").replace(":", ".")
        for name in _method_names(cls, stop=classes):
            member = getattr(cls, name)
            if not name.startswith("_") and callable(member):
                yield f"{prefix}.{name}", member


def _method_names(cls: type, stop: list[Any]) -> Iterator[str]:
    """Yields what a class adds to those of its bases that are not listed themselves."""
    for base in cls.__mro__[:-1]:
        if base is not cls and base in stop:
            return
        yield from vars(base)


def _resolve(path: str) -> Any:
    module, _, name = path.partition(":")
    return vars(importlib.import_module(module))[name]


def _is_home(value: Any, path: str) -> bool:
    """Tells a module's own functions from those that it imported (C halves begin with `_`)."""
    home = getattr(value, "__module__", None) or ""
    return home.lstrip("_").split(".")[0] == path.split(".")[0]


def _is_wanted(value: Any) -> bool:
    is_exception = isinstance(value, type) and issubclass(value, BaseException)
    return callable(value) and not is_exception


def _signature(value: Callable[..., Any]) -> str:
    try:
        return str(inspect.signature(value))
    except (TypeError, ValueError):  # some functions in C do not say
        return ""


def _doc(value: Any) -> str:
    doc = value.__doc__
    return doc if isinstance(doc, str) else ""
