"""Prompt templates: text with columns in braces."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from garden_nb.core.digest import plain
from garden_nb.errors import InputError, Problem, did_you_mean

__all__ = ["TemplateFault", "placeholders", "render", "template_faults"]

_TOKEN = re.compile(r"\{\{|\}\}|\{(?P<name>[^{}]*)\}|[{}]")
_FORBIDDEN = frozenset(".[]:!")
"""What str.format would follow into attributes, items, conversions and widths."""


@dataclass(frozen=True, slots=True)
class TemplateFault:
    """A place in a template that cannot be filled in.

    Attributes:
        token: The text at fault, as written.
        offset: Where it stands in the template.
        what: Why it is refused.
        accepted: What to write instead.
    """

    token: str
    offset: int
    what: str
    accepted: str


def template_faults(template: str) -> tuple[TemplateFault, ...]:
    """Return everything in `template` that is neither text nor a column in braces.

    >>> [fault.token for fault in template_faults("{question} {x.__class__} {")]
    ['{x.__class__}', '{']
    """
    return tuple(_fault(match) for match in _TOKEN.finditer(template) if not _is_sound(match))


def placeholders(template: str) -> tuple[str, ...]:
    """Return the columns that `template` uses, each once, in order of appearance.

    >>> placeholders("{question} {{literal}} {hint} {question}")
    ('question', 'hint')
    """
    return tuple(dict.fromkeys(name for _, name in named_tokens(template)))


def named_tokens(template: str) -> Iterator[tuple[int, str]]:
    """Yield the offset and the column of every sound `{column}`."""
    for match in _TOKEN.finditer(template):
        if match["name"] is not None and _is_sound(match):
            yield match.start(), match["name"]


def render(template: str, inputs: Mapping[str, Any]) -> str:
    """Return `template` with each `{column}` replaced by the case's value.

    A column's name is looked up as it stands: nothing is evaluated, no attribute or item is
    followed, and braces inside a value stay as they are. `{{` and `}}` are literal braces. Text
    stays itself, a missing value is empty, lists and mappings are written as JSON.

    Args:
        template: The template.
        inputs: The values by column.

    Raises:
        InputError: A column is not among the inputs, or the template is not sound; all problems
            are listed.

    >>> render("Answer {{briefly}}: {question}", {"question": "2 + {x}?"})
    'Answer {briefly}: 2 + {x}?'
    """
    problems = [
        Problem("prompt", fault.what, fault.accepted) for fault in template_faults(template)
    ]
    problems += [
        Problem("prompt", f"there is no column {name!r}.", did_you_mean(name, list(inputs)))
        for name in placeholders(template)
        if name not in inputs
    ]
    if problems:
        raise InputError(problems)
    return _TOKEN.sub(lambda match: _replacement(match, inputs), template)


def _replacement(match: re.Match[str], inputs: Mapping[str, Any]) -> str:
    name = match["name"]
    return _written(inputs[name]) if name is not None else match[0][0]


def _written(value: Any) -> str:
    if isinstance(value, str):
        return value
    simple = plain(value)
    if simple is None:
        return ""
    if isinstance(simple, dict | list):
        return json.dumps(simple, ensure_ascii=False)
    return str(simple)


def _is_sound(match: re.Match[str]) -> bool:
    name = match["name"]
    if name is None:
        return match[0] in ("{{", "}}")
    return bool(name) and name == name.strip() and name.isprintable() and not _FORBIDDEN & set(name)


def _fault(match: re.Match[str]) -> TemplateFault:
    token, name = match[0], match["name"]
    if name is None:
        what = f"a lone {token!r} in a prompt."
        accepted = f"Write {token * 2!r} for a literal brace, or {{column}}."
    elif not name.strip():
        what, accepted = f"{token!r} names no column.", "Write {column}, or '{{}}' for braces."
    elif name.strip() != name:
        what = f"{_short(token)!r} has spaces inside its braces."
        doubled = _short(f"{{{token}}}")
        accepted = f"Write {{{name.strip()}}}; for literal braces write {doubled!r}."
    else:
        what = f"{_short(token)!r} is more than the name of a column."
        accepted = f"Accepted: {{column}}; for literal braces write {_short(f'{{{token}}}')!r}."
    return TemplateFault(token, match.start(), what, accepted)


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
