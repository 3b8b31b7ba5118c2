"""A case in short: a card for places where every byte is kept."""

from garden_nb.present.case_card import case_card
from garden_nb.present.case_contract import CaseCard, Text
from garden_nb.present.case_pair import CasePair

__all__ = ["brief_card"]

_SCORES = 3
_NO_TEXT: Text = {"spans": [], "before": "", "after": ""}


def brief_card(pair: CasePair, limit: int, *, texts: bool = True) -> CaseCard:
    """Return a case with its texts and explanations in at most `limit` characters each.

    Args:
        pair: The case.
        limit: The most characters of each text.
        texts: Whether to keep what was asked, answered and explained; without them the id, the
            scores, latency and cost are left.
    """
    card = case_card(pair, limit)
    if not texts:
        card["question"] = card["expected"] = _NO_TEXT
    for answer in card["answers"]:
        answer["failure"] = _cut(answer["failure"], limit) if texts else ""
        answer["text"] = answer["text"] if texts else _NO_TEXT
        answer["scores"] = answer["scores"][:_SCORES]
        for score in answer["scores"]:
            score["reason"] = _cut(score["reason"], limit) if texts else ""
    return card


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
