"""The hub: gives every event to everybody who asked for them."""

import logging
import threading

from garden_nb.engine.events import Event, Subscriber

__all__ = ["Hub"]

_log = logging.getLogger(__name__)


class Hub:
    """Gives events to subscribers, in order, in the engine's thread.

    A subscriber that raises is told nothing more and its traceback is logged; outputs that were
    paid for do not depend on whoever watches.
    """

    def __init__(self, subscribers: tuple[Subscriber, ...] = ()) -> None:
        self._lock = threading.Lock()
        self._subscribers = subscribers

    def subscribe(self, subscriber: Subscriber) -> None:
        """Give `subscriber` the events from now on."""
        with self._lock:
            self._subscribers = (*self._subscribers, subscriber)

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Give `subscriber` no more events."""
        with self._lock:
            self._subscribers = tuple(s for s in self._subscribers if s is not subscriber)

    def emit(self, event: Event) -> None:
        """Give `event` to all subscribers."""
        for subscriber in self._subscribers:
            try:
                subscriber(event)
            except Exception:  # noqa: BLE001  # a watcher's mistake is its own, and it is logged
                _log.exception("%r raised and gets no more events of this run", subscriber)
                self.unsubscribe(subscriber)
