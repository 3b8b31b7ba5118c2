"""The schedule: which trial is called next."""

import math
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from garden_nb.core.records import Failure
from garden_nb.engine.limits import Refusals
from garden_nb.engine.plan import Trial

__all__ = ["Schedule", "Waiting"]


@dataclass(slots=True, eq=False)
class Waiting:
    """A trial that waits for its first or its next attempt.

    Attributes:
        trial: The trial.
        place: Its place in the plan.
        attempts: How often it has been called.
        due: The time of the loop before which it is not called.
        started: When the first attempt began, in seconds since 1970.
        deadline: The time of the loop at which its last attempt must have ended.
        failure: Why the last attempt failed, or None before the first.
        refusals: The calls that came too fast.
    """

    trial: Trial
    place: int
    attempts: int = 0
    due: float = -math.inf
    started: float = 0.0
    deadline: float = math.inf
    failure: Failure | None = None
    refusals: Refusals = field(default_factory=Refusals)


class Schedule:
    """Trials in the order of the plan, and those that are to be called again at some time.

    A variant that may not be called for a while holds nobody else up: the others go on, each in
    the order of the plan. A trial that is due again goes first, the one with the most attempts
    before the others, so that what was begun is finished.

    Args:
        trials: The trials in order.
    """

    def __init__(self, trials: Iterable[Trial]) -> None:
        self._trials = tuple(trials)
        self._first: dict[str, deque[int]] = {}
        for place, trial in enumerate(self._trials):
            self._first.setdefault(trial.variant.label, deque()).append(place)
        self._again: dict[str, list[Waiting]] = {label: [] for label in self._first}

    @property
    def empty(self) -> bool:
        """Whether no trial waits."""
        return not any(self._first.values()) and not any(self._again.values())

    @property
    def labels(self) -> list[str]:
        """The variants of which trials wait."""
        return [label for label in self._first if self._first[label] or self._again[label]]

    def next(self, now: float, may_call: Callable[[str], bool]) -> Waiting | None:
        """Take the trial that is to be called now, or return None.

        Args:
            now: The time of the loop.
            may_call: Whether a variant may be called now.
        """
        open_labels = [label for label in self.labels if may_call(label)]
        due = [w for label in open_labels for w in self._again[label] if w.due <= now]
        if due:
            waiting = min(due, key=lambda w: (-w.attempts, w.place))
            self._again[waiting.trial.variant.label].remove(waiting)
            return waiting
        places = [self._first[label][0] for label in open_labels if self._first[label]]
        if not places:
            return None
        trial = self._trials[min(places)]
        return Waiting(trial, self._first[trial.variant.label].popleft())

    def due(self) -> float:
        """Return when a trial is next to be called again or expires; infinite where none is."""
        times = (min(w.due, w.deadline) for again in self._again.values() for w in again)
        return min(times, default=math.inf)

    def put_back(self, waiting: Waiting, due: float) -> None:
        """Call a trial again, at `due` at the earliest."""
        waiting.due = due
        self._again[waiting.trial.variant.label].append(waiting)

    def expired(self, now: float) -> list[Waiting]:
        """Take out and return the trials that waited for another call beyond their deadline."""
        found = [w for again in self._again.values() for w in again if w.deadline <= now]
        for waiting in found:
            self._again[waiting.trial.variant.label].remove(waiting)
        return found

    def drop(self, label: str) -> list[Waiting]:
        """Take a variant's trials out, and return those of them that have been called before."""
        if label not in self._first:
            return []
        self._first[label].clear()
        dropped, self._again[label] = self._again[label], []
        return dropped
