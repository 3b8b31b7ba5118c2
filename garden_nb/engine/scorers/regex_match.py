"""A scorer that looks for a pattern in the output."""

import re
from typing import Any

from garden_nb.engine.scorers.answer_text import answer_text

__all__ = ["regex_match"]


def regex_match(output: Any, pattern: str, *, ignore_case: bool = False) -> bool:
    r"""Return whether the pattern is somewhere in the output; anchor it for the whole of it.

    `^` and `$` stand for the beginning and the end of every line, `\A` and `\Z` for those of the
    output.

    Args:
        output: The output.
        pattern: A regular expression of Python.
        ignore_case: Whether upper and lower case are the same.

    >>> regex_match("Answer: 42", r"\b\d+\b"), regex_match("none", r"\d")
    (True, False)
    """
    flags = re.MULTILINE | (re.IGNORECASE if ignore_case else 0)
    return re.search(pattern, answer_text(output), flags) is not None
