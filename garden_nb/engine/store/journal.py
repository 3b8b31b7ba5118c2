"""The journal's writer."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from garden_nb.core.records import Output, Score
from garden_nb.engine.plan import Trial
from garden_nb.engine.store.connection import connect, journal_errors
from garden_nb.engine.store.file import check_file, network_filesystem
from garden_nb.engine.store.rows import RunRow, Stored, output_columns, output_of, storable
from garden_nb.engine.store.runs import insert_run, newest_run
from garden_nb.engine.store.schema import migrate
from garden_nb.errors import JournalError

__all__ = ["Journal"]

_CHUNK = 500


class Journal:
    """The only writer of a run: one commit per output, before anything else happens to it.

    Args:
        path: The journal's file, made where there is none.

    Attributes:
        path: The file.
        note: What people should know about how it is kept; empty most of the time.

    Raises:
        JournalError: The file is something else, is torn, or cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.note = ""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise JournalError(
                f"The folder of the journal {str(path)!r} cannot be made: {error.strerror}."
            ) from None
        check_file(path)
        with journal_errors(path):
            self._connection = connect(path)
            try:
                migrate(self._connection)
                self._set_mode()
            except BaseException:
                self._connection.close()
                raise

    def _set_mode(self) -> None:
        network = network_filesystem(self.path.parent)
        if network is None and self._write_ahead():
            self._connection.execute("PRAGMA synchronous = NORMAL")
        else:
            self._connection.execute("PRAGMA journal_mode = DELETE")
            self._connection.execute("PRAGMA synchronous = FULL")
            place = f"is on a network filesystem ({network})" if network else "has no shared memory"
            self.note = (
                f"The journal's folder {place}: outputs are stored one by one without a write-ahead"
                " log, which is slower. A local path as store avoids it."
            )
        self._connection.execute("PRAGMA foreign_keys = ON")

    def _write_ahead(self) -> bool:
        try:
            mode = self._connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
                raise
            return False
        return str(mode).lower() == "wal"

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with journal_errors(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:  # a full disk may have rolled back already
                    self._connection.execute("ROLLBACK")
                raise

    def newest_run(self, name: str) -> RunRow | None:
        """Return the newest run called `name`, or None."""
        with journal_errors(self.path):
            return newest_run(self._connection, name)

    def begin_run(self, run: RunRow) -> None:
        """Write the row of a run that starts or goes on."""
        with self._transaction() as connection:
            insert_run(connection, run)

    def end_run(self, run_id: str, state: str, touched: float) -> None:
        """Write how a run ended."""
        with self._transaction() as connection:
            connection.execute(
                "UPDATE runs SET state = ?, touched = ? WHERE id = ?", (state, touched, run_id)
            )

    def finished(self, keys: Sequence[str]) -> dict[str, int]:
        """Return the id of the newest output of each of `keys` that has one; failures have none."""
        found: dict[str, int] = {}
        with journal_errors(self.path):
            for start in range(0, len(keys), _CHUNK):
                chunk = keys[start : start + _CHUNK]
                marks = ",".join("?" * len(chunk))
                rows = self._connection.execute(
                    f"SELECT key, MAX(id) FROM outputs WHERE key IN ({marks})"  # noqa: S608
                    " AND failure_kind IS NULL GROUP BY key",
                    chunk,
                )
                found.update(rows.fetchall())
        return found

    def link(self, run_id: str, outputs: Mapping[str, int]) -> None:
        """Make `outputs`, from trial key to output id, the present content of a run."""
        with self._transaction() as connection:
            connection.execute("DELETE FROM members WHERE run_id = ?", (run_id,))
            connection.executemany(
                "INSERT INTO members (run_id, key, output_id, reused) VALUES (?, ?, ?, 1)",
                ((run_id, key, output_id) for key, output_id in outputs.items()),
            )

    def store(self, run_id: str, trial: Trial, stored: Stored) -> int:
        """Commit what became of a trial and return the output's id."""
        with self._transaction() as connection:
            output_id = connection.execute(_INSERT_OUTPUT, _output_row(trial, stored)).lastrowid
            connection.execute(
                "INSERT OR REPLACE INTO members (run_id, key, output_id, reused)"
                " VALUES (?, ?, ?, 0)",
                (run_id, trial.key, output_id),
            )
        if output_id is None:
            raise AssertionError("SQLite gives every new row an id")
        return output_id

    def output(self, output_id: int) -> Output:
        """Return a stored output."""
        with journal_errors(self.path):
            row = self._connection.execute(
                "SELECT value, detail, input_tokens, output_tokens, cached_tokens, cost_usd, steps"
                " FROM outputs WHERE id = ?",
                (output_id,),
            ).fetchone()
        return output_of(row)

    def store_scores(
        self, output_id: int, expected: str, scores: Sequence[tuple[str, str, str, Score]]
    ) -> None:
        """Commit scores of one output, each with its scorer, the scorer's version and its part.

        Args:
            output_id: The output.
            expected: The digest of what the scorers saw beside it.
            scores: Scorer name, scorer version, part (empty for a single value) and score.
        """
        with self._transaction() as connection:
            for scorer, version in {(scorer, version) for scorer, version, _, _ in scores}:
                connection.execute(
                    "DELETE FROM scores WHERE output_id = ? AND scorer = ? AND version = ?"
                    " AND expected = ?",
                    (output_id, scorer, version, expected),
                )
            connection.executemany(
                "INSERT INTO scores VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    (
                        output_id,
                        scorer,
                        version,
                        expected,
                        storable(part),
                        score.value,
                        storable(score.reason),
                        int(score.binary),
                    )
                    for scorer, version, part, score in scores
                ),
            )

    def close(self) -> None:
        """Close the connection; SQLite then folds the write-ahead log into the file."""
        self._connection.close()


_INSERT_OUTPUT = (
    "INSERT INTO outputs (key, case_id, variant, repeat, latency_ms, attempts, started, ended,"
    " failure_kind, failure_message, value, detail, input_tokens, output_tokens, cached_tokens,"
    " cost_usd, steps) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


def _output_row(trial: Trial, stored: Stored) -> tuple[Any, ...]:
    failure = stored.failure
    return (
        trial.key,
        storable(trial.case.id),
        storable(trial.variant.label),
        trial.repeat,
        stored.latency_ms,
        stored.attempts,
        stored.started,
        stored.ended,
        failure and storable(failure.kind),
        failure and storable(failure.message),
        *output_columns(stored.output),
    )
