"""A garden whose run is blocked: an interrupt or Stop ends it, and its cell can run again."""

import asyncio
import os
import signal
import threading
import time
from contextlib import suppress

import pytest

from garden_nb import Garden, exact_match
from garden_nb.errors import EditedAgentWarning

CASES = [{"id": f"q{n}", "question": str(n), "answer": str(n)} for n in range(8)]


@pytest.fixture
def free():
    """Lets what blocks go on, at the end of the test."""
    event = threading.Event()
    yield event
    event.set()


@pytest.fixture
def blocked(free, tmp_path):
    """Makes a garden whose agent, or whose `on_event`, blocks from the third time on."""

    def make(where, inside):
        seen = []

        def block(seen_now):
            seen.append(seen_now)
            if len(seen) == 3:
                inside.set()
                free.wait()

        async def agent(question):
            if where == "agent":
                block(question)
            return question

        options = {"on_event": block} if where == "event" else {}
        return build(agent, tmp_path, timeout_s=None, concurrency=1, **options)

    return make


def build(agent, tmp_path, **options):
    return Garden(
        CASES, {"a": agent}, scorers=[exact_match], store=tmp_path / "g.db", name="x", **options
    )


@pytest.mark.parametrize("where", ["agent", "event"])
def test_one_interrupt_ends_a_blocked_run_and_its_cell_runs_again(blocked, where, tmp_path, capsys):
    inside = threading.Event()
    garden = blocked(where, inside)

    def interrupt():
        inside.wait(30)
        time.sleep(0.5)  # until the garden waits for its run
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    started = time.monotonic()
    report = garden.run()
    assert time.monotonic() - started < 15
    assert report.interim
    assert "test_blocked_run.py) blocks its event loop" in capsys.readouterr().err
    with pytest.warns(EditedAgentWarning):
        repaired = build(lambda question: question, tmp_path).run()
    assert [count.done for count in repaired.frozen.counts] == [8]


def test_stop_ends_a_blocked_run_in_the_background(blocked):
    inside = threading.Event()
    handle = blocked("agent", inside).start()
    assert inside.wait(30)
    handle.cancel()
    report = handle.wait(20)
    assert (handle.state, report.interim) == ("cancelled", True)


def test_a_cancelled_task_ends_a_blocked_run(blocked):
    inside = threading.Event()
    garden = blocked("agent", inside)

    async def main():
        task = asyncio.create_task(garden.arun())
        await asyncio.to_thread(inside.wait, 30)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    started = time.monotonic()
    asyncio.run(main())
    assert time.monotonic() - started < 15
    report = garden.report()
    assert report.interim
    assert [count.done for count in report.frozen.counts] == [2]
