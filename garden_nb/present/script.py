"""The front end's modules as one script, for HTML that fetches nothing."""

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

__all__ = ["SHEETS", "joined_modules", "joined_script", "style_sheet"]

SHEETS = ("report.css", "choices.css", "tables.css", "gates.css", "cases.css", "media.css")
"""The style sheets; the labextension's `output.js` names the same."""

_IMPORT = re.compile(r"^import \{[^}]*\} from '\./([\w-]+\.js)';\n", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL)
_SPACE = re.compile(r"^[ \t]+|^\n", re.MULTILINE)
_EXPORTS = re.compile(r"^export \{[^}]*\};\n", re.MULTILINE)


@cache
def joined_script() -> str:
    """Return `report.js` and all that it imports, to be run inside of one function.

    Comments with lines of their own and indentation stay out of what every notebook saves.
    """
    return _thinned(joined_modules("report.js"))


@cache
def style_sheet() -> str:
    """Return the style sheets of the report in the page as one, in the order of the cascade."""
    return "".join(_thinned(_source(name)) for name in SHEETS)


def _thinned(source: str) -> str:
    return _SPACE.sub("", _COMMENT.sub("", source))


def joined_modules(name: str, folders: Sequence[str] = ("present",)) -> str:
    """Return ES module `name` behind all that it imports, each once, as one text.

    The rule: a module imports by lines `import { a } from './b.js';` at its start, without
    renaming, and exports by one `export { c };` at its end. Both are left out, so top-level names
    are unique among modules that meet; a default export stays.

    Args:
        name: The file's name.
        folders: The parts of the package in whose `static` folders modules are, the first first.
    """
    return "\n".join(_bodies(name, folders, []))


def _bodies(name: str, folders: Sequence[str], done: list[str]) -> list[str]:
    """Return the bodies of what module `name` imports and of itself, but for those done."""
    if name in done:
        return []
    done.append(name)
    source = _source(name, folders)
    bodies = [body for each in _IMPORT.findall(source) for body in _bodies(each, folders, done)]
    return [*bodies, _EXPORTS.sub("", _IMPORT.sub("", source)).strip()]


def _source(name: str, folders: Sequence[str] = ("present",)) -> str:
    places = (files("garden_nb") / folder / "static" / name for folder in folders)
    found = next(place for place in places if place.is_file())
    return found.read_text(encoding="utf-8")
