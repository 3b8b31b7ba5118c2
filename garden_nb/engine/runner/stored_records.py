"""The records of a run as its journal has them, scores included."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from garden_nb.core.records import Record, Score
from garden_nb.engine.runner.scoring import score_name
from garden_nb.engine.store import JournalReader

__all__ = ["stored_records"]


def stored_records(
    reader: JournalReader,
    run_id: str,
    scorers: Mapping[str, str],
    expected: Mapping[str, str],
) -> dict[str, Record]:
    """Return the records of a run by trial key.

    Args:
        reader: Reads the journal.
        run_id: The run.
        scorers: The scorers' versions by name; scores of other versions are left out.
        expected: The digest of what scorers see beside the output, by case id.
    """
    stored = reader.records(run_id)
    scores = reader.scores(run_id, scorers, expected)
    parts = _parts(scorers, scores.values())
    return {
        key: replace(record, scores=_scores(scores.get(output_id, {}), parts))
        for key, (output_id, record) in stored.items()
    }


def _parts(
    scorers: Iterable[str], all_scores: Iterable[dict[str, dict[str, Score]]]
) -> dict[str, list[str]]:
    """Return the parts that each scorer has given anywhere, in alphabetical order."""
    parts: dict[str, set[str]] = {scorer: set() for scorer in scorers}
    for scores in all_scores:
        for scorer, given in scores.items():
            parts[scorer].update(given)
    return {scorer: sorted(names - {""}) or [""] for scorer, names in parts.items()}


def _scores(scores: dict[str, dict[str, Score]], parts: dict[str, list[str]]) -> dict[str, Score]:
    """Return the scores of one output by name.

    Where a scorer with several parts failed as a whole, each of its parts is missing for that
    reason.
    """
    named: dict[str, Score] = {}
    for scorer, names in parts.items():
        given = scores.get(scorer, {})
        whole = given.get("")
        for part in names:
            score = given.get(part, whole)
            if score is not None:
                named[score_name(scorer, part)] = score
    return named
