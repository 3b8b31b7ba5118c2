"""The lock of a named run: one process at a time, released when it dies."""

import glob
import hashlib
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from garden_nb.errors import JournalError, RunLockedError

__all__ = ["RunLock"]

_PATIENCE_S = 0.1
"""A lock file may vanish between being opened and being locked; a second try settles it."""


class RunLock:
    """An operating-system lock on one named run of one journal.

    The operating system drops it when the process dies, however it dies, so that a lock never
    outlives its run.

    Args:
        store: The journal's path.
        name: The run's name.
    """

    def __init__(self, store: Path, name: str) -> None:
        digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:12]
        self.path = store.with_name(f"{store.name}-{digest}.lock")
        self._store = store
        self._name = name
        self._lock = FileLock(self.path, thread_local=False)

    def acquire(self) -> None:
        """Take the lock at once.

        Raises:
            RunLockedError: Another process, or another run in this one, has it.
            JournalError: The lock file cannot be made.
        """
        try:
            self._lock.acquire(timeout=_PATIENCE_S, poll_interval=_PATIENCE_S / 4)
        except Timeout:
            raise RunLockedError(
                f"The run {self._name!r} in {str(self._store)!r} is going on already, in another"
                " cell, notebook or process. Wait for it or stop it, or give this run another name."
            ) from None
        except OSError as error:
            raise JournalError(
                f"The folder of the journal {str(self._store)!r} cannot be written:"
                f" {error.strerror or error}."
            ) from None

    def release(self) -> None:
        """Give the lock back and remove its file."""
        if self._lock.is_locked:
            # Removed while held: whoever opened it before sees a file without a name, tries again.
            with suppress(OSError):
                self.path.unlink()
            self._lock.release()

    @property
    def is_held(self) -> bool:
        """Whether a process holds the lock, so that the run is going on."""
        return _is_held(self.path)

    @property
    def others_held(self) -> bool:
        """Whether another run of the same journal is going on."""
        others = self._store.parent.glob(f"{glob.escape(self._store.name)}-*.lock")
        return any(path != self.path and _is_held(path) for path in others)


def _is_held(path: Path) -> bool:
    if not path.exists():
        return False
    lock = FileLock(path, thread_local=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return True
    except OSError:  # nobody here may lock it; whoever could would have to be somebody else
        return True
    lock.release()
    return False
