"""The scores in what a judge said."""

from collections.abc import Mapping, Sequence
from typing import Any

from garden_nb.core.records import Score
from garden_nb.engine.judge.frame import key_of
from garden_nb.engine.judge.judgement import (
    EXPLANATIONS,
    objects_with,
    read_judgement,
    shown,
)
from garden_nb.engine.judge.score_field import ScoreField, ScoreType

__all__ = ["read_scores"]


def read_scores(
    text: str, fields: Sequence[ScoreField], *, cut_off: bool = False
) -> tuple[dict[str, Score], str]:
    """Return the scores in a judge's answer by name, and what is wrong with it; empty if nothing.

    A score that cannot be used is missing, with the reason; nothing is guessed.

    Args:
        text: What the judge said.
        fields: The scores that it was asked for.
        cut_off: Whether the provider says that it was not finished.
    """
    only = fields[0] if len(fields) == 1 else None
    if only is not None and only.type is ScoreType.NUMERIC and only.low is not None:
        bounds = (only.low, float("inf") if only.high is None else only.high)
        keys = (key_of(only, fields), only.name)
        read = read_judgement(text, bounds, cut_off=cut_off, keys=keys)
        return {only.name: Score(read.score, read.explanation or _said(read.fault))}, read.fault
    by_key = {key_of(field, fields): field for field in fields}
    found = list(objects_with(text, {*by_key, *(field.name for field in fields)}))
    if not found:
        broken = cut_off or "{" in text
        fault = "is empty" if not text.strip() else _unread(text, broken=broken)
        return {field.name: Score(None, _said(fault)) for field in fields}, fault
    read_all = [_read(one, by_key) for one in found]
    if any(_values(one) != _values(read_all[0]) for one in read_all):
        fault = f"holds several scores that differ: {shown(text)}"
        return {field.name: Score(None, _said(fault)) for field in fields}, fault
    scores = read_all[0]
    faults = [score.reason for score in scores.values() if score.value is None]
    return scores, f"has this fault: {'; '.join(faults)}" if faults else ""


def _unread(text: str, *, broken: bool) -> str:
    return f"{'is cut off or broken' if broken else 'holds no score'}: {shown(text.strip())}"


def _said(fault: str) -> str:
    return f"the judge's answer {fault}" if fault else ""


def _read(given: Mapping[str, Any], keys: Mapping[str, ScoreField]) -> dict[str, Score]:
    words = next((given[name] for name in EXPLANATIONS if isinstance(given.get(name), str)), "")
    scores = {}
    for key, field in keys.items():
        score = field.read(given.get(key, given.get(field.name)), words, lenient=True)
        if score.value is None:
            score = Score(None, f"the judge's answer is no score: {score.reason}")
        scores[field.name] = score
    return scores


def _values(scores: Mapping[str, Score]) -> list[float | None]:
    return [score.value for score in scores.values()]
