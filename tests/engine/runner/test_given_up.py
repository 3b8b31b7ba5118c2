"""Runs whose loop is blocked: they are given up, and their cell can be repaired and run again."""

import asyncio
import threading
import time

import pytest

from garden_nb.engine.events import OutputStored, RunFinished, RunState
from garden_nb.engine.scorers import exact_match
from garden_nb.errors import GardenError


@pytest.fixture
def free():
    """Lets what blocks go on, at the end of the test at the latest."""
    event = threading.Event()
    yield event
    event.set()


class Blocking:
    """An async agent that blocks its loop from the third question on."""

    def __init__(self, free):
        self._free = free
        self.asked = []

    async def __call__(self, question):
        self.asked.append(question)
        if len(self.asked) >= 3:
            self._free.wait()
        return question[1:]


def until(condition):
    started = time.monotonic()
    while not condition():
        assert time.monotonic() - started < 20
        time.sleep(0.01)


def its_thread(run):
    return [t for t in threading.enumerate() if t.name == f"garden-{run.name}"]


@pytest.fixture
def given_up(garden, free, monkeypatch):
    """A run that was given up, because its agent blocks the loop."""
    monkeypatch.setattr("garden_nb.engine.runner.course._PATIENCE_S", 0.2)
    agent = {"a": Blocking(free)}
    run = garden.start(agent, [exact_match], timeout_s=0.3, concurrency=1, name="x")
    with pytest.raises(GardenError, match=r"__call__ \(line \d+ of test_given_up.py\) blocks"):
        run.wait(20)
    return run


def test_a_repaired_agent_runs_under_the_same_name_and_the_late_loop_writes_nothing(
    garden, free, given_up, counting
):
    assert given_up.state is RunState.FAILED
    kept = len(given_up.records())
    assert kept == 2
    again = garden.run({"a": counting}, [exact_match], name="x", timeout_s=20.0)
    assert (again.reused, again.state) == (kept, RunState.FINISHED)
    records = again.records()
    assert [record.scores["exact_match"].value for record in records] == [1.0] * 6
    events = len(garden.events)
    free.set()
    until(lambda: not its_thread(given_up))
    assert given_up.state is RunState.FAILED
    assert again.records() == records
    assert len(garden.events) == events
    assert [file.name for file in garden.store.parent.iterdir()] == ["garden.db"]


def test_a_run_goes_on_while_the_late_loop_of_its_name_ends(garden, free, given_up, cases):
    (late,), gone_on = its_thread(given_up), []

    def agent(question):
        if len(gone_on) == 2:
            free.set()
            late.join(10)
            assert not late.is_alive()
        gone_on.append(question)
        return question[1:]

    again = garden.run({"a": agent}, [exact_match], name="x", cases=cases(8), concurrency=1)
    assert again.state is RunState.FINISHED
    assert len(again.records()) == 8
    assert len(garden.of(OutputStored)) == 8


@pytest.mark.parametrize("timeout_s", [30.0, None])
def test_a_cancel_ends_a_run_whose_agent_blocks(garden, free, timeout_s, counting):
    agent = Blocking(free)
    run = garden.start({"a": agent}, timeout_s=timeout_s, concurrency=1, name="x")
    until(lambda: len(agent.asked) == 3)
    started = time.monotonic()
    run.cancel()
    assert run.wait(20)
    assert time.monotonic() - started < 8
    assert run.state is RunState.CANCELLED
    assert "__call__ (line " in run.reason
    assert "test_given_up.py) blocks its event loop" in run.reason
    assert run.notes == [run.reason]
    assert run.progress.snapshot().state is RunState.CANCELLED
    assert garden.of(RunFinished) == [RunFinished(RunState.CANCELLED, run.reason)]
    assert len(run.records()) == 2
    again = garden.run({"a": counting}, name="x")
    assert (again.reused, len(again.records())) == (2, 6)


def test_a_cancel_ends_a_run_whose_subscriber_blocks(garden, free):
    told = []

    def on_event(event):
        told.append(event)
        if len(told) > 5:
            free.wait()

    run = garden.start({"a": str.upper}, subscribers=(on_event,), timeout_s=None)
    until(lambda: len(told) > 5)
    started = time.monotonic()
    run.cancel()
    assert run.wait(20)
    assert time.monotonic() - started < 8
    assert "on_event (line " in run.reason
    assert run.progress.snapshot().state is RunState.CANCELLED


def test_a_cancel_ends_a_run_whose_agent_blocks_when_it_is_cancelled(garden, free):
    asked = []

    async def agent(question):
        asked.append(question)
        try:
            await asyncio.Event().wait()
        finally:
            free.wait()

    run = garden.start({"a": agent}, timeout_s=None)
    until(lambda: asked)
    started = time.monotonic()
    run.cancel()
    assert run.wait(20)
    assert time.monotonic() - started < 10
    assert "agent (line " in run.reason


def test_a_loop_that_moves_is_not_given_up_after_a_cancel(garden, monkeypatch):
    monkeypatch.setattr("garden_nb.engine.runner.run._GRACE_S", 0.6)
    monkeypatch.setattr("garden_nb.engine.runner.conduct._GRACE_S", 1.5)

    async def stuck(output):
        await asyncio.Event().wait()

    run = garden.start({"a": str.upper}, [stuck], timeout_s=None)
    until(lambda: run.progress.snapshot().total.done == 6)
    run.cancel()
    assert run.wait(20)
    assert (run.state, run.reason, run.notes) == (RunState.CANCELLED, "cancelled", [])


def test_a_run_whose_thread_cannot_start_gives_its_lock_back(garden, counting, monkeypatch):
    def refuse(thread):
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        with pytest.raises(RuntimeError, match="new thread"):
            garden.start({"a": counting}, name="x")
    assert len(garden.run({"a": counting}, name="x").records()) == 6
