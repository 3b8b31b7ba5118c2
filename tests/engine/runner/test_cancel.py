"""Stopping: no call starts afterwards, what finished is kept, nothing is left behind."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from garden_nb.engine.events import OutputStored, RunFinished, RunPaused, RunState
from garden_nb.engine.runner import Run
from garden_nb.engine.scorers import Scorer, exact_match


class Slow:
    """Answers after a while and counts its calls."""

    def __init__(self, wait_s=0.02):
        self.wait_s = wait_s
        self.calls = 0

    async def __call__(self, question):
        self.calls += 1
        await asyncio.sleep(self.wait_s)
        return question[1:]


def until(condition, limit_s=10):
    deadline = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.005)


@pytest.mark.parametrize("blocking", [True, False])
def test_cancel_starts_no_call_and_keeps_what_finished(garden, cases, blocking):
    slow = Slow()

    def agent(question):
        slow.calls += 1
        time.sleep(slow.wait_s)
        return question[1:]

    agents = {"a": agent} if blocking else {"a": slow}
    run = garden.start(agents, [exact_match], cases=cases(500), concurrency=4, name="x")
    until(lambda: run.progress.snapshot().total.done >= 20)
    started = time.monotonic()
    run.cancel()
    assert run.wait(5)
    assert time.monotonic() - started < 1.0
    calls = slow.calls
    time.sleep(0.2)
    assert slow.calls == calls
    records = run.records()
    assert 20 <= len(records) <= calls
    assert all(record.scores["exact_match"].value == 1.0 for record in records)
    assert (run.state, run.reason) == (RunState.CANCELLED, "cancelled")
    assert garden.events[-1] == RunFinished(RunState.CANCELLED, "cancelled")
    again = garden.start(agents, [exact_match], cases=cases(500), concurrency=4, name="x")
    assert again.reused == len(records)
    again.cancel()
    assert again.wait(5)


def test_answers_that_arrived_before_a_cancel_are_kept(garden):
    class Together:
        def __init__(self):
            self.asked, self.all_here = 0, asyncio.Event()

        async def __call__(self, question):
            self.asked += 1
            if self.asked == 6:
                self.all_here.set()
            await self.all_here.wait()
            return question[1:]

    def cancel_at_once(event):
        if isinstance(event, OutputStored):
            run.cancel()

    go = threading.Event()
    run = garden.start(
        {"a": Together()}, subscribers=(garden.events.append, lambda _: go.wait(10), cancel_at_once)
    )
    go.set()
    assert run.wait(5)
    assert run.state is RunState.CANCELLED
    assert len(run.records()) == len(garden.of(OutputStored)) == 6


def test_cancel_during_a_retry_ends_the_wait(garden):
    class BusyError(Exception):
        status_code = 429
        retry_after = 60

    async def agent(question):
        raise BusyError

    run = garden.start({"a": agent})
    until(lambda: run.progress.snapshot().retries == 6)
    started = time.monotonic()
    run.cancel()
    assert run.wait(5)
    assert time.monotonic() - started < 1.0
    assert run.records() == []


def test_cancel_does_not_wait_for_a_stuck_scorer(garden):
    async def stuck(output):
        await asyncio.Event().wait()

    run = garden.start({"a": Slow(0.0)}, [stuck], name="x", timeout_s=None)
    until(lambda: run.progress.snapshot().total.done == 6)
    run.cancel()
    assert run.wait(2)
    assert [record.scores for record in run.records()] == [{}] * 6


def test_cancel_after_the_end_and_twice_is_harmless(garden):
    run = garden.run({"a": Slow(0.0)})
    run.cancel()
    run.cancel()
    assert run.state is RunState.FINISHED
    assert run.wait(0)


def test_pause_holds_new_calls_and_resume_goes_on(garden, cases):
    slow = Slow()
    run = garden.start({"a": slow}, cases=cases(60), concurrency=2)
    until(lambda: slow.calls >= 4)
    run.pause()
    assert run.state is RunState.PAUSED
    until(lambda: run.progress.snapshot().state is RunState.PAUSED)
    until(lambda: run.progress.snapshot().total.running == 0)
    calls = slow.calls
    time.sleep(0.2)
    assert slow.calls == calls
    assert len(run.records()) == calls
    run.resume()
    assert run.wait(20)
    assert slow.calls == 60
    assert garden.of(RunPaused) == [RunPaused(paused=True), RunPaused(paused=False)]


@pytest.mark.parametrize("account", [None, "x"])
def test_pause_holds_paid_scorers_and_free_ones_finish(garden, cases, account):
    class Judge:
        def __init__(self):
            self.account = account
            self.calls = 0

        async def __call__(self, output):
            self.calls += 1
            await asyncio.sleep(0.02)
            return 1.0

    paid, free = Judge(), Judge()
    scorers = [Scorer("free", free, "1"), Scorer("paid", paid, "1", paid=True)]
    run = garden.start({"a": Slow(0.0)}, scorers, cases=cases(60), score_concurrency=2)
    until(lambda: paid.calls >= 4)
    run.pause()
    until(lambda: run.progress.snapshot().state is RunState.PAUSED)
    calls = paid.calls
    time.sleep(0.3)
    assert paid.calls == calls < 60
    run.resume()
    assert run.wait(20)
    assert (paid.calls, free.calls) == (60, 60)
    assert all(record.scores["paid"].value == 1.0 for record in run.records())


def test_a_run_that_is_paused_in_its_judges_can_be_cancelled(garden):
    calls = []

    async def judge(output):
        calls.append(output)
        return 1.0

    run = garden.start({"a": Slow(0.1)}, [Scorer("j", judge, "1", paid=True)])
    run.pause()
    until(lambda: run.state is RunState.PAUSED)
    run.cancel()
    assert run.wait(2)
    assert (run.state, calls) == (RunState.CANCELLED, [])


def test_a_paused_run_can_be_cancelled(garden, cases):
    slow = Slow()
    run = garden.start({"a": slow}, cases=cases(60), concurrency=2)
    run.pause()
    run.cancel()
    assert run.wait(2)
    assert run.state is RunState.CANCELLED


def test_an_interrupt_comes_through_at_once(garden, cases):
    run = garden.start({"a": Slow(0.05)}, cases=cases(400), concurrency=2)
    until(lambda: run.progress.snapshot().total.done >= 2)
    sent = []

    def interrupt():
        time.sleep(0.1)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        run.wait()
    assert time.monotonic() - sent[0] < 0.2
    assert run.state is RunState.RUNNING
    run.cancel()
    assert run.wait(2)
    assert len(run.records()) >= 2


def open_files():
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.is_dir() else 0


def garden_threads(others=()):
    every = [t for t in threading.enumerate() if t.name.startswith("garden")]
    return [thread.name for thread in every if thread not in others]


async def upper(question):
    return await asyncio.to_thread(str.upper, question)


async def refused(question):
    raise ConnectionError("reset")


async def hanging(question):
    await asyncio.Event().wait()


def stuck(question):
    time.sleep(0.3)


async def judge(output):
    await asyncio.sleep(0)
    return 1.0


def broken_rule(snapshot):
    raise ZeroDivisionError


KINDS = (
    ({}, {}),
    ({"refused": refused}, {"retries": 1, "deadline_s": 0.1}),
    ({"hanging": hanging, "stuck": stuck}, {"timeout_s": 0.05}),
    ({}, {"stop_rule": broken_rule}),
    ({"hanging": hanging}, {"timeout_s": None}),
)


def one_of_everything(garden, number):
    """See a run of some kind to its end and return the state in which it ends."""
    agents, options = KINDS[number % len(KINDS)]
    agents = {"async": upper, "sync": str.upper, **agents}
    run = garden.start(agents, [exact_match, judge], fresh=True, name=f"x{number % 3}", **options)
    if "stop_rule" in options:
        with pytest.raises(ZeroDivisionError):
            run.wait(10)
    else:
        if options.get("timeout_s", 1) is None:
            until(lambda: run.progress.snapshot().total.done == 12)
            run.pause()
            run.cancel()
        assert run.wait(10)
    run.records()
    return run.state


def runs_and_loops():
    kinds = asyncio.Task | asyncio.BaseEventLoop | Run
    return [thing for thing in gc.get_objects() if isinstance(thing, kinds)]


def test_twenty_runs_leak_nothing(garden):
    others = threading.enumerate()  # agents that other tests gave up may still hang in theirs
    one_of_everything(garden, 0)
    until(lambda: not garden_threads(others))
    gc.collect()
    files, things = open_files(), runs_and_loops()
    states = {one_of_everything(garden, number) for number in range(20)}
    assert states == {RunState.FINISHED, RunState.CANCELLED, RunState.FAILED}
    until(lambda: not garden_threads(others))
    gc.collect()
    assert open_files() == files
    assert [thing for thing in runs_and_loops() if thing not in things] == []
    assert [file.name for file in garden.store.parent.iterdir()] == ["garden.db"]


EXIT = """
import sys, threading, time
from pathlib import Path
from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.variants import Variant
from garden_nb.engine.runner import RunRequest, start_run

def stuck(question):
    if question != "q0":
        time.sleep(1000)
    return question

async def stuck_in_a_thread(question):
    import asyncio
    return await asyncio.to_thread(stuck, question)

cases = CaseSet(tuple(Case(str(i), {"question": f"q{i}"}) for i in range(3)), "question")
variants = (Variant("a", stuck), Variant("b", stuck_in_a_thread))
timeout_s = float(sys.argv[2])
run = start_run(RunRequest(cases, variants, store=Path(sys.argv[1]), timeout_s=timeout_s))
if timeout_s < 10:
    run.wait()
else:
    while len(run.records()) < 2:
        time.sleep(0.01)
print(len(run.records()))
"""


@pytest.mark.parametrize(("timeout_s", "records"), [("0.3", "6"), ("60", "2")])
def test_a_script_ends_though_a_call_is_stuck(garden, timeout_s, records):
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", EXIT, str(garden.store), timeout_s],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, records, "")
    assert time.monotonic() - started < 15
    assert [file.name for file in garden.store.parent.iterdir()] == ["garden.db"]
