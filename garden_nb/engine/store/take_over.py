"""How a run that starts or goes on takes over what the journal has of its trials."""

import sqlite3
from collections.abc import Mapping, Sequence

from garden_nb.engine.store.rows import Known

__all__ = ["take_over"]

_FAILED = """
    SELECT m.key, m.output_id FROM members AS m JOIN outputs AS o ON o.id = m.output_id
    WHERE m.run_id = ? AND o.failure_kind IS NOT NULL
"""
# An output may have been deleted since it was found.
_LINK = """
    INSERT INTO members (run_id, key, output_id, reused)
    SELECT ?, ?, id, 1 FROM outputs WHERE id = ?
"""
_LINK_FAILED = "INSERT INTO members (run_id, key, output_id, reused) VALUES (?, ?, ?, 0)"


def take_over(
    connection: sqlite3.Connection, run_id: str, keys: Sequence[str], finished: Mapping[str, int]
) -> Known:
    """Make outputs, and what failed before, the content of a run; part of a transaction.

    Args:
        connection: The journal.
        run_id: The run.
        keys: The keys of its trials.
        finished: The ids of outputs by key.
    """
    before = dict(connection.execute(_FAILED, (run_id,)).fetchall())
    failed = {key: before[key] for key in keys if key in before and key not in finished}
    connection.execute("DELETE FROM members WHERE run_id = ?", (run_id,))
    connection.executemany(_LINK, ((run_id, key, found) for key, found in finished.items()))
    connection.executemany(_LINK_FAILED, ((run_id, key, found) for key, found in failed.items()))
    linked = connection.execute(
        "SELECT key, output_id FROM members WHERE run_id = ? AND reused = 1", (run_id,)
    )
    return Known(dict(linked.fetchall()), failed)
