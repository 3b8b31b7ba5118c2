"""An open run: its lock, its journal, its plan, and what of it is there already."""

import os
import platform
import secrets
import socket
import threading
import time
import uuid
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata
from typing import Any

from garden_nb.core.digest import plain
from garden_nb.engine.plan import Trial, plan_trials
from garden_nb.engine.redact import redact_settings
from garden_nb.engine.runner.request import RunRequest
from garden_nb.engine.scorers import Scorer
from garden_nb.engine.store import Journal, RunLock, RunRow
from garden_nb.engine.store.rows import storable

__all__ = ["OpenRun", "open_run"]

_LIBRARIES = ("garden-nb", "litellm", "numpy", "pandas", "scipy")


@dataclass(frozen=True, slots=True)
class OpenRun:
    """What a run needs from disk, held until it is over.

    Attributes:
        row: The run as the journal knows it.
        trials: The plan.
        scorers: The scorers.
        finished: The output ids, by trial key, of trials that are there already.
        journal: The journal's writer.
    """

    row: RunRow
    trials: tuple[Trial, ...]
    scorers: tuple[Scorer, ...]
    finished: Mapping[str, int]
    journal: Journal
    _resources: ExitStack = field(repr=False)
    _ending: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @property
    def expected(self) -> dict[str, str]:
        """The digests of what scorers see beside the output, by case id as the journal has it."""
        return {storable(trial.case.id): trial.case.expected_digest for trial in self.trials}

    @property
    def pending(self) -> list[Trial]:
        """The trials that are to be called, in order."""
        return [trial for trial in self.trials if trial.key not in self.finished]

    def end(self, state: str, halted: Mapping[str, Mapping[str, str] | str]) -> None:
        """Write how the run ended, close the journal and give the lock back, once.

        Whoever is first does it: the run's own loop, or who gives the run up. The loop of a run
        that was given up finds its journal closed, and writes nothing into a run that goes on.

        Args:
            state: How it ended.
            halted: What was not called to the end, and why; see `Journal.end_run`.
        """
        with self._ending:
            if not self.journal.closed:
                with self._resources:
                    self.journal.end_run(self.row.id, state, time.time(), halted)


def open_run(request: RunRequest) -> OpenRun:
    """Open the journal, take the run's lock, and find out what is left to do.

    Raises:
        JournalError: The journal cannot be used.
        RunLockedError: Somebody else is running this run.
    """
    store = request.store.absolute()
    name = request.name or _new_name()
    scorers = tuple(Scorer.of(scorer) for scorer in request.scorers)
    with ExitStack() as resources:
        journal = Journal(store)
        resources.callback(journal.close)
        lock = RunLock(store, name)
        lock.acquire()
        resources.callback(lock.release)
        previous = None if request.fresh else journal.newest_run(name)
        run_id = uuid.uuid4().hex if previous is None else previous.id
        trials = plan_trials(
            request.cases,
            request.variants,
            repeats=request.repeats,
            seed=request.seed,
            scope=run_id,
        )
        created = time.time() if previous is None else previous.created
        row = _row(request, scorers, run_id=run_id, name=name, created=created)
        known = journal.begin_run(row, [trial.key for trial in trials], fresh=request.fresh)
        if request.only_failed:
            trials = tuple(t for t in trials if t.key in known.finished or t.key in known.failed)
        return OpenRun(row, trials, scorers, known.finished, journal, resources.pop_all())


def _new_name() -> str:
    return f"run-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}"


def _row(
    request: RunRequest, scorers: tuple[Scorer, ...], *, run_id: str, name: str, created: float
) -> RunRow:
    variants: dict[str, Any] = {
        variant.label: {
            "fingerprint": variant.fingerprint,
            "version": variant.version,
            "settings": redact_settings(plain(variant.settings)),
        }
        for variant in request.variants
    }
    return RunRow(
        id=run_id,
        name=name,
        created=created,
        touched=time.time(),
        state="running",
        owner=f"process {os.getpid()} on {socket.gethostname()}",
        seed=request.seed,
        repeats=request.repeats,
        planned=len(request.cases) * len(request.variants) * request.repeats,
        cases_digest=request.cases.digest,
        variants=variants,
        scorers={scorer.name: scorer.version for scorer in scorers},
        versions=_versions(),
        about=plain(request.about),
    )


@cache
def _versions() -> dict[str, str]:
    versions = {"python": platform.python_version()}
    for library in _LIBRARIES:
        try:
            versions[library] = metadata.version(library)
        except metadata.PackageNotFoundError:
            continue
    return versions
