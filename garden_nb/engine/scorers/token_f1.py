"""A scorer that counts shared words."""

import re
from collections import Counter
from typing import Any

from garden_nb.core.digest import plain
from garden_nb.core.metrics import Kind, Metric
from garden_nb.engine.scorers.answer_text import answer_text
from garden_nb.engine.scorers.measured_as import measured_as

__all__ = ["token_f1"]

_WORD = re.compile(r"\w+", re.UNICODE)
_ARTICLES = frozenset({"a", "an", "the"})


@measured_as(Metric("token_f1", Kind.BOUNDED, low=0.0, high=1.0))
def token_f1(output: Any, expected: Any) -> float | None:
    """Return the F1 of the words that output and expected answer share; None without one.

    Upper and lower case, punctuation and English articles do not count; a word counts as often
    as it stands there. Two answers without a word are equal.

    References:
        Rajpurkar et al. (2016), arXiv:1606.05250.

    >>> token_f1("The capital is Paris.", "Paris, capital of France")
    0.5714285714285714
    """
    if plain(expected) is None:
        return None
    given, wanted = (Counter(_words(answer_text(value))) for value in (output, expected))
    if not given or not wanted:
        return float(given == wanted)
    shared = sum((given & wanted).values())
    return 2 * shared / (sum(given.values()) + sum(wanted.values()))


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text.casefold()) if word not in _ARTICLES]
