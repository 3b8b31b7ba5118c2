"""Outputs in a journal, read when they are shown."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from garden_nb.core.records import Record, Score
from garden_nb.engine.runner.scoring import score_name
from garden_nb.engine.store.output_reader import OutputReader, Place
from garden_nb.engine.store.rows import storable
from garden_nb.flows.cases.case_source import TrialKey

__all__ = ["JournalSource"]


class JournalSource:
    """The outputs of a run in its journal; the file is not opened before something is asked for.

    Args:
        path: The journal's file.
        run_id: The run.
        names: The case ids and labels of the run, as the report has them.
        expected: Gives for a case id the digest of what scorers see beside the output, so that
            scores given against another expected answer are left out.
    """

    def __init__(
        self,
        path: Path,
        run_id: str,
        names: Iterable[str],
        expected: Callable[[str], str | None],
    ) -> None:
        self._path, self._run_id = path, run_id
        self._expected = expected
        self._given = {storable(name): name for name in names if storable(name) != name}

    has_texts = True

    @cached_property
    def _reader(self) -> OutputReader:
        return OutputReader(self._path, self._run_id)

    @cached_property
    def _places(self) -> dict[TrialKey, Place]:
        def given(name: str) -> str:
            return self._given.get(name, name)

        return {
            TrialKey(given(place.case_id), given(place.variant), place.repeat): place
            for place in self._reader.places()
        }

    def failures(self) -> dict[TrialKey, str]:
        """Return the kind of failure of each trial that failed."""
        return {
            key: place.failure for key, place in self._places.items() if place.failure is not None
        }

    def records(self, trials: Sequence[TrialKey]) -> dict[TrialKey, Record]:
        """Return the whole records of a few trials, with their scores."""
        keys = {self._places[key].output_id: key for key in trials if key in self._places}
        records = self._reader.records(list(keys))
        against = {output_id: self._expected(key.case_id) for output_id, key in keys.items()}
        scores = self._reader.scores(list(keys), against)
        return {
            keys[output_id]: replace(
                record,
                case_id=keys[output_id].case_id,
                variant=keys[output_id].variant,
                scores=_named(scores.get(output_id, {})),
            )
            for output_id, record in records.items()
        }

    def answers(self, trials: Sequence[TrialKey]) -> Iterator[tuple[TrialKey, str]]:
        """Yield the outputs of trials as JSON text, one in memory at a time."""
        keys = {self._places[key].output_id: key for key in trials if key in self._places}
        for output_id, text in self._reader.answers(list(keys)):
            yield keys[output_id], text


def _named(scores: dict[str, dict[str, Score]]) -> dict[str, Score]:
    return {
        score_name(scorer, part): score
        for scorer, parts in scores.items()
        for part, score in parts.items()
    }
