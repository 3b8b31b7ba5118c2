"""A case in full: two answers side by side, their differences marked, and how they were judged."""

from garden_nb.analysis.numbers import MISSING, Scale
from garden_nb.core.metrics import default_metric
from garden_nb.core.records import Record, Score
from garden_nb.present.case_contract import Answer, CaseCard, ScoreLine, Text
from garden_nb.present.case_pair import CasePair, CaseSide
from garden_nb.present.case_row import FLIP_WORDS, mark_of
from garden_nb.present.clean import clean
from garden_nb.present.excerpt import Excerpt, excerpt, first_difference, plain_text
from garden_nb.present.word_diff import SAME, Span, word_diff
from garden_nb.present.words import label

__all__ = ["case_card"]

_EXPLANATION = 1_000


def case_card(pair: CasePair, limit: int = 2_000) -> CaseCard:
    """Return a case with its texts.

    Args:
        pair: The case.
        limit: The most characters of each text; what is left out is counted. Two long outputs
            are shown from shortly before the place where they begin to differ.
    """
    first, second = _outputs(pair, limit)
    return {
        "id": clean(pair.id),
        "category": label(pair.category),
        "kind": pair.kind.value,
        "word": FLIP_WORDS[pair.kind],
        "question": _plain(plain_text(pair.question), limit),
        "expected": _plain(plain_text(pair.expected), limit),
        "answers": [_answer(pair, pair.baseline, first), _answer(pair, pair.contender, second)],
        "repeat": pair.repeat,
        "repeats": pair.repeats,
    }


def _outputs(pair: CasePair, limit: int) -> tuple[Text, Text]:
    one, other = _output(pair.baseline.record), _output(pair.contender.record)
    if one is None or other is None:
        return _plain(one or "", limit), _plain(other or "", limit)
    start = first_difference(one, other, limit)
    parts = excerpt(one, limit, start), excerpt(other, limit, start)
    left, right = word_diff(*(clean(part.text, lines=True) for part in parts))
    return _text(left, parts[0]), _text(right, parts[1])


def _output(record: Record | None) -> str | None:
    if record is None or record.output is None:
        return None
    return plain_text(record.output.value)


def _plain(text: str, limit: int) -> Text:
    part = excerpt(text, limit)
    shown = clean(part.text, lines=True)
    return _text([(shown, SAME)] if shown else [], part)


def _text(spans: list[Span], part: Excerpt) -> Text:
    same = f"{part.before:,} characters that are the same on both sides are left out"
    return {
        "spans": [list(span) for span in spans],
        "before": same if part.before else "",
        "after": f"{part.after:,} more characters" if part.after else "",
    }


def _answer(pair: CasePair, side: CaseSide, text: Text) -> Answer:
    record = side.record
    return {
        "variant": clean(side.variant),
        "mark": mark_of(pair, side),
        "text": text,
        "failure": _failure(record),
        "facts": [] if record is None else _facts(record),
        "scores": [] if record is None else _scores(record, pair.metric.name),
    }


def _failure(record: Record | None) -> str:
    if record is None or record.failure is None:
        return ""
    kind, message = record.failure.kind, record.failure.message
    return _told(f"{kind}: {message}" if message else kind)


def _facts(record: Record) -> list[str]:
    """Return latency, cost and attempts, as far as they are known and worth a word."""
    cost = record.output.usage.cost_usd if record.output else None
    measured = {"latency_ms": record.latency_ms, "cost_usd": cost}
    facts = [
        Scale.of(default_metric(name), [value]).value(value)
        for name, value in measured.items()
        if value is not None
    ]
    return [*facts, f"{record.attempts} attempts"] if record.attempts > 1 else facts


def _scores(record: Record, metric: str) -> list[ScoreLine]:
    """Return the scores, that of the metric first where it says more than the mark above it."""
    first = (metric, metric.partition(".")[0])
    names = sorted(record.scores, key=lambda name: name not in first)
    return [
        {
            "name": label(name),
            "value": _value(record.scores[name]),
            "reason": _told(record.scores[name].reason),
        }
        for name in names
        if name != metric or record.scores[name].reason
    ]


def _told(text: str) -> str:
    """Return an explanation on one line; of a very long one the beginning, and how much it is."""
    part = excerpt(text, _EXPLANATION)
    more = f"… ({part.after:,} more characters)" if part.after else ""
    return f"{clean(part.text)}{more}"


def _value(score: Score) -> str:
    if score.value is None:
        return MISSING
    if score.binary:
        return "pass" if score.value else "fail"
    return f"{score.value:.4g}"
