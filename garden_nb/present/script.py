"""The front end's modules as one script, for HTML that fetches nothing."""

import re
from functools import cache
from importlib.resources import files

__all__ = ["SHEETS", "joined_script", "style_sheet"]

SHEETS = ("report.css", "choices.css", "tables.css", "gates.css", "cases.css", "media.css")
"""The style sheets; the labextension's `output.js` names the same."""

_IMPORT = re.compile(r"^import \{[^}]*\} from '\./([\w-]+\.js)';\n", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL)
_SPACE = re.compile(r"^[ \t]+|^\n", re.MULTILINE)
_EXPORTS = re.compile(r"^export \{[^}]*\};\s*\Z", re.MULTILINE)


@cache
def joined_script() -> str:
    """Return `report.js` and all that it imports, to be run inside of one function.

    The rule: a module imports by lines `import { a } from './b.js';` at its start, without
    renaming, and exports by one `export { c };` at its end. Both are left out, and each module
    stands once, behind those that it imports; so top-level names are unique among all modules.
    Comments with lines of their own and indentation stay out of what every notebook saves.
    """
    return _thinned("\n".join(_modules("report.js", [])))


@cache
def style_sheet() -> str:
    """Return the style sheets of the report in the page as one, in the order of the cascade."""
    return "".join(_thinned(_source(name)) for name in SHEETS)


def _thinned(source: str) -> str:
    return _SPACE.sub("", _COMMENT.sub("", source))


def _modules(name: str, done: list[str]) -> list[str]:
    """Return the bodies of module `name` and of those it imports, but for those that are done."""
    if name in done:
        return []
    done.append(name)
    source = _source(name)
    bodies = [body for each in _IMPORT.findall(source) for body in _modules(each, done)]
    return [*bodies, _EXPORTS.sub("", _IMPORT.sub("", source)).strip()]


def _source(name: str) -> str:
    return (files("garden_nb.present") / "static" / name).read_text(encoding="utf-8")
