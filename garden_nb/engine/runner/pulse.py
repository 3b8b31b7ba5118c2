"""The pulse of a run's loop: whether somebody blocks it."""

import sys
import threading
import time
from pathlib import Path
from types import FrameType

__all__ = ["Pulse"]

_PACKAGE = Path(__file__).parents[2]


class Pulse:
    """Tells when an event loop has stood still for too long, and who holds it up.

    An `async` agent that calls blocking code stops the whole loop, timeouts included, so that
    only another thread can notice.

    Args:
        limit_s: The longest time that the loop may stand still; None for any.
    """

    def __init__(self, limit_s: float | None) -> None:
        self._limit_s = limit_s
        self._thread: int | None = None
        self._watched = False
        self._last = time.monotonic()

    def start(self) -> None:
        """Watch the loop of the calling thread."""
        self._thread, self._watched = threading.get_ident(), True
        self.beat()

    def beat(self) -> None:
        """Say that the loop moves."""
        self._last = time.monotonic()

    def stop(self) -> None:
        """Hold the loop to no limit any more."""
        self._watched = False
        self.beat()

    @property
    def still_s(self) -> float:
        """For how long the loop has not moved."""
        return time.monotonic() - self._last

    def blocked_by(self) -> str | None:
        """Return which code holds the loop up for longer than its limit, or None."""
        if not self._watched or self._limit_s is None or self.still_s < self._limit_s:
            return None
        return self.culprit()

    def culprit(self) -> str:
        """Return which code the loop is in."""
        frame = sys._current_frames().get(self._thread or 0)  # noqa: SLF001  # Python's only way
        return "unknown code" if frame is None else _culprit(frame)


def _culprit(frame: FrameType) -> str:
    """Return the outermost function that is neither the engine's nor Python's own."""
    places = []
    current: FrameType | None = frame
    while current is not None:
        path = Path(current.f_code.co_filename)
        if _PACKAGE in path.parents:
            break
        places.append(f"{current.f_code.co_name} (line {current.f_lineno} of {path.name})")
        current = current.f_back
    return places[-1] if places else "unknown code"
