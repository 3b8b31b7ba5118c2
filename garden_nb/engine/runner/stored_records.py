"""The records of a run as its journal has them, scores included."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from garden_nb.core.records import Record, Score
from garden_nb.engine.plan import Trial
from garden_nb.engine.runner.request import RunRequest
from garden_nb.engine.runner.scoring import score_name
from garden_nb.engine.scorers import Scorer
from garden_nb.engine.store import JournalReader
from garden_nb.engine.store.rows import storable

__all__ = ["records_of", "stored_records"]


def stored_records(
    reader: JournalReader,
    run_id: str,
    scorers: Mapping[str, str],
    expected: Mapping[str, str],
    *,
    texts: bool = True,
) -> dict[str, Record]:
    """Return the records of a run by trial key.

    Args:
        reader: Reads the journal.
        run_id: The run.
        scorers: The scorers' versions by name; scores of other versions are left out.
        expected: The digest of what scorers see beside the output, by case id.
        texts: Whether to read what the agents answered, or only what it took.
    """
    stored = reader.records(run_id, texts=texts)
    scores = reader.scores(run_id, scorers, expected)
    parts = _parts(scorers, scores.values())
    return {
        key: replace(record, scores=_scores(scores.get(output_id, {}), parts))
        for key, (output_id, record) in stored.items()
    }


def records_of(
    reader: JournalReader,
    run_id: str,
    request: RunRequest,
    trials: Sequence[Trial],
    *,
    texts: bool = True,
) -> list[Record]:
    """Return the records of `trials` so far, by case, then variant, then repeat.

    Cases and variants come in the order in which they were given, whatever the plan's order.

    Args:
        reader: Reads the journal.
        run_id: The run.
        request: What was asked for.
        trials: Its trials, as they are planned or some of them.
        texts: Whether to read what the agents answered, or only what it took.
    """
    expected = {storable(case.id): case.expected_digest for case in request.cases}
    versions = {scorer.name: scorer.version for scorer in map(Scorer.of, request.scorers)}
    cases = {case.id: place for place, case in enumerate(request.cases)}
    variants = {variant.label: place for place, variant in enumerate(request.variants)}

    def place(trial: Trial) -> tuple[int, int, int]:
        return cases[trial.case.id], variants[trial.variant.label], trial.repeat

    stored = stored_records(reader, run_id, versions, expected, texts=texts)
    return [
        replace(stored[trial.key], case_id=trial.case.id, variant=trial.variant.label)
        for trial in sorted(trials, key=place)
        if trial.key in stored
    ]


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
