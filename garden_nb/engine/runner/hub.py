"""The hub: gives every event to everybody who asked for them."""

import logging
import threading

from garden_nb.engine.events import Event, Subscriber
from garden_nb.engine.foreign import attribute

__all__ = ["Hub"]

_log = logging.getLogger(__name__)


class Hub:
    """Gives events to subscribers, in order, in the engine's thread.

    A subscriber that raises, be it `SystemExit`, is told nothing more and its traceback is logged;
    neither outputs that were paid for nor the end of a run depend on whoever watches. An Interrupt
    of the main thread, where some events come from, is nobody's mistake and passes through.
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

    def close(self) -> None:
        """Give nobody any more events."""
        with self._lock:
            self._subscribers = ()

    def emit(self, event: Event) -> None:
        """Give `event` to all subscribers."""
        for subscriber in self._subscribers:
            try:
                subscriber(event)
            except BaseException as error:
                in_main = threading.current_thread() is threading.main_thread()
                if isinstance(error, KeyboardInterrupt) and in_main:
                    raise
                self.unsubscribe(subscriber)
                name = attribute(subscriber, "__qualname__") or type(subscriber).__qualname__
                _log.exception("%s raised and gets no more events of this run", name)
