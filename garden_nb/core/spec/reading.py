"""Reading: YAML text becomes plain data, with a mark for every part."""

import re
from dataclasses import replace
from typing import Any, NamedTuple

from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.reader import ReaderError

from garden_nb.core.spec.composer import Child, LimitError, compose
from garden_nb.core.spec.findings import Findings
from garden_nb.core.spec.marks import Mark, Marks, Path
from garden_nb.core.spec.syntax import find_syntax_error

__all__ = ["Reading", "read_text"]

MAX_CHARACTERS = 100_000


class Reading(NamedTuple):
    """What a text or a mapping holds.

    Attributes:
        data: Plain data: text, numbers, truth values, None, lists, and dicts with text keys.
        marks: Where each part stands.
        whole: Whether all of it was read; a syntax error hides what follows.
    """

    data: Any
    marks: Marks
    whole: bool = True


def read_text(marks: Marks, findings: Findings) -> Reading:
    """Return the data of one YAML 1.2 document and where each part stands.

    Mapping keys are text as written (`4:` is `"4"`). What is not taken (tags, merge keys, doubled
    keys, aliases that are unknown or contain themselves, a second document) is added to
    `findings` and left out. A syntax error is added too; the entries that end before it are read.

    Args:
        marks: The text, at most 100,000 characters, and what it is called.
        findings: Takes every problem.
    """
    text = marks.text or ""
    if len(text) > MAX_CHARACTERS:
        what = f"the text has {len(text):,} characters."
        findings.add(marks.at(0), what, f"Accepted: at most {MAX_CHARACTERS:,}.")
        return Reading(None, marks, whole=False)
    try:
        return _read(marks, findings, len(text))
    except LimitError:
        return Reading(None, marks, whole=False)
    except (MarkedYAMLError, ReaderError) as error:
        offset = find_syntax_error(error, marks, findings)
    try:
        return _read(marks, findings, _entry_start(text, offset))._replace(whole=False)
    except (MarkedYAMLError, ReaderError, LimitError):
        return Reading(None, marks, whole=False)


def _read(marks: Marks, findings: Findings, end: int) -> Reading:
    """Read the text up to `end`."""
    root = compose(replace(marks, text=(marks.text or "")[:end]), findings)
    if root is None:
        return Reading(None, marks)
    found: dict[Path, Mark] = {}
    data = _data(Child(root.start, root.start, root), (), found)
    return Reading(data, replace(marks, marks=found))


def _entry_start(text: str, offset: int) -> int:
    """Return where the top-level entry that holds `offset` starts."""
    starts = (match.start() for match in re.finditer(r"^[^\s#]", text, flags=re.MULTILINE))
    return max((start for start in starts if start <= offset), default=0)


def _data(child: Child, path: Path, found: dict[Path, Mark]) -> Any:
    node = child.node
    found[path] = Mark(child.key, child.place, node.start, node.end)
    if isinstance(node.value, dict):
        return {key: _data(part, (*path, key), found) for key, part in node.value.items()}
    if isinstance(node.value, list):
        return [_data(part, (*path, i), found) for i, part in enumerate(node.value)]
    return node.value
