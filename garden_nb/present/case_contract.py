"""The shapes of cases that views read: plain JSON, clean text, numbers written out."""

from typing import TypedDict

__all__ = ["Answer", "CaseCard", "CaseRow", "Mark", "ScoreLine", "Text"]


class Text(TypedDict):
    """A part of a text as spans of text and kind (`same`, `removed`, `added`).

    `before` and `after` say in words what is left out there, empty where nothing is.
    """

    spans: list[list[str]]
    before: str
    after: str


class Mark(TypedDict):
    """How a variant fared: `status` is `pass`, `fail` or empty where the number has to speak."""

    status: str
    text: str


class ScoreLine(TypedDict):
    """One score of an output, and why."""

    name: str
    value: str
    reason: str


class CaseRow(TypedDict):
    """One case in a list: `kind` is a `FlipKind`, `word` what people read for it."""

    id: str
    category: str
    kind: str
    word: str
    question: str
    expected: str
    marks: list[Mark]


class Answer(TypedDict):
    """What one variant made of a case, in one repeat."""

    variant: str
    mark: Mark
    text: Text
    failure: str
    facts: list[str]
    scores: list[ScoreLine]


class CaseCard(TypedDict):
    """One case in full: the answers of baseline and contender, with their differences marked."""

    id: str
    category: str
    kind: str
    word: str
    question: Text
    expected: Text
    answers: list[Answer]
    repeat: int
    repeats: int
