"""Progress: how far a run is, summed up from its events."""

import threading
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from garden_nb.core.metrics import Role, default_metric
from garden_nb.core.records import Score
from garden_nb.engine.events import (
    Event,
    OutputStored,
    RunFinished,
    RunPlanned,
    RunState,
    TrialFailed,
    TrialRetried,
    TrialScored,
    TrialStarted,
    VariantStopped,
)

__all__ = ["Progress", "Snapshot", "Tally"]

_WINDOW = 256


@dataclass(frozen=True, slots=True)
class Tally:
    """How far one variant is.

    Attributes:
        total: Trials planned.
        done: Trials with an output, reused ones included.
        failed: Trials that failed for good.
        reused: Trials whose output was there before.
        running: Trials under way.
        scored: Outputs with a value of the first success metric.
        mean: The mean of that metric so far, without an interval; None before the first value.
            Where its values are truth values, a failed trial counts as 0.
        cost_usd: What its trials cost, as far as that is known; None where it is not.
        stopped: Why it is not called any more; empty otherwise.
    """

    total: int = 0
    done: int = 0
    failed: int = 0
    reused: int = 0
    running: int = 0
    scored: int = 0
    mean: float | None = None
    cost_usd: float | None = None
    stopped: str = ""

    @property
    def left(self) -> int:
        """Trials that are still to come."""
        return 0 if self.stopped else max(0, self.total - self.done - self.failed)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How far a run is at one moment.

    Attributes:
        run: The run's name.
        state: Where it stands.
        reason: Why it ended early; empty otherwise.
        metric: The first success metric, or None before its first value.
        variants: The tallies by variant.
        elapsed_s: Seconds since the start.
        rate_per_s: Trials finished per second of late, reused ones aside; None before the second.
        eta_s: Seconds until the end at that rate; None where it is unknown.
        retries: Attempts that were followed by another one.
    """

    run: str
    state: RunState
    reason: str
    metric: str | None
    variants: Mapping[str, Tally]
    elapsed_s: float
    rate_per_s: float | None
    eta_s: float | None
    retries: int

    @property
    def total(self) -> Tally:
        """The sum over the variants; it has no mean."""
        tallies = self.variants.values()
        costs = [tally.cost_usd for tally in tallies if tally.cost_usd is not None]
        return Tally(
            total=sum(tally.total for tally in tallies),
            done=sum(tally.done for tally in tallies),
            failed=sum(tally.failed for tally in tallies),
            reused=sum(tally.reused for tally in tallies),
            running=sum(tally.running for tally in tallies),
            scored=sum(tally.scored for tally in tallies),
            cost_usd=sum(costs) if costs else None,
        )


@dataclass(slots=True)
class _Count:
    tally: Tally
    value_sum: float = 0.0
    binary: bool = True

    def add_score(self, score: Score) -> None:
        if score.value is not None:
            self.value_sum += score.value
            self.binary &= score.binary
            self.tally = replace(self.tally, scored=self.tally.scored + 1)

    def now(self) -> Tally:
        n = self.tally.scored + (self.tally.failed if self.binary else 0)
        mean = self.value_sum / n if self.tally.scored else None
        return replace(self.tally, mean=mean)


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
                self._counts = {v: _Count(Tally(total=n)) for v, n in event.planned.items()}
            case TrialStarted():
                self._add(event.variant, running=1)
            case TrialRetried():
                self._state.retries += 1
            case OutputStored():
                self._store(event)
            case TrialFailed():
                self._add(event.variant, running=-1, failed=1)
                self._finished.append(time.monotonic())
            case TrialScored():
                self._score(event)
            case VariantStopped():
                count = self._counts[event.variant]
                count.tally = replace(count.tally, stopped=event.reason)
            case RunFinished():
                self._state.state, self._state.reason = event.state, event.reason
                self._state.ended = time.monotonic()
                for count in self._counts.values():
                    count.tally = replace(count.tally, running=0)

    def _add(self, variant: str, *, running: int = 0, done: int = 0, failed: int = 0) -> None:
        count = self._counts[variant]
        tally = count.tally
        count.tally = replace(
            tally,
            running=tally.running + running,
            done=tally.done + done,
            failed=tally.failed + failed,
        )

    def _store(self, event: OutputStored) -> None:
        self._add(event.variant, done=1, running=0 if event.reused else -1)
        count = self._counts[event.variant]
        tally = count.tally
        if event.reused:
            count.tally = tally = replace(tally, reused=tally.reused + 1)
        else:
            self._finished.append(time.monotonic())
        if event.usage.cost_usd is not None:
            count.tally = replace(tally, cost_usd=(tally.cost_usd or 0.0) + event.usage.cost_usd)

    def _score(self, event: TrialScored) -> None:
        if self._state.metric is None:
            names = (name for name, score in event.scores.items() if score.value is not None)
            self._state.metric = next(
                (name for name in names if default_metric(name).role is Role.SUCCESS), None
            )
        metric = self._state.metric
        if metric is not None and metric in event.scores:
            self._counts[event.variant].add_score(event.scores[metric])

    def snapshot(self) -> Snapshot:
        """Return how far the run is."""
        with self._lock:
            state = self._state
            now = state.ended if state.ended is not None else time.monotonic()
            variants = {label: count.now() for label, count in self._counts.items()}
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
