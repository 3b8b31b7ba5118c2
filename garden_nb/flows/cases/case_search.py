"""A search through the texts of cases, step by step, so that nobody waits for all of them."""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from garden_nb.flows.cases.case_source import CaseSource, TrialKey
from garden_nb.present.excerpt import plain_text

__all__ = ["CaseSearch", "matching"]

_CHUNK = 64


class CaseSearch:
    """The cases found so far, in reading order.

    Args:
        positions: The cases to look at.
        outcomes: For each of them its position and whether it is found, in that order; None where
            all of them are.

    Attributes:
        found: The positions of the cases found so far.
        total: How many cases there are to look at.
        seen: How many of them have been looked at.
    """

    def __init__(
        self, positions: Sequence[int], outcomes: Iterator[tuple[int, bool]] | None = None
    ) -> None:
        self.total = len(positions)
        self.found = [] if outcomes else list(positions)
        self.seen = 0 if outcomes else self.total
        self._outcomes = outcomes or iter(())

    @property
    def done(self) -> bool:
        """Whether all cases have been looked at."""
        return self.seen >= self.total

    def advance(self, seconds: float | None = None) -> bool:
        """Look at further cases, for so many seconds or to the end; return whether it is done."""
        end = None if seconds is None else time.monotonic() + seconds
        for position, is_found in self._outcomes:
            self.seen += 1
            if is_found:
                self.found.append(position)
            if end is not None and time.monotonic() > end:
                break
        return self.done


def matching(
    positions: Sequence[int],
    query: str,
    source: CaseSource,
    text_of: Callable[[int], str],
    trials_of: Callable[[int], Iterable[TrialKey]],
) -> Iterator[tuple[int, bool]]:
    """Yield each position, and whether the query is in a text of its case, whatever the case.

    Args:
        positions: The cases to look at.
        query: What to look for.
        source: Where outputs come from; those of a few cases at a time are read.
        text_of: What is known of a case without its outputs.
        trials_of: The trials whose outputs count.
    """
    needle = query.lower()
    raw_needle = json.dumps(needle)[1:-1]
    remaining = iter(positions)
    while chunk := list(islice(remaining, _CHUNK)):
        found = {position for position in chunk if needle in text_of(position).lower()}
        trials = {key: at for at in chunk if at not in found for key in trials_of(at)}
        for key, raw in source.answers(list(trials)):
            if trials[key] not in found and _contains(raw, needle, raw_needle):
                found.add(trials[key])
        for position in chunk:
            yield position, position in found


def _contains(raw: str, needle: str, raw_needle: str) -> bool:
    """Return whether a text has the needle, by its JSON; most texts need not be decoded.

    In the JSON of a text without escaped signs beyond ASCII, a needle is written in one way only.
    """
    if raw.startswith('"') and "\\u" not in raw and raw_needle not in raw.lower():
        return False
    return needle in plain_text(json.loads(raw)).lower()
