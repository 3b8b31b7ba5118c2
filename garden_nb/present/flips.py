"""The cases that changed, for a report: how many under each contender, and a chosen few."""

import json
from collections.abc import Iterable, Sequence
from typing import TypedDict

from garden_nb.analysis.flips import FlipKind, Flips
from garden_nb.present.brief_card import brief_card
from garden_nb.present.case_contract import CaseCard
from garden_nb.present.case_pair import CasePair
from garden_nb.present.words import label

__all__ = ["FLIPS_BUDGET", "ChangedCases", "changed_cases", "changed_line", "counted_under"]

FLIPS_BUDGET = 80_000
"""The most bytes of JSON that the changed cases of all contenders take, if nothing is huge.

Each failure policy has as many: packed, what both show costs next to nothing.
"""

_SIZES = ((3, 400), (3, 200), (2, 120), (1, 80), (0, 0))


class ChangedCases(TypedDict):
    """The cases that changed under one contender.

    `summary` is a line to open; `cases` are shown below it, and `note` says how many are not.
    `on_error` is the failure policy that they are counted under; empty where no trial failed.
    """

    variant: str
    on_error: str
    summary: str
    cases: list[CaseCard]
    note: str


def changed_cases(
    groups: Sequence[tuple[Flips, Sequence[CasePair]]],
    *,
    on_error: str = "",
    texts: bool = True,
    budget: int = FLIPS_BUDGET,
) -> list[ChangedCases]:
    """Return the cases that changed under each contender; without any a contender is left out.

    Args:
        groups: For each contender how the cases fare, and the changed ones to show, the most
            telling first; at most three are shown.
        on_error: The failure policy that they are counted under, where it matters.
        texts: Whether to keep what was asked, answered and explained.
        budget: Bytes of JSON; texts become shorter and cases fewer until they are in it.
    """
    sections: list[ChangedCases] = []
    for count, limit in _SIZES:
        sections = [
            _section(flips, pairs[:count], limit, on_error, texts=texts)
            for flips, pairs in groups
            if _changed(flips)
        ]
        if len(json.dumps(sections, ensure_ascii=False).encode()) <= budget:
            break
    return sections


def counted_under(on_error: str, sections: Iterable[ChangedCases]) -> list[ChangedCases]:
    """Return the sections that are counted under a failure policy, with those of any policy."""
    return [each for each in sections if each.get("on_error", "") in {"", on_error}]


def changed_line(section: ChangedCases) -> str:
    """Return the cases that changed under one contender on one line, by their ids."""
    told = ", ".join(f"{case['id']} ({case['word']})" for case in section["cases"])
    more = f"; {section['note'].rstrip('.')}" if section["note"] else ""
    return f"{section['summary']}{': ' if told else ''}{told}{more}"


def _section(
    flips: Flips, pairs: Sequence[CasePair], limit: int, on_error: str, *, texts: bool
) -> ChangedCases:
    lost, gained = flips.counts[FlipKind.REGRESSION], flips.counts[FlipKind.FIX]
    variant, metric = label(flips.contender), label(flips.metric.name)
    more = _changed(flips) - len(pairs)
    counts = f"{lost:,} lost, {gained:,} gained"
    return {
        "variant": variant,
        "on_error": on_error,
        "summary": f"Cases that changed under {variant} on {metric}: {counts}",
        "cases": [brief_card(pair, limit, texts=texts) for pair in pairs],
        "note": f"{more:,} more changed." if more and pairs else "",
    }


def _changed(flips: Flips) -> int:
    return flips.counts[FlipKind.REGRESSION] + flips.counts[FlipKind.FIX]
