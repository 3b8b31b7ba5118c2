"""How far the runs of a journal are."""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from garden_nb.engine.store.connection import connect, journal_errors
from garden_nb.engine.store.reader import JournalReader

__all__ = ["RunCounts", "run_counts"]

_COUNTS = """
    SELECT m.run_id, SUM(o.failure_kind IS NULL), SUM(o.failure_kind IS NOT NULL),
           SUM(m.reused), SUM(o.attempts), SUM(o.input_tokens), SUM(o.output_tokens),
           SUM(o.cost_usd)
    FROM members AS m JOIN outputs AS o ON o.id = m.output_id GROUP BY m.run_id
"""


@dataclass(frozen=True, slots=True)
class RunCounts:
    """How far one run is, counting what it has taken over from others.

    Attributes:
        done: Trials with an output.
        failed: Trials that failed.
        reused: Trials whose output was there before the run was started last.
        attempts: Calls that its outputs and failures took.
        input_tokens: Tokens read, as far as known; None where none is.
        output_tokens: Tokens written, likewise.
        cost_usd: What its outputs cost, likewise; judges are not counted.
    """

    done: int = 0
    failed: int = 0
    reused: int = 0
    attempts: int = 0
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None


def run_counts(store: Path) -> dict[str, RunCounts]:
    """Return how far each run is, by run id; a run without a trial is left out.

    Raises:
        JournalError: There is no journal, or it cannot be read.
    """
    path = JournalReader(store).path
    with journal_errors(path), closing(connect(path, read_only=True)) as connection:
        return {run_id: RunCounts(*counts) for run_id, *counts in connection.execute(_COUNTS)}
