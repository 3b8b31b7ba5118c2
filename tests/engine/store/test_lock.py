import os
import signal
import subprocess
import sys

import pytest

from garden_nb.engine.store import RunLock
from garden_nb.errors import RunLockedError

HOLD = """
import sys, time
from pathlib import Path
from garden_nb.engine.store import RunLock
lock = RunLock(Path(sys.argv[1]), sys.argv[2])
lock.acquire()
print("held", flush=True)
time.sleep(60)
"""


def test_one_run_at_a_time(path):
    first, second = RunLock(path, "x"), RunLock(path, "x")
    first.acquire()
    with pytest.raises(RunLockedError, match=r"The run 'x' in .*garden.db' is going on already"):
        second.acquire()
    first.release()
    second.acquire()
    second.release()
    assert list(path.parent.iterdir()) == []


def test_other_names_and_other_journals_are_free(path):
    locks = [RunLock(path, "x"), RunLock(path, "y"), RunLock(path.with_name("other.db"), "x")]
    for lock in locks:
        lock.acquire()
    for lock in locks:
        lock.release()


def test_the_lock_dies_with_its_process(path):
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path), "x"], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "held\n"
        lock = RunLock(path, "x")
        with pytest.raises(RunLockedError):
            lock.acquire()
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        lock.acquire()
        lock.release()


def test_releasing_twice_or_never_held_is_harmless(path):
    lock = RunLock(path, "x")
    lock.release()
    lock.acquire()
    lock.release()
    lock.release()


@pytest.mark.parametrize("name", ["a/b", "../up", "\ud800", "x" * 500, "naïve 🦉"])
def test_any_name_makes_a_file_beside_the_journal(path, name):
    lock = RunLock(path, name)
    lock.acquire()
    assert lock.path.parent == path.parent
    lock.release()
