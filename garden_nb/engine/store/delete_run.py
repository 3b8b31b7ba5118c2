"""The deletion of a run."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from garden_nb.engine.store.connection import connect, journal_errors
from garden_nb.engine.store.lock import RunLock
from garden_nb.engine.store.reader import JournalReader
from garden_nb.errors import JournalError

__all__ = ["delete_run"]

_USED_BY_NOBODY = """
    DELETE FROM outputs WHERE run_id NOT IN (SELECT id FROM runs)
    AND NOT EXISTS (SELECT 1 FROM members WHERE members.output_id = outputs.id)
"""


def delete_run(store: Path, run_id: str) -> int:
    """Delete a run with the outputs and scores that only it uses, and return how many outputs.

    What other runs have taken over stays. The deleted texts are overwritten, and the file shrinks
    where no other run is being written.

    Args:
        store: The journal's file.
        run_id: The run's id; names may stand for several runs.

    Raises:
        JournalError: There is no journal or no such run, or it cannot be written.
        RunLockedError: The run is going on.
    """
    store = store.absolute()
    row = next((run for run in JournalReader(store).runs() if run.id == run_id), None)
    if row is None:
        raise JournalError(f"The journal {str(store)!r} has no run with the id {run_id!r}.")
    lock = RunLock(store, row.name)
    lock.acquire()
    try:
        with journal_errors(store), closing(connect(store)) as connection:
            deleted = _delete(connection, run_id)
            if not lock.others_held:
                _shrink(connection)
    finally:
        lock.release()
    return deleted


def _delete(connection: sqlite3.Connection, run_id: str) -> int:
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")
    with _transaction(connection):
        connection.execute("DELETE FROM runs WHERE id = ?", (run_id,))
        return connection.execute(_USED_BY_NOBODY).rowcount


def _shrink(connection: sqlite3.Connection) -> None:
    with suppress(sqlite3.OperationalError):  # somebody reads: the space is used again later
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # a full disk may have rolled back already
            connection.execute("ROLLBACK")
        raise
