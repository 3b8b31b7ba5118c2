import threading
import time
from concurrent.futures import wait
from contextvars import ContextVar

import pytest

from garden_nb.engine.runner.daemon_threads import DaemonThreads


def alive():
    return [t for t in threading.enumerate() if t.name == "garden-test"]


def until(condition):
    deadline = time.monotonic() + 5
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.001)


@pytest.fixture
def threads():
    pool = DaemonThreads(3, "garden-test")
    yield pool
    pool.shutdown()
    until(lambda: not alive())


def test_results_and_errors_come_back(threads):
    assert threads.submit(divmod, 7, 2).result(5) == (3, 1)
    assert threads.submit(int, "11", base=2).result(5) == 3
    with pytest.raises(ZeroDivisionError):
        threads.submit(divmod, 1, 0).result(5)


def test_threads_are_reused_and_bounded(threads):
    names = set()
    most = 0
    lock = threading.Lock()
    under_way = 0

    def call():
        nonlocal under_way, most
        with lock:
            under_way += 1
            most = max(most, under_way)
            names.add(threading.get_ident())
        time.sleep(0.002)
        with lock:
            under_way -= 1

    wait([threads.submit(call) for _ in range(60)], timeout=10)
    assert most == 3
    assert len(names) == 3
    assert len(alive()) == 3
    assert all(thread.daemon for thread in alive())


def test_one_call_at_a_time_needs_one_thread(threads):
    for _ in range(20):
        threads.submit(int).result(5)
        until(lambda: threads._spare == 1)
    assert len(alive()) == 1


def test_a_call_that_was_given_up_gets_a_replacement(threads):
    free = threading.Event()
    stuck = [threads.submit(free.wait) for _ in range(3)]
    queued = threads.submit(int, "7")
    until(lambda: all(future.running() for future in stuck))
    time.sleep(0.02)
    assert not queued.done()
    threads.give_up(stuck[0])
    assert queued.result(5) == 7
    assert len(alive()) == 4
    free.set()
    until(lambda: len(alive()) == 3)
    assert all(future.result(5) for future in stuck)


def test_a_call_that_never_began_is_cancelled(threads):
    free = threading.Event()
    stuck = [threads.submit(free.wait) for _ in range(3)]
    until(lambda: all(future.running() for future in stuck))
    queued = threads.submit(pytest.fail)
    threads.give_up(queued)
    free.set()
    wait(stuck, timeout=5)
    assert queued.cancelled()
    assert threads.submit(int, "1").result(5) == 1
    assert len(alive()) == 3


def test_giving_up_what_is_done_changes_nothing(threads):
    future = threads.submit(int, "1")
    future.result(5)
    until(lambda: threads._spare == 1)
    threads.give_up(future)
    assert threads.submit(int, "2").result(5) == 2
    assert len(alive()) == 1


def test_shutdown_ends_idle_and_busy_threads():
    pool = DaemonThreads(2, "garden-test")
    free = threading.Event()
    busy = pool.submit(free.wait)
    given_up = pool.submit(free.wait)
    until(lambda: busy.running() and given_up.running())
    pool.give_up(given_up)
    pool.shutdown()
    pool.shutdown()
    with pytest.raises(RuntimeError):
        pool.submit(int)
    free.set()
    until(lambda: not alive())


def test_a_call_sees_its_callers_context(threads):
    place = ContextVar("place", default="nowhere")
    place.set("here")
    assert threads.submit(place.get).result(5) == "here"
