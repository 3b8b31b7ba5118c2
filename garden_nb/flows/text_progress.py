"""Progress as lines of text, for scripts, terminals and programs that execute notebooks."""

import time
from typing import TextIO

from garden_nb.engine.events import RunState
from garden_nb.engine.progress import Snapshot, Tally
from garden_nb.engine.runner import Run
from garden_nb.flows.report import Report
from garden_nb.present.words import state_words

__all__ = ["TextProgress", "progress_line"]

_EVERY_S = 5.0


class TextProgress:
    """Writes a line every few seconds, and one at the end.

    Args:
        stream: Where the lines go.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._next = time.monotonic() + _EVERY_S
        self._told: set[str] = set()

    def update(self, run: Run) -> None:
        """Write a line if the last one is old enough; what stops a variant is told at once."""
        self._tell_stopped(run)
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + _EVERY_S
            self._write(progress_line(run.progress.snapshot()))

    def finish(self, run: Run, report: Report) -> None:
        """Write the last line, what is to be known of how it ran, and the advice."""
        self._tell_stopped(run)
        self._write(progress_line(run.progress.snapshot()))
        for note in run.notes:
            self._write(note)
        self._write(report.decision.headline)

    def _tell_stopped(self, run: Run) -> None:
        for label, reason in run.stopped.items():
            if label not in self._told:
                self._told.add(label)
                self._write(f"{label} stopped: {reason}")

    def _write(self, line: str) -> None:
        self._stream.write(f"{line}\n")
        self._stream.flush()


def progress_line(snapshot: Snapshot) -> str:
    """Return how far a run is on one line."""
    parts = [_variant(label, tally, snapshot) for label, tally in snapshot.variants.items()]
    going = snapshot.state is RunState.RUNNING
    state = "interim" if going else state_words(snapshot.state.value)
    return f"{state} · {' | '.join(parts)}"


def _variant(label: str, tally: Tally, snapshot: Snapshot) -> str:
    done = f"{label} {tally.done + tally.failed}/{tally.total}"
    failed = f" {tally.failed} failed" if tally.failed else ""
    reused = f" {tally.reused} reused" if tally.reused else ""
    mean = f" {snapshot.metric} so far {tally.mean_words}" if tally.mean_words else ""
    return f"{done}{failed}{reused}{mean}"
