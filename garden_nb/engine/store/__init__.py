"""The journal: one SQLite file that holds every output, score and run.

Why: a commit per output is what makes a killed run cheap. SQLite in its write-ahead mode does it
in well under a tenth of a millisecond, needs no server, and leaves one file that people can copy,
send and open with any tool. Outputs stand in their own table under the digest of what produced
them, a run is a list of links to them, and scores are keyed by what they depend on; so a run can
reuse what another one paid for, and scoring again calls nobody.

    journal      the writer, one per run, owned by the engine's thread
    reader       a reader at any time, while a writer writes or long after
    run_counts   how far each run is
    delete_run   the deletion of a run
    lock         keeps two processes off one named run
    schema       tables and their migrations
    file         what kind of file this is, before anything touches it
"""

from garden_nb.engine.store.delete_run import delete_run
from garden_nb.engine.store.journal import Journal
from garden_nb.engine.store.lock import RunLock
from garden_nb.engine.store.reader import JournalReader
from garden_nb.engine.store.rows import Known, RunRow, ScoreRow, Stored
from garden_nb.engine.store.run_counts import RunCounts, run_counts

__all__ = [
    "Journal",
    "JournalReader",
    "Known",
    "RunCounts",
    "RunLock",
    "RunRow",
    "ScoreRow",
    "Stored",
    "delete_run",
    "run_counts",
]
