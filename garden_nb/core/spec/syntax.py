"""Syntax: YAML's own errors in a user's words."""

import re
from typing import NamedTuple

from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.reader import ReaderError

from garden_nb.core.spec.findings import Findings
from garden_nb.core.spec.marks import Marks

__all__ = ["find_syntax_error"]

_QUOTE = 'Text that holds braces, ": " or " #" goes in quotes: prompt: "Answer: {question}".'
_INDENT = "Indent with spaces, and the keys of one mapping alike."


class _Wording(NamedTuple):
    pattern: str
    """What the parser says, as a regular expression."""
    what: str
    """What is told, with the pattern's groups."""
    accepted: str
    opening: bool = False
    """Whether the place is where the construct opens, not where the parser gave up."""


_WORDINGS = (
    _Wording("mapping values are not allowed", 'a ": " where no key can stand.', _QUOTE),
    _Wording("found unexpected end of stream", "a quote that is never closed.", "Close it.", True),
    _Wording("unexpected document separator", "a quote that is never closed.", "Close it.", True),
    _Wording(r"expected ',' or '(.)'", "a bracket without its {0!r}.", "Close it.", True),
    _Wording("unknown escape character '(.)'", r"\{0} in double quotes.", "Use single quotes."),
    _Wording(r"found character '\\t'", "a tab between keys and values.", "Use spaces."),
    _Wording("escape sequence", "an unfinished escape in double quotes.", "Use single quotes."),
    _Wording("scanning an (alias|anchor)", "unquoted text starts with * or &.", _QUOTE, True),
    _Wording("found character '(.)'", "unquoted text starts with {0!r}.", _QUOTE),
    _Wording("flow node.*<stream end>", "a bracket that is never closed.", "Close it."),
    _Wording("expected the node content", "nothing where a value should stand.", _QUOTE),
    _Wording("could not find expected ':'", "a key without a colon.", "Write key: value.", True),
    _Wording("sequence entries are not allowed", '"- " where no list can start.', _INDENT),
    _Wording(
        r"expected <block end>.*'(<scalar>|\?)'", "text after a value that has ended.", _QUOTE
    ),
    _Wording("expected <block end>", "a line whose indentation fits none above.", _INDENT),
    _Wording("indentation indicators|block scalar", "text on the line of a | or >.", _INDENT),
)


def find_syntax_error(
    error: MarkedYAMLError | ReaderError, marks: Marks, findings: Findings
) -> int:
    """Add what the parser said to `findings`, and return the offset it is about.

    Where it is a tab, every other tab that starts a line is added too.
    """
    if isinstance(error, ReaderError):
        what = f"the character U+{error.character:04X} cannot stand in YAML."
        findings.add(marks.at(error.position), what, "Take it out.")
        return int(error.position)
    said = f"{error.context or ''} {error.problem or ''}"
    wording, groups = _wording(said)
    mark = error.problem_mark or error.context_mark
    if wording.opening and error.context_mark is not None:
        mark = error.context_mark
    offset: int = mark.index if mark else 0
    findings.add(marks.at(offset), wording.what.format(*groups), wording.accepted)
    if r"'\t'" in said:
        for tab in re.finditer(r"^\t", marks.text or "", flags=re.MULTILINE):
            findings.add(marks.at(tab.start()), wording.what, wording.accepted)
    return offset


def _wording(said: str) -> tuple[_Wording, tuple[str, ...]]:
    for wording in _WORDINGS:
        match = re.search(wording.pattern, said)
        if match:
            return wording, match.groups()
    plain = said.replace("{", "{{").replace("}", "}}").strip()
    return _Wording("", f"not YAML: {plain}.", _QUOTE), ()
