"""The runs of a journal: to list, to find and to delete."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from garden_nb.analysis.numbers import format_count
from garden_nb.engine.store import (
    JournalReader,
    RunCounts,
    RunLock,
    RunRow,
    delete_run,
    run_counts,
)
from garden_nb.errors import InputError, Problem, did_you_mean
from garden_nb.present.words import state_words

__all__ = ["delete_runs", "find_run", "list_runs"]


def find_run(rows: Sequence[RunRow], name: str | None) -> RunRow:
    """Return the newest run of a name; the newest of all without one.

    Raises:
        InputError: There is no such run.
    """
    if not rows:
        raise InputError(Problem("runs", "the journal has none."))
    if name is None:
        return rows[0]
    for row in rows:
        if row.name == name:
            return row
    names = list(dict.fromkeys(row.name for row in rows))
    raise InputError(Problem("run", f"there is no run {name!r}.", did_you_mean(name, names)))


def list_runs(store: str | Path) -> str:
    """Return the runs of a journal as lines, the newest first: how far they are, what they cost."""
    lines = []
    counts = run_counts(Path(store))
    for row in JournalReader(Path(store)).runs():
        started = datetime.fromtimestamp(row.created).astimezone().strftime("%Y-%m-%d %H:%M")
        labels = ", ".join(row.variants)
        far = _how_far(row, counts.get(row.id, RunCounts()))
        lines.append(f"{row.name}  {started}  {_state(Path(store), row)}  {far}  {labels}")
    return "\n".join(lines) or "no runs"


def delete_runs(store: str | Path, name: str, *, sure: bool) -> str:
    """Delete every run of a name, with what only these use, and return what became of it.

    Args:
        store: The journal's file.
        name: The runs' name.
        sure: Whether to delete; otherwise it is only said what would be.

    Raises:
        JournalError: There is no journal, or it cannot be written.
        RunLockedError: A run of this name is going on.
        InputError: There is no such run.
    """
    path = Path(store)
    rows = JournalReader(path).runs()
    find_run(rows, name)
    found = [row for row in rows if row.name == name]
    size = format_count(len(found), "run")
    if not sure:
        counts = run_counts(path)
        far = ", ".join(_how_far(row, counts.get(row.id, RunCounts())) for row in found)
        return f"{name!r} is {size} ({far}). Nothing was deleted; say --yes to delete."
    outputs = sum(delete_run(path, row.id) for row in found)
    kept = "what other runs use is kept"
    return f"deleted {name!r}: {size}, {format_count(outputs, 'output')}; {kept}"


def _state(store: Path, row: RunRow) -> str:
    """Return how a run stands: one whose process died says `running` for ever."""
    died = row.state == "running" and not RunLock(store.absolute(), row.name).is_held
    return state_words("cancelled" if died else row.state)


def _how_far(row: RunRow, counts: RunCounts) -> str:
    facts = [f"{counts.done:,} of {format_count(row.planned, 'trial')}"]
    facts += [f"{counts.failed:,} failed"] if counts.failed else []
    facts += [f"${counts.cost_usd:.4g}"] if counts.cost_usd else []
    return ", ".join(facts)
