"""The pace of calls: so many per minute."""

import math

__all__ = ["Pace"]

_SLACK_S = 0.05
"""What was started late may be caught up by so much, or timers would slow a fast pace down."""


class Pace:
    """So many per minute, spread evenly, whatever the moment at which a minute begins.

    Args:
        per_minute: The most; None for any number.
    """

    def __init__(self, per_minute: float | None) -> None:
        self._each_s = 0.0 if per_minute is None else 60.0 / per_minute
        self.ready_at = -math.inf
        """When the next one may come."""

    def spend(self, amount: float, now: float) -> None:
        """Count what begins now."""
        self.ready_at = max(self.ready_at, now - _SLACK_S) + amount * self._each_s

    def correct(self, difference: float) -> None:
        """Count what turned out to be more, or less, than was spent."""
        self.ready_at += difference * self._each_s
