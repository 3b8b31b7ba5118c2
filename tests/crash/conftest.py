"""A child process that runs a named run and can be killed at any moment."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

CHILD = Path(__file__).with_name("scripted_run.py")


class Child:
    """Runs `scripted_run.py` on one journal, with all calls noted in a file beside it.

    The parent child imports everything once and forks, before any thread is started, for each
    run, so that a kill costs milliseconds instead of an import.
    """

    def __init__(self, folder: Path, trials: int) -> None:
        self.folder = folder
        self.trials = trials
        self.store = folder / "garden.db"
        self.calls_path = folder / "calls.txt"
        self._parent = subprocess.Popen(
            [sys.executable, str(CHILD), str(folder), str(trials)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._answer() == "ready"

    def _answer(self) -> str:
        return self._parent.stdout.readline().strip()

    def begin(self) -> int:
        """Start the run in a fork and return its process id."""
        self._parent.stdin.write("run\n")
        self._parent.stdin.flush()
        return int(self._answer())

    def outcome(self) -> str:
        """Wait for the fork and return what became of it."""
        return self._answer()

    def run(self) -> str:
        self.begin()
        return self.outcome()

    def kill_after(self, seconds: float) -> str:
        """Run, and send SIGKILL after some seconds."""
        process_id = self.begin()
        time.sleep(seconds)
        with suppress(ProcessLookupError):  # it may have finished just before
            os.kill(process_id, signal.SIGKILL)
        return self.outcome()

    def calls(self) -> list[str]:
        """Return the trials that were called, in order; each line was one atomic write."""
        return self.calls_path.read_text().split() if self.calls_path.exists() else []

    def close(self) -> None:
        self._parent.stdin.close()
        self._parent.wait(10)
        self._parent.stdout.close()


@pytest.fixture
def make_child():
    children = []

    def make(folder: Path, trials: int) -> Child:
        folder.mkdir(exist_ok=True)
        children.append(Child(folder, trials))
        return children[-1]

    yield make
    for child in children:
        child.close()
