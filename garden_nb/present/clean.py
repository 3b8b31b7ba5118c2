"""Cleaning of text that others wrote: what is invisible or reorders lines is shown as a mark."""

import re

__all__ = ["clean", "shorten"]

_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # controls: NUL, escape sequences, C1
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # controls of writing direction
    "\u2028\u2029\ufeff\ufff9-\ufffb\ufffe\uffff"  # separators, byte order mark
    "\ud800-\udfff"  # lone surrogates: no encoder takes them
    "\U000e0000-\U000e007f]"  # invisible tags
)


def clean(text: object, *, lines: bool = False) -> str:
    r"""Return `text` with everything unseen shown: controls as pictures, the rest by number.

    The result is valid Unicode, prints on one line and reads in the order it is stored. Cleaning
    twice changes nothing.

    Args:
        text: Anything; taken by `str`.
        lines: Keep line feeds and tabs, for text that is shown as a block.

    >>> clean("a\x1b[31m\u202eb")
    'a␛[31m⟨U+202E⟩b'
    """
    return _UNSEEN.sub(_show_but_lines if lines else _show, str(text))


def _show(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"⟨U+{code:04X}⟩"


def _show_but_lines(match: re.Match[str]) -> str:
    return match[0] if match[0] in "\n\t" else _show(match)


def shorten(text: str, limit: int) -> str:
    """Return `text` in at most `limit` characters, its middle left out where it is longer.

    Names of models differ at both ends, so both are kept.

    >>> shorten("anthropic/claude-sonnet-20260101", 16)
    'anthropi…0260101'
    """
    if len(text) <= limit:
        return text
    tail = (limit - 1) // 2
    return f"{text[: limit - 1 - tail]}…{text[len(text) - tail :]}"
