"""The newest outputs of trials, by their keys."""

import sqlite3
from collections.abc import Sequence

__all__ = ["newest_outputs"]

_CHUNK = 500


def newest_outputs(connection: sqlite3.Connection, keys: Sequence[str]) -> dict[str, int]:
    """Return the id of the newest output of each of `keys` that has one; failures have none."""
    found: dict[str, int] = {}
    for start in range(0, len(keys), _CHUNK):
        chunk = keys[start : start + _CHUNK]
        marks = ",".join("?" * len(chunk))
        rows = connection.execute(
            f"SELECT key, MAX(id) FROM outputs WHERE key IN ({marks})"  # noqa: S608
            " AND failure_kind IS NULL GROUP BY key",
            chunk,
        )
        found.update(rows.fetchall())
    return found
