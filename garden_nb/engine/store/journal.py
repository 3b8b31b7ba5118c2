"""The journal's writer."""

import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from garden_nb.core.records import Output
from garden_nb.engine.plan import Trial
from garden_nb.engine.store.connection import connect, journal_errors
from garden_nb.engine.store.file import check_file, check_version, network_filesystem
from garden_nb.engine.store.newest_outputs import newest_outputs
from garden_nb.engine.store.rows import (
    Known,
    RunRow,
    ScoreRow,
    Stored,
    output_columns,
    output_of,
    readable,
    storable,
)
from garden_nb.engine.store.runs import insert_run, newest_run
from garden_nb.engine.store.schema import migrate, version_of
from garden_nb.engine.store.take_over import take_over
from garden_nb.errors import JournalError

__all__ = ["Journal"]


_SPENT = """
    SELECT TOTAL(cost_usd) + (
        SELECT TOTAL(s.cost_usd) FROM scores AS s JOIN outputs AS o ON o.id = s.output_id
        WHERE o.run_id = ?
    ) FROM outputs WHERE run_id = ?
"""


class Journal:
    """The only writer of a run: one commit per output, before anything else happens to it.

    Args:
        path: The journal's file, made where there is none.

    Attributes:
        path: The file.
        note: What people should know about how it is kept; empty most of the time.
        closed: Whether it has been closed.

    Raises:
        JournalError: The file is something else, is torn, or cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.note = ""
        self.closed = False
        self._guard = threading.Lock()
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
                check_version(path, version_of(self._connection))  # the log may know better
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
    def _using(self) -> Iterator[None]:
        """Use the connection, which another thread may close in between, but not meanwhile."""
        with self._guard, journal_errors(self.path):
            yield

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._using():
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
        with self._using():
            return newest_run(self._connection, name)

    def spent_usd(self, run_id: str) -> float:
        """Return what the calls of a run and of its judges have cost, as far as that is known."""
        with self._using():
            ((cost_usd,),) = self._connection.execute(_SPENT, (run_id, run_id))
            return float(cost_usd)

    def begin_run(self, run: RunRow, keys: Sequence[str] = (), *, fresh: bool = False) -> Known:
        """Write the row of a run that starts or goes on, and make what it knows its content.

        Args:
            run: The run.
            keys: The keys of its trials; what it held of others leaves it.
            fresh: Whether it is to know nothing.
        """
        with self._transaction() as connection:
            insert_run(connection, run)
        if fresh or not keys:
            return Known()
        with self._using():
            finished = newest_outputs(self._connection, keys)
        with self._transaction() as connection:
            return take_over(connection, run.id, keys, finished)

    def end_run(
        self,
        run_id: str,
        state: str,
        touched: float,
        halted: Mapping[str, Mapping[str, str] | str] | None = None,
    ) -> None:
        """Write how a run ended.

        Args:
            run_id: The run.
            state: How it ended.
            touched: When, in seconds since 1970.
            halted: Which variants were not called to the end, and why: `stopped` could not be,
                `early` need not be; and `halted`, why the whole run was cut short.
        """
        with self._transaction() as connection:
            connection.execute(
                "UPDATE runs SET state = ?, touched = ?,"
                " about = json_patch(json_remove(about, '$.stopped', '$.early', '$.halted'), ?)"
                " WHERE id = ?",
                (state, touched, json.dumps(halted or {}), run_id),
            )

    def store(self, run_id: str, trial: Trial, stored: Stored) -> int:
        """Commit what became of a trial and return the output's id.

        Raises:
            ValueError: The answer is larger than SQLite can hold; the journal is as it was.
        """
        with self._using():
            row = _output_row(run_id, trial, stored)
            try:
                output_id = self._connection.execute(_INSERT_OUTPUT, row).lastrowid
            except sqlite3.DataError as error:
                raise ValueError(f"the answer does not fit into a journal: {error}") from error
        if output_id is None:
            raise AssertionError("SQLite gives every new row an id")
        return output_id

    def output(self, output_id: int) -> Output:
        """Return a stored output."""
        with self._using():
            row = self._connection.execute(
                "SELECT value, detail, input_tokens, output_tokens, cached_tokens, cost_usd, steps"
                " FROM outputs WHERE id = ?",
                (output_id,),
            ).fetchone()
        return output_of(row)

    def store_scores(self, scores: Sequence[ScoreRow]) -> None:
        """Commit scores, in place of what the same scorers said of the same outputs before."""
        with self._transaction() as connection:
            connection.executemany(
                "DELETE FROM scores WHERE output_id = ? AND scorer = ? AND version = ?"
                " AND expected = ?",
                {(row.output_id, row.scorer, row.version, row.expected) for row in scores},
            )
            connection.executemany(
                "INSERT INTO scores (output_id, scorer, version, expected, part, value, reason,"
                " binary, input_tokens, output_tokens, cached_tokens, cost_usd)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (row.columns() for row in scores),
            )

    def close(self) -> None:
        """Close the connection; SQLite then folds the write-ahead log into the file.

        Whoever writes afterwards, in whatever thread, gets a `JournalError`.
        """
        with self._guard:
            self.closed = True
            self._connection.close()


_INSERT_OUTPUT = (
    "INSERT INTO outputs (run_id, key, case_id, variant, repeat, latency_ms, attempts, started,"
    " ended, failure_kind, failure_message, value, detail, input_tokens, output_tokens,"
    " cached_tokens, cost_usd, steps) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


def _output_row(run_id: str, trial: Trial, stored: Stored) -> tuple[Any, ...]:
    failure = stored.failure
    return (
        run_id,
        trial.key,
        storable(trial.case.id),
        storable(trial.variant.label),
        trial.repeat,
        stored.latency_ms,
        stored.attempts,
        stored.started,
        stored.ended,
        failure and readable(failure.kind),
        failure and readable(failure.message),
        *output_columns(stored.output),
    )
