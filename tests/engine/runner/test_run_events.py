"""Events: every trial's story is told in order, to everybody who asked."""

import asyncio
import threading
from collections import Counter, defaultdict
from dataclasses import fields
from typing import get_args

import pytest

from garden_nb.engine.events import (
    Event,
    OutputStored,
    RunFinished,
    RunPaused,
    RunPlanned,
    RunState,
    TrialFailed,
    TrialRetried,
    TrialScored,
    TrialStarted,
    VariantStopped,
)
from garden_nb.engine.scorers import exact_match
from garden_nb.engine.store import JournalReader


async def answer(question):
    await asyncio.sleep(0)
    return question[1:]


def grumpy(question):
    if question == "q3":
        raise ValueError("not three")
    return question[1:]


def test_events_tell_the_whole_story(garden):
    run = garden.run({"a": answer, "g": grumpy}, [exact_match])
    first, last = garden.events[0], garden.events[-1]
    assert first == RunPlanned(run.name, {"a": 6, "g": 6}, {"a": 0, "g": 0}, ("exact_match",))
    assert last == RunFinished(RunState.FINISHED, "")
    for record in run.records():
        place = (record.variant, record.case_id, record.repeat)
        mine = [type(e) for e in garden.events[1:-1] if (e.variant, e.case_id, e.repeat) == place]
        if record.failure:
            assert mine == [TrialStarted, TrialFailed]
        else:
            assert mine == [TrialStarted, OutputStored, TrialScored]
    snapshot = run.progress.snapshot()
    assert snapshot.state is RunState.FINISHED
    assert (snapshot.total.done, snapshot.total.failed, snapshot.total.running) == (11, 1, 0)
    assert snapshot.variants["g"].mean == pytest.approx(5 / 6)


def test_what_happens_to_a_trial_says_to_which():
    of_a_trial = (TrialStarted, TrialRetried, OutputStored, TrialFailed, TrialScored)
    for kind in of_a_trial:
        assert [field.name for field in fields(kind)][:3] == ["variant", "case_id", "repeat"]
    of_a_run = {RunPlanned, RunPaused, RunFinished, VariantStopped}
    assert set(get_args(Event)) == {*of_a_trial, *of_a_run}


def test_a_trials_events_come_in_order_whatever_happens(garden, cases):
    left = Counter()

    async def flaky(question):
        left[question] += 1
        if left[question] == 1 and int(question[1:]) % 3 == 0:
            raise ConnectionError("reset")
        if int(question[1:]) % 5 == 0:
            raise ValueError("no")
        return question[1:]

    garden.run({"a": flaky, "b": answer}, [exact_match], cases=cases(12), repeats=2, retries=1)
    stories = defaultdict(list)
    for event in garden.events[1:-1]:
        stories[event.variant, event.case_id, event.repeat].append(type(event))
    assert len(stories) == 48
    for (variant, case_id, repeat), story in stories.items():
        number = int(case_id[1:])
        retried = [TrialRetried] if (variant, repeat, number % 3) == ("a", 0, 0) else []
        failed = variant == "a" and number % 5 == 0
        end = [TrialFailed] if failed else [OutputStored, TrialScored]
        assert story == [TrialStarted, *retried, *end]


def test_the_output_is_committed_before_it_is_told_or_scored(garden):
    seen = []

    def committed(variant, case_id):
        (run,) = JournalReader(garden.store).runs()
        stored = JournalReader(garden.store).records(run.id).values()
        return any((r.variant, r.case_id) == (variant, case_id) for _, r in stored)

    def watch(event):
        if isinstance(event, OutputStored):
            seen.append(committed(event.variant, event.case_id))

    def scorer(output, case):
        return committed("a", case.id)

    run = garden.run({"a": answer}, [scorer], subscribers=(watch,))
    assert seen == [True] * 6
    assert all(record.scores["scorer"].value == 1.0 for record in run.records())


def test_a_subscriber_that_breaks_is_let_go(garden, caplog):
    told = []

    def broken(event):
        told.append(event)
        raise RuntimeError("watcher")

    run = garden.run({"a": answer}, subscribers=(broken, garden.events.append))
    assert len(told) == 1
    assert run.state is RunState.FINISHED
    assert garden.of(RunFinished)
    assert "gets no more events" in caplog.text
    assert "RuntimeError: watcher" in caplog.text


def test_a_later_subscriber_gets_what_follows(garden):
    go = threading.Event()

    def agent(question):
        go.wait(20)
        return question

    late = []
    run = garden.start({"a": agent})
    run.subscribe(late.append)
    go.set()
    assert run.wait(20)
    assert isinstance(late[-1], RunFinished)
    assert sum(isinstance(event, OutputStored) for event in late) == 6
