"""The journal's readers."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from garden_nb.core.records import Failure, Record, Score, Usage
from garden_nb.engine.store.connection import connect, journal_errors
from garden_nb.engine.store.file import check_file, is_older
from garden_nb.engine.store.journal import Journal
from garden_nb.engine.store.newest_outputs import newest_outputs
from garden_nb.engine.store.rows import RunRow, output_of, score_of
from garden_nb.engine.store.runs import all_runs
from garden_nb.errors import JournalError

__all__ = ["JournalReader"]

_RECORDS = """
    SELECT m.key, m.output_id, m.reused, o.case_id, o.variant, o.repeat, o.failure_kind,
           o.failure_message, o.latency_ms, o.attempts, {}, o.input_tokens,
           o.output_tokens, o.cached_tokens, o.cost_usd, o.steps
    FROM members AS m JOIN outputs AS o ON o.id = m.output_id WHERE m.run_id = ?
"""
_FACTS = """
    SELECT o.id, o.latency_ms, o.attempts, o.input_tokens, o.output_tokens, o.cached_tokens,
           o.cost_usd, o.steps
    FROM members AS m JOIN outputs AS o ON o.id = m.output_id WHERE m.run_id = ?
"""
_SCORES = """
    SELECT o.case_id, s.output_id, s.scorer, s.version, s.expected, s.part, s.value, s.reason,
           s.binary, s.input_tokens, s.output_tokens, s.cached_tokens, s.cost_usd
    FROM members AS m JOIN outputs AS o ON o.id = m.output_id
    JOIN scores AS s ON s.output_id = o.id WHERE m.run_id = ?
"""
_SCORED = """
    SELECT output_id, expected FROM scores WHERE scorer = ? AND version = ?
    GROUP BY output_id, expected HAVING MIN(value IS NOT NULL)
"""


class JournalReader:
    """Reads a journal at any time: while a run writes it, or long after.

    Every call opens its own connection and closes it, so that a reader holds nothing. A journal of
    an older version is brought up to date first.

    Args:
        path: The journal's file.

    Raises:
        JournalError: There is no journal at `path`, or it cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        if not check_file(path):
            raise JournalError(f"There is no journal at {str(path)!r}.")
        if is_older(path):
            Journal(path).close()

    def runs(self) -> list[RunRow]:
        """Return all runs, the newest first."""
        with journal_errors(self.path), closing(connect(self.path, read_only=True)) as connection:
            return all_runs(connection)

    def scores(
        self, run_id: str, scorers: Mapping[str, str], expected: Mapping[str, str]
    ) -> dict[int, dict[str, dict[str, Score]]]:
        """Return the scores of a run by output id, scorer and part.

        Args:
            run_id: The run.
            scorers: The scorers' versions by name; scores of other versions are left out.
            expected: The present digest of what scorers see beside the output, by case id; a score
                that was given against something else is left out.
        """
        with journal_errors(self.path), closing(connect(self.path, read_only=True)) as connection:
            rows = connection.execute(_SCORES, (run_id,)).fetchall()
        found: dict[int, dict[str, dict[str, Score]]] = defaultdict(lambda: defaultdict(dict))
        for case_id, output_id, scorer, version, against, part, *score in rows:
            if scorers.get(scorer) == version and expected.get(case_id) == against:
                found[output_id][scorer][part] = score_of(*score)
        return found

    def finished(self, keys: Sequence[str]) -> dict[str, int]:
        """Return the id of the newest output of each of `keys` that has one; failures have none."""
        with journal_errors(self.path), closing(connect(self.path, read_only=True)) as connection:
            return newest_outputs(connection, keys)

    def scored(self, scorer: str, version: str) -> set[tuple[int, str]]:
        """Return the outputs that a scorer gave a value for every part.

        Args:
            scorer: The scorer's name.
            version: Its version.

        Returns:
            Output ids, each with the digest of what the scorer saw beside the output.
        """
        with journal_errors(self.path), closing(connect(self.path, read_only=True)) as connection:
            rows = connection.execute(_SCORED, (scorer, version))
            return {(output_id, expected) for output_id, expected in rows}

    def facts(self, run_id: str) -> dict[int, tuple[float | None, int, Usage]]:
        """Return latency, attempts and usage of the outputs of a run, by output id."""
        with journal_errors(self.path), closing(connect(self.path, read_only=True)) as connection:
            rows = connection.execute(_FACTS, (run_id,))
            return {row[0]: (row[1], row[2], Usage(*row[3:])) for row in rows}

    def records(self, run_id: str, *, texts: bool = True) -> dict[str, tuple[int, Record]]:
        """Return the output id and the record, without scores, of each trial key of a run.

        Args:
            run_id: The run.
            texts: Whether to read what the agents answered, which may be much; without, an
                output is null and tells only what it took.
        """
        rows = _RECORDS.format("o.value, o.detail" if texts else "'null', NULL")
        with journal_errors(self.path), closing(connect(self.path, read_only=True)) as connection:
            return {row[0]: _record_of(row) for row in connection.execute(rows, (run_id,))}


def _record_of(row: tuple[Any, ...]) -> tuple[int, Record]:
    _, output_id, reused, case_id, variant, repeat, kind, message, latency_ms, attempts = row[:10]
    return output_id, Record(
        case_id=case_id,
        variant=variant,
        repeat=repeat,
        output=output_of(row[10:]) if kind is None else None,
        failure=None if kind is None else Failure(kind, message),
        latency_ms=latency_ms,
        attempts=attempts,
        reused=bool(reused),
    )
