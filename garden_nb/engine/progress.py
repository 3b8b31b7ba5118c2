"""Progress: how far a run is, summed up from its events."""

import threading
import time
from collections import deque
from dataclasses import dataclass, field

from garden_nb.core.metrics import Role, default_metric
from garden_nb.core.records import Score, Usage
from garden_nb.engine.events import (
    Event,
    OutputStored,
    RunFinished,
    RunPaused,
    RunPlanned,
    RunState,
    TrialFailed,
    TrialRetried,
    TrialScored,
    TrialStarted,
    VariantStopped,
)
from garden_nb.engine.snapshot import Snapshot, Tally

__all__ = ["Progress", "Snapshot", "Tally"]

_WINDOW = 256


_Counted = TrialStarted | TrialRetried | OutputStored | TrialFailed | VariantStopped


@dataclass(slots=True)
class _Count:
    total: int
    done: int = 0
    failed: int = 0
    reused: int = 0
    running: int = 0
    scored: int = 0
    value_sum: float = 0.0
    binary: bool = True
    cost_usd: float | None = None
    stopped: str = ""

    def store(self, usage: Usage, *, reused: bool) -> None:
        self.done += 1
        self.reused += reused
        self.running -= not reused
        if usage.cost_usd is not None:
            self.cost_usd = (self.cost_usd or 0.0) + usage.cost_usd

    def score(self, score: Score) -> None:
        if score.value is not None:
            self.scored += 1
            self.value_sum += score.value
            self.binary &= score.binary

    def tally(self) -> Tally:
        n = self.scored + (self.failed if self.binary else 0)
        return Tally(
            total=self.total,
            done=self.done,
            failed=self.failed,
            reused=self.reused,
            running=self.running,
            scored=self.scored,
            mean=self.value_sum / n if self.scored else None,
            share=self.binary and self.scored > 0,
            cost_usd=self.cost_usd,
            stopped=self.stopped,
        )


@dataclass(slots=True)
class _State:
    run: str = ""
    state: RunState = RunState.RUNNING
    reason: str = ""
    metric: str | None = None
    started: float = field(default_factory=time.monotonic)
    ended: float | None = None
    retries: int = 0


class Progress:
    """Takes the events of one run and tells at any time, in any thread, how far it is."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._state = _State()
        self._counts: dict[str, _Count] = {}
        self._finished: deque[float] = deque(maxlen=_WINDOW)

    def __call__(self, event: Event) -> None:
        """Take one event."""
        with self._lock:
            self._take(event)

    def _take(self, event: Event) -> None:
        match event:
            case RunPlanned():
                self._state = _State(run=event.run)
                self._counts = {variant: _Count(n) for variant, n in event.planned.items()}
            case RunPaused():
                self._state.state = RunState.PAUSED if event.paused else RunState.RUNNING
            case RunFinished():
                self._finish(event)
            case TrialScored():
                self._score(event)
            case _:
                self._count(event, self._counts[event.variant])

    def _count(self, event: _Counted, count: _Count) -> None:
        match event:
            case TrialStarted():
                count.running += 1
            case TrialRetried():
                self._state.retries += 1
            case OutputStored():
                count.store(event.usage, reused=event.reused)
            case TrialFailed():
                count.running -= 1
                count.failed += 1
            case VariantStopped():
                count.stopped = event.reason
        if isinstance(event, TrialFailed) or (isinstance(event, OutputStored) and not event.reused):
            self._finished.append(time.monotonic())

    def _score(self, event: TrialScored) -> None:
        if self._state.metric is None:
            names = (name for name, score in event.scores.items() if score.value is not None)
            self._state.metric = next(
                (name for name in names if default_metric(name).role is Role.SUCCESS), None
            )
        metric = self._state.metric
        if metric is not None and metric in event.scores:
            self._counts[event.variant].score(event.scores[metric])

    def _finish(self, event: RunFinished) -> None:
        self._state.state, self._state.reason = event.state, event.reason
        self._state.ended = time.monotonic()
        for count in self._counts.values():
            count.running = 0

    def snapshot(self) -> Snapshot:
        """Return how far the run is."""
        with self._lock:
            state = self._state
            now = state.ended if state.ended is not None else time.monotonic()
            variants = {label: count.tally() for label, count in self._counts.items()}
            rate = self._rate(now)
            left = sum(tally.left for tally in variants.values())
            running = state.state is RunState.RUNNING
            return Snapshot(
                run=state.run,
                state=state.state,
                reason=state.reason,
                metric=state.metric,
                variants=variants,
                elapsed_s=now - state.started,
                rate_per_s=rate,
                eta_s=left / rate if running and rate else None,
                retries=state.retries,
            )

    def _rate(self, now: float) -> float | None:
        if len(self._finished) < 2:
            return None
        span = now - self._finished[0]
        return (len(self._finished) - 1) / span if span > 0 else None
