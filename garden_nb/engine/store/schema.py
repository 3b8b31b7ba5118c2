"""The tables of the journal and their migrations."""

import sqlite3

__all__ = ["APPLICATION_ID", "VERSION", "migrate", "version_of"]

APPLICATION_ID = 0x47524E42
"""Marks a SQLite file as a garden journal ("GRNB")."""

_MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE runs (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            created REAL NOT NULL,
            touched REAL NOT NULL,
            state TEXT NOT NULL,
            owner TEXT NOT NULL,
            seed INTEGER NOT NULL,
            repeats INTEGER NOT NULL,
            planned INTEGER NOT NULL,
            cases_digest TEXT NOT NULL,
            variants TEXT NOT NULL,
            scorers TEXT NOT NULL,
            versions TEXT NOT NULL
        )
        """,
        "CREATE INDEX runs_by_name ON runs (name, created)",
        """
        CREATE TABLE outputs (
            id INTEGER PRIMARY KEY,
            run_id TEXT NOT NULL,
            key TEXT NOT NULL,
            case_id TEXT NOT NULL,
            variant TEXT NOT NULL,
            repeat INTEGER NOT NULL,
            value TEXT,
            detail TEXT,
            failure_kind TEXT,
            failure_message TEXT,
            latency_ms REAL,
            attempts INTEGER NOT NULL,
            input_tokens INTEGER,
            output_tokens INTEGER,
            cached_tokens INTEGER,
            cost_usd REAL,
            steps INTEGER,
            started REAL NOT NULL,
            ended REAL NOT NULL
        )
        """,
        "CREATE INDEX outputs_by_key ON outputs (key)",
        """
        CREATE TABLE members (
            run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
            key TEXT NOT NULL,
            output_id INTEGER NOT NULL REFERENCES outputs (id),
            reused INTEGER NOT NULL,
            PRIMARY KEY (run_id, key)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX members_by_output ON members (output_id)",
        # One statement stores an output and links it to its run: one commit, and no more locking.
        """
        CREATE TRIGGER outputs_join_their_run AFTER INSERT ON outputs BEGIN
            INSERT OR REPLACE INTO members (run_id, key, output_id, reused)
            VALUES (new.run_id, new.key, new.id, 0);
        END
        """,
        """
        CREATE TABLE scores (
            output_id INTEGER NOT NULL REFERENCES outputs (id) ON DELETE CASCADE,
            scorer TEXT NOT NULL,
            version TEXT NOT NULL,
            expected TEXT NOT NULL,
            part TEXT NOT NULL,
            value REAL,
            reason TEXT NOT NULL,
            binary INTEGER NOT NULL,
            PRIMARY KEY (output_id, scorer, version, expected, part)
        ) WITHOUT ROWID
        """,
    ),
    # What judges consumed.
    (
        "ALTER TABLE scores ADD COLUMN input_tokens INTEGER",
        "ALTER TABLE scores ADD COLUMN output_tokens INTEGER",
        "ALTER TABLE scores ADD COLUMN cached_tokens INTEGER",
        "ALTER TABLE scores ADD COLUMN cost_usd REAL",
    ),
    # What whoever started a run needs to read it again.
    ("ALTER TABLE runs ADD COLUMN about TEXT NOT NULL DEFAULT '{}'",),
)

VERSION = len(_MIGRATIONS)
"""The newest version of the tables that this code knows."""


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables to `VERSION`, in one transaction; newer ones are left as they are."""
    if version_of(connection) >= VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        found = version_of(connection)  # another process may have been faster
        for statements in _MIGRATIONS[found:]:
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def version_of(connection: sqlite3.Connection) -> int:
    """Return the version of a journal's tables; 0 where there are none yet."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
