"""Lanes: which variants may be called now, and when the others may."""

import math
from collections import Counter
from collections.abc import Iterable

from garden_nb.core.records import Output
from garden_nb.engine.limits import Ticket
from garden_nb.engine.limits.retry import is_rate_limit
from garden_nb.engine.runner.attempt import Attempt
from garden_nb.engine.runner.course import Course

__all__ = ["Lanes"]


class Lanes:
    """One lane per variant: its own limit, and those of the account that it shares.

    Args:
        course: The run.
    """

    def __init__(self, course: Course) -> None:
        self._control = course.control
        self._accounts = course.accounts
        self._limit = course.request.limits.per_variant or course.request.concurrency
        self._under_way: Counter[str] = Counter()

    def opens_at(self, label: str) -> float:
        """Return when a variant may be called; infinite while some call must end before."""
        if not self._control.may_call(label) or self._under_way[label] >= self._limit:
            return math.inf
        return self._accounts.of_variant(label).opens_at()

    def next_at(self, labels: Iterable[str], now: float) -> float:
        """Return when the first of the variants that wait for a time may be called."""
        times = (self.opens_at(label) for label in labels)
        return min((time for time in times if time > now), default=math.inf)

    def begin(self, label: str, now: float) -> Ticket:
        """Take that a call begins."""
        self._under_way[label] += 1
        return self._accounts.of_variant(label).begin(now)

    def end(self, label: str, ticket: Ticket, done: Attempt, now: float) -> None:
        """Take how a call ended."""
        self._under_way[label] -= 1
        account = self._accounts.of_variant(label)
        if done.error is not None and is_rate_limit(done.error):
            account.refused(ticket, done.error, now)
        elif done.error is not None or done.timed_out:
            account.failed(ticket)
        else:
            account.answered(ticket, done.value.usage if isinstance(done.value, Output) else None)
