"""Cutting questions, names and docstrings into words, stems and n-grams."""

import re
from collections import Counter

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_ENDING = re.compile(r"(?:ations?|ators?|y?ings?|ions?|ies|ied|ers?|ors?|ed|es|e|ly|y|s)$")
_COMMON = (
    "about after all an and any are as at be been but by can could do does each else for from get"
    " give had has have how if in into is it its itself just like me mine my need no not of on"
    " only or other our out own self should so some such than that the their them then there"
    " these they this those to up use used uses using want was way we were what when where which"
    " while who whose will with without would you your"
)
_STOPWORDS = frozenset(_COMMON.split())
_GRAM_SIZES = (3, 4, 5)


def words(text: str) -> list[str]:
    """Return the words and numbers of a text in lower case and in order.

    Single letters and the commonest English words are left out. Names are cut where their
    writers joined them: `ThreadPoolExecutor` is three words, `splitlines` one.
    """
    found = (match.lower() for match in _WORD.findall(text))
    return [word for word in found if word not in _STOPWORDS and (len(word) > 1 or word.isdigit())]


def stems(text: str) -> list[str]:
    """Return the words of a text without their commonest English endings.

    The stem of "copies", "copied" and "copying" is "cop"; at least three letters stay.
    """
    return [short if len(short := _ENDING.sub("", word)) > 2 else word for word in words(text)]


def grams(text: str) -> Counter[str]:
    """Return how often each run of 3 to 5 characters occurs inside the words of a text.

    A word's two ends count as characters, so that " pre" is found in "prefix" alone.
    """
    return Counter(
        padded[at : at + size]
        for padded in (f" {word} " for word in words(text))
        for size in _GRAM_SIZES
        for at in range(len(padded) - size + 1)
    )
