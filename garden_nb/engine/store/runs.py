"""The journal's table of runs."""

import json
import sqlite3
from dataclasses import fields
from typing import Any

from garden_nb.engine.store.rows import RunRow, storable

__all__ = ["all_runs", "insert_run", "newest_run"]

_NAMES = tuple(field.name for field in fields(RunRow))
_COLUMNS = ", ".join(_NAMES)
_MAPPINGS = ("variants", "scorers", "versions", "about")


def insert_run(connection: sqlite3.Connection, run: RunRow) -> None:
    """Write a run's row, in place of an older one of the same id."""
    values = [_column(name, getattr(run, name)) for name in _NAMES]
    marks = ", ".join("?" * len(values))
    updates = ", ".join(f"{name} = excluded.{name}" for name in _NAMES if name != "id")
    connection.execute(
        f"INSERT INTO runs ({_COLUMNS}) VALUES ({marks})"  # noqa: S608
        f" ON CONFLICT (id) DO UPDATE SET {updates}",
        values,
    )


def newest_run(connection: sqlite3.Connection, name: str) -> RunRow | None:
    """Return the newest run called `name`, or None."""
    row = connection.execute(
        f"SELECT {_COLUMNS} FROM runs WHERE name = ?"  # noqa: S608
        " ORDER BY created DESC, rowid DESC LIMIT 1",
        (storable(name),),
    ).fetchone()
    return None if row is None else _run_of(row)


def all_runs(connection: sqlite3.Connection) -> list[RunRow]:
    """Return all runs, the newest first."""
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM runs ORDER BY created DESC, rowid DESC"  # noqa: S608
    )
    return [_run_of(row) for row in rows]


def _run_of(row: tuple[Any, ...]) -> RunRow:
    values = dict(zip(_NAMES, row, strict=True))
    return RunRow(**{**values, **{name: json.loads(values[name]) for name in _MAPPINGS}})


def _column(name: str, value: Any) -> Any:
    if name in _MAPPINGS:
        return json.dumps(value, allow_nan=False)
    return storable(value) if isinstance(value, str) else value
