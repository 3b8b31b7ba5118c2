"""The front end's modules as one, for widgets: these are sent whole and import nothing."""

import re
from functools import cache
from importlib.resources import files

__all__ = ["widget_module"]

_FOLDERS = ("notebook", "present")
_IMPORT = re.compile(r"^import \{[^}]*\} from '\./([\w-]+\.js)';\n", re.MULTILINE)
_EXPORT = re.compile(r"^export \{[^}]*\};\n", re.MULTILINE)


@cache
def widget_module(name: str) -> str:
    """Return ES module `name` and all that it imports, as one module with its default export.

    The rule is that of `garden_nb.present.script`: imports and named exports stand on lines of
    their own, without renaming, and top-level names are unique among modules that meet.
    """
    return "\n".join(_modules(name, []))


def _modules(name: str, done: list[str]) -> list[str]:
    """Return the bodies of what module `name` imports and of itself, but for those done."""
    if name in done:
        return []
    done.append(name)
    source = _source(name)
    bodies = [body for each in _IMPORT.findall(source) for body in _modules(each, done)]
    return [*bodies, _EXPORT.sub("", _IMPORT.sub("", source))]


def _source(name: str) -> str:
    places = (files("garden_nb") / folder / "static" / name for folder in _FOLDERS)
    found = next(place for place in places if place.is_file())
    return found.read_text(encoding="utf-8")
