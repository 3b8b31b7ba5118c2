"""An output or an expected answer as text."""

import json
from typing import Any

from garden_nb.core.digest import plain

__all__ = ["answer_text"]


def answer_text(value: Any) -> str:
    """Return an answer as text: text as it is, lists and mappings as JSON, None as nothing.

    >>> answer_text(42), answer_text({"a": "ü"}), answer_text(None)
    ('42', '{"a": "ü"}', '')
    """
    value = plain(value)
    if value is None:
        return ""
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    return str(value)
