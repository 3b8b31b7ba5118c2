"""Connections to the journal's file, and its errors in words."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from garden_nb.errors import JournalError

__all__ = ["connect", "journal_errors"]

_BUSY_TIMEOUT_S = 20.0


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """Return a connection in autocommit mode that waits while another one writes.

    A reader's connection may touch the files beside the journal, so that the last one to leave
    clears them away; where the folder cannot be written, it reads the journal alone.
    """
    try:
        return _connect(path, "rw" if read_only else "rwc", query_only=read_only)
    except sqlite3.OperationalError as error:
        log = path.with_name(path.name + "-wal")
        if not read_only or not _cannot_open(error) or log.exists():
            raise
        return _connect(path, "ro&immutable=1", query_only=True)


def _connect(path: Path, mode: str, *, query_only: bool) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=_BUSY_TIMEOUT_S,
        isolation_level=None,
        check_same_thread=False,
    )
    if query_only:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("SELECT COUNT(*) FROM sqlite_master")  # opens the files now, or never
    return connection


def _cannot_open(error: sqlite3.OperationalError) -> bool:
    return getattr(error, "sqlite_errorname", "").startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY"))


@contextmanager
def journal_errors(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into a `JournalError` that says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        raise JournalError(_message(path, name, error)) from error


def _message(path: Path, name: str, error: sqlite3.Error) -> str:
    journal = f"The journal {str(path)!r}"
    kept = "What was stored before is kept."
    if name.startswith("SQLITE_FULL"):
        return f"{journal} cannot grow: the disk is full. {kept} Free some space and run again."
    if name.startswith("SQLITE_IOERR"):
        return (
            f"{journal} cannot be written: the disk or a quota is full, or the device fails"
            f" ({error}). {kept} See to it and run again."
        )
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return f"{journal} cannot be written: {error}. Give a path as store that can be written."
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return f"{journal} has been locked by another program for {_BUSY_TIMEOUT_S:.0f} s. {kept}"
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return f"{journal} is damaged: {error}. Restore a copy, or give another path as store."
    return f"{journal} cannot be used: {error}. {kept}"
