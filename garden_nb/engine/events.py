"""Events: what happens in a run, as one typed stream.

The widget, the terminal and users' own callbacks get the same events. A callback takes one event
at a time, in order, in the engine's thread: it should be quick, must not wait for the run, and
hands longer work to a queue or a thread of its own. One that raises is let go with its traceback
logged; the run goes on.

    planned    RunPlanned      what is to be run and what is there already; the first event
    started    TrialStarted    an agent is about to be called, for the first time
    output     OutputStored    an output is in the journal; it is safe from here on
    scored     TrialScored     its scores are known
    retried    TrialRetried    an attempt failed, another one follows
    failed     TrialFailed     a trial failed for good
    stopped    VariantStopped  a variant is not called any more
    paused     RunPaused       calls wait, or go on
    finished   RunFinished     the last event

What happens to one trial has `variant`, `case_id` and `repeat`. A trial that is called has started
once and then either an output, and after it its scores, or a failure, with any number of retries
before; one that is reused has an output and scores only. A cancelled run may end in between.

Example:
    >>> import tempfile
    >>> from pathlib import Path
    >>> from garden_nb.core.cases import Case, CaseSet
    >>> from garden_nb.core.variants import Variant
    >>> from garden_nb.engine.runner import RunRequest, start_run
    >>> def watch(event):
    ...     if isinstance(event, OutputStored):
    ...         print(event.variant, "answered", event.case_id)
    >>> cases = CaseSet((Case("c1", {"question": "2 + 2?"}),), question="question")
    >>> store = Path(tempfile.mkdtemp()) / "garden.db"
    >>> variants = (Variant("loud", str.upper),)
    >>> start_run(RunRequest(cases, variants, store=store, subscribers=(watch,))).wait()
    loud answered c1
    True
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from garden_nb.core.records import Failure, Score, Usage

__all__ = [
    "Event",
    "OutputStored",
    "RunFinished",
    "RunPaused",
    "RunPlanned",
    "RunState",
    "Subscriber",
    "TrialFailed",
    "TrialRetried",
    "TrialScored",
    "TrialStarted",
    "VariantStopped",
]


class RunState(StrEnum):
    """Where a run stands."""

    RUNNING = "running"
    PAUSED = "paused"
    """No call starts; those under way are finished."""
    FINISHED = "finished"
    """Every trial of every variant that was not stopped has a record."""
    CANCELLED = "cancelled"
    """Stopped by the user, by its cost, or as no variant can be called; what finished is kept."""
    FAILED = "failed"
    """The engine itself broke: `Run.wait` raises the error."""


@dataclass(frozen=True, slots=True)
class RunPlanned:
    """A run is about to start.

    Attributes:
        run: The run's name.
        planned: Trials by variant.
        reused: Trials whose output is already in the journal, by variant.
        scorers: The names of the scorers, in order.
    """

    run: str
    planned: Mapping[str, int]
    reused: Mapping[str, int]
    scorers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TrialStarted:
    """An agent is about to be called for a trial."""

    variant: str
    case_id: str
    repeat: int


@dataclass(frozen=True, slots=True)
class TrialRetried:
    """An attempt failed and another one follows.

    Attributes:
        attempt: The number of the attempt that failed, from 1.
        delay_s: Seconds until the next one.
        failure: Why it failed.
    """

    variant: str
    case_id: str
    repeat: int
    attempt: int
    delay_s: float
    failure: Failure


@dataclass(frozen=True, slots=True)
class OutputStored:
    """An output is in the journal.

    Attributes:
        latency_ms: Wall time of the attempt that answered.
        attempts: Calls it took.
        usage: What it consumed.
        reused: Whether the output was there before this run; nothing was called.
    """

    variant: str
    case_id: str
    repeat: int
    latency_ms: float | None
    attempts: int
    usage: Usage
    reused: bool


@dataclass(frozen=True, slots=True)
class TrialFailed:
    """A trial failed for good; the failure is in the journal.

    Attributes:
        failure: Why.
        attempts: Calls it took.
    """

    variant: str
    case_id: str
    repeat: int
    failure: Failure
    attempts: int


@dataclass(frozen=True, slots=True)
class TrialScored:
    """An output has its scores.

    Attributes:
        scores: The scores by name; a missing one has its reason.
    """

    variant: str
    case_id: str
    repeat: int
    scores: Mapping[str, Score]


@dataclass(frozen=True, slots=True)
class VariantStopped:
    """A variant is not called any more; the others go on.

    Attributes:
        variant: The variant.
        reason: Why, in one line.
    """

    variant: str
    reason: str


@dataclass(frozen=True, slots=True)
class RunPaused:
    """A run was paused, or goes on.

    Attributes:
        paused: Which of them.
    """

    paused: bool


@dataclass(frozen=True, slots=True)
class RunFinished:
    """A run is over.

    Attributes:
        state: How it ended.
        reason: Why it ended early; empty otherwise.
    """

    state: RunState
    reason: str


Event = (
    RunPlanned
    | TrialStarted
    | TrialRetried
    | OutputStored
    | TrialFailed
    | TrialScored
    | VariantStopped
    | RunPaused
    | RunFinished
)
Subscriber = Callable[[Event], None]
"""What takes events, in the engine's thread: quick, and without waiting for anything."""
