"""Early stop: calls that would change no verdict are saved."""

import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace

from garden_nb.analysis.comparison import Comparison, Status
from garden_nb.analysis.cube import Cube
from garden_nb.analysis.matrix import Policy
from garden_nb.analysis.rows import Reading, compare_rows
from garden_nb.analysis.table import Plan, TrialTable
from garden_nb.core.metrics import Role
from garden_nb.core.records import Record
from garden_nb.engine.events import Event, TrialFailed, TrialScored
from garden_nb.engine.progress import Snapshot
from garden_nb.engine.runner import KeptRun, RunRequest

__all__ = ["EarlyStop", "with_early_stop"]

_SHARE = 0.1
"""The part of the time that judging may take, so that it slows no run down."""


class EarlyStop:
    """Stops contenders that are shown worse than the baseline, and the run once all is decided.

    It is both a subscriber and a stop rule of one run:

        early = EarlyStop(plan)
        RunRequest(..., subscribers=(early.take,), stop_rule=early)

    The verdicts are those of the interim report: e-values of the cases on which two variants
    differ, corrected (Holm) over the family against the planned baseline. They hold whenever one
    looks, so that stopping on them costs no validity: a contender that is equal to the baseline
    is ever stopped with probability 1 - confidence at most. Only pass/fail metrics with one
    trial per case and independent cases have them; without one, nothing is ever stopped.

    A contender is stopped when it is worse on one success metric and better on none. The run is
    stopped when every contender was, or when one is left and is better on every success metric:
    two contenders that are both better are still to be told apart.

    Args:
        plan: What the run sets out to do.
        confidence: The level of the verdicts.
        on_error: What failed trials count as, `fail` or `drop`.

    References:
        Ville (1939); Ramdas, Gruenwald, Vovk, Shafer (2023), arXiv:2210.01948.
    """

    def __init__(self, plan: Plan, *, confidence: float = 0.95, on_error: str = "fail") -> None:
        self._plan = replace(plan, recorded=False)
        self._policy = Policy(on_error)
        self._reading = Reading(plan.baseline, "holm", round(1 - confidence, 12), interim=True)
        self._lock = threading.Lock()
        self._records: dict[tuple[str, str, int], Record] = {}
        self._judged: list[Record] = []
        self._reasons: dict[str, str] = {}
        self._next = 0.0
        self._thread: threading.Thread | None = None
        self._error: Exception | None = None

    def take(self, event: Event) -> None:
        """Take one event of the run."""
        if isinstance(event, TrialScored):
            scores = dict(event.scores)
            record = Record(event.case_id, event.variant, event.repeat, scores=scores)
        elif isinstance(event, TrialFailed):
            failure = event.failure
            record = Record(event.case_id, event.variant, event.repeat, failure=failure)
        else:
            return
        self.learn([record])

    def learn(self, records: Iterable[Record]) -> None:
        """Take what a run has already, so that it is judged before the first call."""
        with self._lock:
            self._records |= {(r.case_id, r.variant, r.repeat): r for r in records}

    def __call__(self, snapshot: Snapshot) -> dict[str, str]:  # noqa: ARG002  # events tell more
        """Return the variants that need not be called any more, and why.

        The engine must not wait, so the answer is the latest that a thread has found.

        Raises:
            Exception: Whatever broke in judging.
        """
        if self._error is not None:
            raise self._error
        under_way = self._thread is not None and self._thread.is_alive()
        if not under_way and time.monotonic() >= self._next:
            self._thread = threading.Thread(
                target=self._judge_in_thread, name="garden-early-stop", daemon=True
            )
            self._thread.start()
        return self._reasons

    def _judge_in_thread(self) -> None:
        try:
            self.judge()
        except Exception as error:  # noqa: BLE001  # it is raised by the next call
            self._error = error

    def judge(self) -> dict[str, str]:
        """Judge what has come so far, and return the variants to stop, and why."""
        started = time.monotonic()
        with self._lock:
            records = list(self._records.values())
        if records != self._judged and not self._all_stopped:
            self._judged = records
            cube = Cube(TrialTable.from_records(records, self._plan), self._policy)
            rows = [r for r in compare_rows(cube, self._reading) if r.role == Role.SUCCESS.value]
            self._reasons = {**self._found(rows), **self._reasons}
        took_s = time.monotonic() - started
        self._next = time.monotonic() + took_s / _SHARE
        return self._reasons

    @property
    def _all_stopped(self) -> bool:
        return len(self._reasons) == len(self._plan.variants)

    def _found(self, rows: Sequence[Comparison]) -> dict[str, str]:
        """Return the variants to stop after one look, and why."""
        base = self._plan.baseline
        contenders = [label for label in self._plan.variants if label != base]
        of = {label: [row for row in rows if row.variant == label] for label in contenders}
        found = {
            label: _worse(of[label])
            for label in contenders
            if _has(of[label], Status.REGRESSION) and not _has(of[label], Status.IMPROVEMENT)
        }
        left = [label for label in contenders if label not in {**found, **self._reasons}]
        if not contenders or len(left) > 1:
            return found
        if not left:
            why = f"decided: every contender is shown worse than {base!r}"
        elif of[left[0]] and all(row.status is Status.IMPROVEMENT for row in of[left[0]]):
            others = ", and every other contender worse" if len(contenders) > 1 else ""
            why = f"decided: {left[0]!r} is shown better than {base!r}{others}"
        else:
            return found
        return {**dict.fromkeys((*left, base), why), **found}

    @staticmethod
    def saved(snapshot: Snapshot) -> int:
        """Return how many trials of a run that has ended were never called.

        Args:
            snapshot: How far the run came.
        """
        tallies = snapshot.variants.values()
        return sum(t.total - t.done - t.failed for t in tallies if t.stopped)


def with_early_stop(request: RunRequest, plan: Plan, kept: KeptRun | None) -> RunRequest:
    """Return a request whose run stops early, at once where enough is known already.

    Args:
        request: The run.
        plan: What it sets out to do.
        kept: The run that goes on, None for a new one.
    """
    early = EarlyStop(plan)
    if kept is not None:
        early.learn(kept.records(texts=False))
    about = {**request.about, "early": dict(early.judge())}
    takers = (*request.subscribers, early.take)
    return replace(request, about=about, stop_rule=early, subscribers=takers)


def _has(rows: Sequence[Comparison], status: Status) -> bool:
    return any(row.status is status for row in rows)


def _worse(rows: Sequence[Comparison]) -> str:
    row = next(row for row in rows if row.status is Status.REGRESSION)
    return (
        f"shown worse than {row.baseline!r} on {row.metric} after {row.n_pairs} cases"
        f" (p {row.p_adj:.2g}, valid at any time)"
    )
