"""A scorer that asks for JSON."""

import json
import re
from typing import Any

from garden_nb.core.digest import plain

__all__ = ["json_valid", "parse_json"]

_FENCE = re.compile(r"\s*```[\w-]*\n(.*?)\n?```\s*", re.DOTALL)


def json_valid(output: Any, *, fenced: bool = False) -> bool:
    r"""Return whether the output is JSON, whole and nothing else; lists and mappings are.

    Args:
        output: The output.
        fenced: Whether a Markdown fence around it is accepted.

    >>> json_valid('{"a": 1}'), json_valid('{"a": NaN}'), json_valid("{'a': 1}")
    (True, False, False)
    """
    try:
        parse_json(output, fenced=fenced)
    except ValueError:
        return False
    return True


def parse_json(output: Any, *, fenced: bool) -> Any:
    """Return the value that an output writes as JSON, or is.

    Raises:
        ValueError: It is not JSON.
    """
    output = plain(output)
    if not isinstance(output, str):
        return output
    fence = _FENCE.fullmatch(output) if fenced else None
    text = fence[1] if fence else output
    try:
        return json.loads(text, parse_constant=_refuse)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")
