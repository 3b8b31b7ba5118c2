"""Word diffs: what one text has that another one lacks."""

import re
from collections import Counter
from difflib import SequenceMatcher
from itertools import groupby

__all__ = ["ADDED", "REMOVED", "SAME", "Span", "word_diff"]

Span = tuple[str, str]
"""A piece of text, and whether both texts have it (`same`), or only the one that it is from."""

SAME, REMOVED, ADDED = "same", "removed", "added"
_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+|\s+|[^\w\s]")
_MOST_WORDS = 2_000
_MOST_PAIRS = 20_000
"""Equal words on both sides that are all looked at; above it frequent words are no anchors."""


def word_diff(left: str, right: str) -> tuple[list[Span], list[Span]]:
    """Return two texts as spans that tell which words only one of them has.

    The spans of a side join to its text, and the `same` ones of both sides to one text. The work
    is bounded: in texts of very many words everything between the first and the last difference
    counts as different.

    >>> word_diff("It was a Thursday.", "It was a Wednesday.")[1]
    [('It was a ', 'same'), ('Wednesday', 'added'), ('.', 'same')]
    """
    one, other = _WORD.findall(left), _WORD.findall(right)
    head = _common(one, other)
    room = min(len(one), len(other)) - head
    tail = min(room, _common(one[::-1], other[::-1]))
    ends = (len(one) - tail, len(other) - tail)
    marks = ([SAME] * len(one), [SAME] * len(other))
    for _, i, i_end, j, j_end in _changes(one[head : ends[0]], other[head : ends[1]]):
        marks[0][head + i : head + i_end] = [REMOVED] * (i_end - i)
        marks[1][head + j : head + j_end] = [ADDED] * (j_end - j)
    return _spans(one, marks[0]), _spans(other, marks[1])


def _common(one: list[str], other: list[str]) -> int:
    """Return how many words two lists begin with in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (word, twin) in pairs if word != twin), min(len(one), len(other)))


def _changes(one: list[str], other: list[str]) -> list[tuple[str, int, int, int, int]]:
    if max(len(one), len(other)) > _MOST_WORDS:
        return [("replace", 0, len(one), 0, len(other))]
    counts = Counter(word for word in other if not word.isspace())
    crowded = sum(counts[word] for word in one) > _MOST_PAIRS
    matcher = SequenceMatcher(str.isspace, one, other, autojunk=crowded)
    return [code for code in matcher.get_opcodes() if code[0] != "equal"]


def _spans(words: list[str], marks: list[str]) -> list[Span]:
    pieces = groupby(zip(words, marks, strict=True), key=lambda piece: piece[1])
    return [("".join(word for word, _ in group), mark) for mark, group in pieces]
