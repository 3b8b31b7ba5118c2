"""A case on one line: its id, what was asked, and how both variants fared."""

from garden_nb.analysis.flips import FlipKind
from garden_nb.analysis.numbers import MISSING, Scale
from garden_nb.core.metrics import Kind
from garden_nb.present.case_contract import CaseRow, Mark
from garden_nb.present.case_pair import CasePair, CaseSide
from garden_nb.present.clean import clean
from garden_nb.present.excerpt import plain_text
from garden_nb.present.words import label

__all__ = ["FLIP_WORDS", "case_row", "mark_of"]

FLIP_WORDS = {
    FlipKind.REGRESSION: "lost",
    FlipKind.FIX: "gained",
    FlipKind.BOTH_FAIL: "both fail",
    FlipKind.DIFFER: "outputs differ",
    FlipKind.SAME: "same",
    FlipKind.UNPAIRED: "no score",
}
"""What people read for each kind."""

_QUESTION, _EXPECTED = 160, 80


def case_row(pair: CasePair) -> CaseRow:
    """Return a case as a line of a list; long texts are cut."""
    return {
        "id": clean(pair.id),
        "category": label(pair.category),
        "kind": pair.kind.value,
        "word": FLIP_WORDS[pair.kind],
        "question": _preview(pair.question, _QUESTION),
        "expected": _preview(pair.expected, _EXPECTED),
        "marks": [mark_of(pair, side) for side in (pair.baseline, pair.contender)],
    }


def mark_of(pair: CasePair, side: CaseSide) -> Mark:
    """Return how one side fared over all runs, as status and words."""
    failure = f"failed: {label(side.failure)}" if side.failure else ""
    if side.value is None:
        return {"status": "", "text": failure or MISSING}
    if pair.metric.kind is not Kind.BINARY:
        return {"status": "", "text": _joined(Scale.of(pair.metric).value(side.value), failure)}
    status = {0.0: "fail", 1.0: "pass"}.get(side.value, "")
    if pair.repeats == 1:
        return {"status": status, "text": failure or status}
    passed = side.value * pair.repeats
    whole = abs(passed - round(passed)) < 1e-6  # shares are rounded to 12 digits
    share = (
        f"{round(passed)} of {pair.repeats}" if whole else Scale.of(pair.metric).value(side.value)
    )
    return {"status": status, "text": _joined(share, failure)}


def _joined(value: str, failure: str) -> str:
    return f"{value}, {failure}" if failure else value


def _preview(value: object, limit: int) -> str:
    text = plain_text(value)
    shown = clean(" ".join(text[: 4 * limit].split()))
    return shown if len(shown) <= limit and len(text) <= 4 * limit else f"{shown[: limit - 1]}…"
