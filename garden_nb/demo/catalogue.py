"""The searchable list of the running interpreter's standard-library functions."""

import functools
import pkgutil
import tomllib
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any, NamedTuple


class Entry(NamedTuple):
    """One thing to find.

    Attributes:
        name: The qualified name as one writes it after importing the module
            (`itertools.accumulate`, `str.title`, `sorted`).
        doc: The docstring, "" where there is none.
    """

    name: str
    doc: str

    @property
    def summary(self) -> str:
        """The docstring's first paragraph that is not a signature."""
        call = self.name.rpartition(".")[2] + "("
        paragraphs = self.doc.strip().split("\n\n")
        return next((text for text in paragraphs if not text.startswith(call)), paragraphs[0])


def curated() -> dict[str, str]:
    """Return what is listed: a module or `module:Class` -> "*" (all) or names.

    Nothing else is imported. Importing "everything" would not do: some standard modules open a
    browser, print or draw a window when they are imported.
    """
    return tomllib.loads(files("garden_nb.demo").joinpath("curated.toml").read_text("utf-8"))


@functools.cache
def catalogue() -> tuple[Entry, ...]:
    """Return what is curated and what this interpreter has, sorted by name.

    What has several names is listed once: the name in lower case if there is one, the shorter
    one otherwise.
    """
    found: dict[int, tuple[str, Any]] = {}
    for name, value in sorted(_members(), key=lambda member: _plainness(member[0])):
        found.setdefault(id(value), (name, value))
    return tuple(sorted(Entry(name, value.__doc__ or "") for name, value in found.values()))


def best(scores: Sequence[float]) -> str:
    """Return the name of the entry with the highest score, the first one of equals.

    Args:
        scores: One number for each entry of the catalogue, in its order.
    """
    return catalogue()[max(range(len(scores)), key=scores.__getitem__)].name


def _members() -> Iterator[tuple[str, Any]]:
    for path, chosen in curated().items():
        owner = pkgutil.resolve_name(path)
        prefix = path.replace(":", ".").removeprefix("builtins").lstrip(".")
        for name in _public_names(owner) if chosen == "*" else chosen.split():
            value = getattr(owner, name, None)  # None: not on this platform
            if callable(value) and not _is_exception(value):
                yield f"{prefix}.{name}".lstrip("."), value


def _public_names(owner: Any) -> list[str]:
    if isinstance(owner, type):
        names = dir(owner)
    else:
        names = getattr(owner, "__all__", None) or [
            name for name, value in vars(owner).items() if _is_home(value, owner.__name__)
        ]
    return [name for name in names if not name.startswith("_")]


def _is_home(value: Any, module: str) -> bool:
    """Tell a module's own functions from those that it imported (C halves begin with `_`)."""
    return (getattr(value, "__module__", None) or "").lstrip("_") == module


def _is_exception(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, BaseException)


def _plainness(name: str) -> tuple[bool, int, str]:
    return (not name.rpartition(".")[2].islower(), len(name), name)
