"""The reader of single outputs, for views that show a few of very many."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from garden_nb.core.records import Failure, Record, Score
from garden_nb.engine.store.connection import connect, journal_errors
from garden_nb.engine.store.file import check_file
from garden_nb.engine.store.rows import output_of, score_of
from garden_nb.errors import JournalError

__all__ = ["OutputReader", "Place"]

_CHUNK = 128
_PLACES = """
    SELECT m.output_id, o.case_id, o.variant, o.repeat, o.failure_kind
    FROM members AS m JOIN outputs AS o ON o.id = m.output_id WHERE m.run_id = ?
"""
_ANSWERS = "SELECT id, value FROM outputs WHERE value IS NOT NULL AND id IN ({})"
_RECORDS = """
    SELECT id, case_id, variant, repeat, failure_kind, failure_message, latency_ms, attempts,
           value, detail, input_tokens, output_tokens, cached_tokens, cost_usd, steps
    FROM outputs WHERE id IN ({})
"""
_SCORES = """
    SELECT output_id, scorer, version, expected, part, value, reason, binary, input_tokens,
           output_tokens, cached_tokens, cost_usd
    FROM scores WHERE output_id IN ({})
"""

Scores = dict[str, dict[str, Score]]
"""Scores by scorer and part."""


class Place(NamedTuple):
    """Where an output stands in its run; `failure` is the kind of a failed trial's failure."""

    output_id: int
    case_id: str
    variant: str
    repeat: int
    failure: str | None


class OutputReader:
    """Reads outputs of one run by their ids, without ever reading all of them at once.

    Every call opens its own connection and closes it, so that a reader holds nothing.

    Args:
        path: The journal's file.
        run_id: The run.

    Raises:
        JournalError: There is no journal at `path`, or it cannot be read.
    """

    def __init__(self, path: Path, run_id: str) -> None:
        self.path = path
        self.run_id = run_id
        if not check_file(path):
            raise JournalError(f"There is no journal at {str(path)!r}.")

    def places(self) -> list[Place]:
        """Return where each output stands; no text is read."""
        with journal_errors(self.path), closing(connect(self.path, read_only=True)) as connection:
            return [Place(*row) for row in connection.execute(_PLACES, (self.run_id,))]

    def answers(self, output_ids: Sequence[int]) -> Iterator[tuple[int, str]]:
        """Yield id and value, as JSON text, of the outputs that did not fail, in any order.

        No more than one value is held at a time.
        """
        for start in range(0, len(output_ids), _CHUNK):
            ids = output_ids[start : start + _CHUNK]
            with (
                journal_errors(self.path),
                closing(connect(self.path, read_only=True)) as connection,
            ):
                yield from connection.execute(_ANSWERS.format(_marks(ids)), ids)

    def records(self, output_ids: Sequence[int]) -> dict[int, Record]:
        """Return the records, without scores, of a few outputs by id."""
        with journal_errors(self.path), closing(connect(self.path, read_only=True)) as connection:
            rows = connection.execute(_RECORDS.format(_marks(output_ids)), output_ids).fetchall()
        return {row[0]: _record_of(row) for row in rows}

    def scores(
        self, output_ids: Sequence[int], expected: Mapping[int, str | None]
    ) -> dict[int, Scores]:
        """Return the scores of a few outputs by id.

        Args:
            output_ids: The outputs.
            expected: By output id the present digest of what scorers see beside the output; a
                score that was given against something else is left out.
        """
        with journal_errors(self.path), closing(connect(self.path, read_only=True)) as connection:
            run = connection.execute("SELECT scorers FROM runs WHERE id = ?", (self.run_id,))
            (scorers,) = run.fetchone() or ("{}",)
            rows = connection.execute(_SCORES.format(_marks(output_ids)), output_ids).fetchall()
        versions = json.loads(scorers)
        found: dict[int, Scores] = defaultdict(lambda: defaultdict(dict))
        for output_id, scorer, version, against, part, *score in rows:
            if versions.get(scorer) == version and expected.get(output_id) == against:
                found[output_id][scorer][part] = score_of(*score)
        return found


def _record_of(row: tuple[Any, ...]) -> Record:
    _, case_id, variant, repeat, kind, message, latency_ms, attempts = row[:8]
    return Record(
        case_id=case_id,
        variant=variant,
        repeat=repeat,
        output=output_of(row[8:]) if kind is None else None,
        failure=None if kind is None else Failure(kind, message),
        latency_ms=latency_ms,
        attempts=attempts,
    )


def _marks(values: Sequence[int]) -> str:
    return ",".join("?" * len(values))
