"""Reuse: outputs that are in the journal already."""

import asyncio
from collections.abc import Mapping

from garden_nb.core.records import Score
from garden_nb.engine.events import OutputStored, TrialScored
from garden_nb.engine.runner.course import Course
from garden_nb.engine.runner.scoring import Scoring, ToScore, flat
from garden_nb.engine.store import JournalReader

__all__ = ["reuse"]

_BREATH = 100


async def reuse(course: Course, scoring: Scoring) -> None:
    """Tell of the outputs that are there already, and have those scored that lack a score."""
    opened = course.opened
    if not opened.finished:
        return
    reader = JournalReader(opened.journal.path)
    facts = reader.facts(opened.row.id)
    scores = reader.scores(opened.row.id, opened.row.scorers, opened.expected)
    for number, trial in enumerate(t for t in opened.trials if t.key in opened.finished):
        output_id = opened.finished[trial.key]
        label, case_id, repeat = trial.variant.label, trial.case.id, trial.repeat
        latency_ms, attempts, usage = facts[output_id]
        course.emit(OutputStored(label, case_id, repeat, latency_ms, attempts, usage, reused=True))
        known = _complete(scores.get(output_id, {}))
        if len(known) < len(opened.scorers):
            await scoring.put(ToScore(trial, output_id, None, known))
        elif known:
            course.emit(TrialScored(label, case_id, repeat, flat(known)))
        if number % _BREATH == 0:
            await asyncio.sleep(0)  # a large run that is reopened keeps its loop alive


def _complete(
    scores: Mapping[str, Mapping[str, Score]],
) -> dict[str, Mapping[str, Score]]:
    """Return the scores of the scorers that had a value for every part; others try again."""
    return {
        scorer: parts
        for scorer, parts in scores.items()
        if all(score.value is not None for score in parts.values())
    }
