"""The window of calls: how many at once, learned from what is refused."""

import math

__all__ = ["Window"]


class Window:
    """How many calls may be under way at once.

    It grows by one with every answer, which doubles it per round of calls, up to half of what was
    under way when calls were last refused, and by one per round from there on. Calls that are
    refused because they were sent together are one episode and cut the window once: to half, or
    to a single call where nothing was answered since the last cut. This is how TCP finds the
    width of a line.

    Args:
        ceiling: The most.
        start: The first size.

    References:
        Jacobson (1988), doi:10.1145/52324.52356 (slow start and congestion avoidance).
    """

    def __init__(self, ceiling: int, start: int) -> None:
        self._ceiling = float(ceiling)
        self._size = float(start)
        self._threshold = float(ceiling)
        self._cut_at = -math.inf
        self._answered = True

    @property
    def size(self) -> int:
        """The present size, at least 1."""
        return int(self._size)

    def answered(self) -> None:
        """Take that a call was answered."""
        self._answered = True
        step = 1.0 if self._size < self._threshold else 1.0 / self._size
        self._size = min(self._ceiling, self._size + step)

    def refused(self, began: float, now: float, under_way: int) -> bool:
        """Take that a call was refused, and return whether that begins a new episode.

        Args:
            began: When the call began.
            now: The present time.
            under_way: How many calls were under way, this one included.
        """
        if began <= self._cut_at:
            return False
        self._cut_at = now
        self._threshold = max(1.0, min(under_way, self._ceiling) / 2)
        self._size = self._threshold if self._answered else 1.0
        self._answered = False
        return True
