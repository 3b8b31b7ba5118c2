"""The schedule: which trial is called next."""

import math
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from heapq import heappop, heappush

from garden_nb.core.records import Failure
from garden_nb.engine.plan import Trial

__all__ = ["Schedule", "Waiting"]


@dataclass(slots=True)
class Waiting:
    """A trial that waits for its first or its next attempt.

    Attributes:
        trial: The trial.
        place: Its place in the plan.
        attempts: How often it has been called.
        started: When the first attempt began, in seconds since 1970.
        deadline: The time of the loop at which its last attempt must have ended.
        failure: Why the last attempt failed, or None before the first.
    """

    trial: Trial
    place: int
    attempts: int = 0
    started: float = 0.0
    deadline: float = math.inf
    failure: Failure | None = None


class Schedule:
    """Trials in the order of the plan, and those that are to be called again at some time.

    A variant that may not be called for a while holds nobody else up: the others go on, each in
    the order of the plan.

    Args:
        trials: The trials in order.
    """

    def __init__(self, trials: Iterable[Trial]) -> None:
        self._trials = tuple(trials)
        self._first: dict[str, deque[int]] = {}
        for place, trial in enumerate(self._trials):
            self._first.setdefault(trial.variant.label, deque()).append(place)
        self._again: dict[str, list[tuple[float, int, Waiting]]] = {
            label: [] for label in self._first
        }

    @property
    def empty(self) -> bool:
        """Whether no trial waits."""
        return not any(self._first.values()) and not any(self._again.values())

    def next(self, now: float, may_call: Callable[[str], bool]) -> Waiting | None:
        """Take the first trial in the order of the plan that may be called now, or None.

        Args:
            now: The time of the loop.
            may_call: Whether a variant may be called now.
        """
        best, label = min(
            (
                (self._place(label, now), label)
                for label in self._first
                if self._first[label] or self._again[label]
                if may_call(label)
            ),
            default=(math.inf, ""),
        )
        if math.isinf(best):
            return None
        again = self._again[label]
        if again and again[0][0] <= now:
            return heappop(again)[-1]
        place = self._first[label].popleft()
        return Waiting(self._trials[place], place)

    def _place(self, label: str, now: float) -> float:
        again, first = self._again[label], self._first[label]
        if again and again[0][0] <= now:
            return again[0][1]
        return first[0] if first else math.inf

    def due(self) -> float:
        """Return when the next trial is to be called again; infinite where none is."""
        return min((again[0][0] for again in self._again.values() if again), default=math.inf)

    def put_back(self, waiting: Waiting, due: float) -> None:
        """Call a trial again, at `due` at the earliest."""
        heappush(self._again[waiting.trial.variant.label], (due, waiting.place, waiting))

    def drop(self, label: str) -> list[Waiting]:
        """Take a variant's trials out, and return those of them that have been called before."""
        if label not in self._first:
            return []
        self._first[label].clear()
        dropped = [waiting for _, _, waiting in self._again[label]]
        self._again[label].clear()
        return dropped
