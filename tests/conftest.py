"""What holds for every test."""

import signal
import threading

import pytest


@pytest.fixture(autouse=True)
def interrupts_interrupt():
    """Let an Interrupt raise, also in a worker that runs a part of the tests and ignores it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
