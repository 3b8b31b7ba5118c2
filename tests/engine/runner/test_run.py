# ruff: noqa: ARG005  # what a lambda declares is the subject
"""Whole runs: what is called, stored, scored, told and returned."""

import asyncio
import threading
import time

import pytest

from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.records import Output, Score, Usage
from garden_nb.core.variants import Variant
from garden_nb.engine.events import (
    RunFinished,
    RunState,
)
from garden_nb.engine.runner import RunRequest, start_run
from garden_nb.engine.scorers import Scorer, contains, exact_match
from garden_nb.engine.store import JournalReader
from garden_nb.errors import InputError


async def answer(question):
    await asyncio.sleep(0)
    return question[1:]


def answer_in_a_thread(question):
    return question[1:]


def wrong(question, topic):
    return f"{question} is {topic}"


def grumpy(question):
    if question == "q3":
        raise ValueError("not three, api_key=abcdefgh")
    return question[1:]


def test_every_trial_becomes_a_record(garden):
    agents = {"async": answer, "sync": answer_in_a_thread, "wrong": wrong, "grumpy": grumpy}
    run = garden.run(agents, [exact_match, contains], repeats=2)
    records = run.records()
    assert [(r.case_id, r.variant, r.repeat) for r in records[:6]] == [
        ("c0", "async", 0),
        ("c0", "async", 1),
        ("c0", "sync", 0),
        ("c0", "sync", 1),
        ("c0", "wrong", 0),
        ("c0", "wrong", 1),
    ]
    assert len(records) == 6 * 4 * 2
    assert len({(r.case_id, r.variant, r.repeat) for r in records}) == len(records)
    for record in records:
        failed = record.variant == "grumpy" and record.case_id == "c3"
        assert (record.failure is not None) is failed
        assert (record.output is None) is failed
        assert record.attempts == 1
        assert not record.reused
        if failed:
            assert record.failure.kind == "ValueError"
            assert record.failure.message == "not three, api_key=[redacted]"
            assert record.scores == {}
            assert record.latency_ms is None
        else:
            right = float(record.variant != "wrong")
            assert record.scores == {
                "exact_match": Score(right, binary=True),
                "contains": Score(1.0, binary=True),
            }
            assert record.latency_ms >= 0
    assert (run.state, run.reason, run.reused, run.notes) == (RunState.FINISHED, "", 0, [])


def test_trials_run_case_by_case_and_no_more_at_once_than_asked(garden, cases):
    under_way, most, order = 0, 0, []

    async def agent(question):
        nonlocal under_way, most
        order.append(question)
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0.002)
        under_way -= 1
        return question

    garden.run({"a": agent, "b": agent}, cases=cases(20), concurrency=5)
    assert most == 5
    assert all(order[n] == order[n + 1] for n in range(0, 40, 2))


def test_blocking_agents_run_at_once_too(garden, cases):
    barrier = threading.Barrier(4)

    def agent(question):
        barrier.wait(10)
        return question

    run = garden.run({"a": agent}, cases=cases(8), concurrency=4)
    assert run.progress.snapshot().total.done == 8


def test_a_sync_function_may_return_a_coroutine(garden):
    run = garden.run({"a": lambda question: answer(question)}, [exact_match])  # noqa: PLW0108
    assert all(record.scores["exact_match"].value == 1.0 for record in run.records())


def test_a_scorer_that_breaks_loses_its_own_cell_only(garden):
    def broken(output):
        if output == "2":
            raise KeyError("two")
        return float("nan") if output == "3" else output == "4" or "text"

    async def patient(output):
        await asyncio.sleep(0)
        return 1

    scores = {
        record.case_id: record.scores
        for record in garden.run({"a": answer}, [broken, patient, exact_match]).records()
    }
    assert scores["c2"]["broken"] == Score(None, "KeyError: 'two'")
    assert scores["c3"]["broken"] == Score(None, "the scorer returned nan, which is not a number")
    assert scores["c4"]["broken"] == Score(1.0, binary=True)
    assert "'text'" in scores["c5"]["broken"].reason
    for named in scores.values():
        assert named["patient"] == Score(1.0)
        assert named["exact_match"].value == 1.0


def test_a_scorer_with_several_values_has_a_name_for_each(garden):
    def parts(output):
        if output == "1":
            raise ValueError("one")
        return {"length": len(output), "even": int(output) % 2 == 0}

    records = garden.run({"a": answer}, [parts]).records()
    for record in records:
        assert list(record.scores) == ["parts.even", "parts.length"]
        if record.case_id == "c1":
            assert {s.reason for s in record.scores.values()} == {"ValueError: one"}
        else:
            assert record.scores["parts.length"] == Score(1.0)


def test_a_scorer_that_never_answers_is_given_up(garden):
    async def stuck(output):
        await asyncio.Event().wait()

    def blocked(output):
        threading.Event().wait()

    records = garden.run({"a": answer}, [stuck, blocked, exact_match], timeout_s=0.2).records()
    for record in records:
        assert record.scores["stuck"].reason == "timeout: no score within 0.2 s"
        assert record.scores["blocked"].reason == "timeout: no score within 0.2 s"
        assert record.scores["exact_match"].value == 1.0


def test_what_agents_consume_is_kept(garden):
    def agent(question):
        return Output(question, Usage(10, 2, 1, 0.5, 3), {"finish": "stop"})

    run = garden.run({"a": agent})
    for record in run.records():
        assert record.output == Output(
            f"q{record.case_id[1:]}", Usage(10, 2, 1, 0.5, 3), {"finish": "stop"}
        )
    assert run.progress.snapshot().total.cost_usd == 3.0


def test_nothing_is_not_an_answer(garden):
    records = garden.run({"a": lambda question: None}).records()
    assert {record.failure.kind for record in records} == {"empty"}


@pytest.mark.parametrize("error", [SystemExit, KeyboardInterrupt, StopIteration, GeneratorExit])
@pytest.mark.parametrize("in_thread", [True, False])
def test_an_agent_that_raises_anything_fails_its_trial_only(garden, error, in_thread):
    def sync(question):
        if question == "q1":
            raise error("stop")
        return question

    async def asynchronous(question):
        return sync(question)

    records = garden.run({"a": sync if in_thread else asynchronous}).records()
    failed = [record for record in records if record.failure]
    assert [record.case_id for record in failed] == ["c1"]


def test_an_agent_that_cancels_itself_fails_its_trial_only(garden):
    async def agent(question):
        if question == "q1":
            raise asyncio.CancelledError
        return question

    failed = [record for record in garden.run({"a": agent}).records() if record.failure]
    assert [(r.case_id, r.failure.kind) for r in failed] == [("c1", "CancelledError")]


def test_an_answer_that_cannot_be_stored_fails_its_trial_only(garden):
    class Hostile:
        def __repr__(self):
            raise RuntimeError("no repr")

    def agent(question):
        loop = []
        loop.append(loop)
        return {"q0": [Hostile()], "q1": loop, "q2": 10**5000}.get(question, question)

    records = {record.case_id: record for record in garden.run({"a": agent}).records()}
    assert [records[f"c{n}"].failure.kind for n in range(3)] == [
        "RuntimeError",
        "RecursionError",
        "ValueError",
    ]
    assert records["c3"].output.value == "q3"


def test_hostile_text_comes_back_unharmed(garden):
    texts = ["\ud800", "a\0b", "</script>", "🦉" * 1000, ""]
    cases = CaseSet(
        tuple(Case(f"\udc00{n}", {"question": text}) for n, text in enumerate(texts)),
        question="question",
    )
    run = garden.run({"a\ud800": lambda question: question}, cases=cases)
    assert [(r.case_id, r.output.value) for r in run.records()] == [
        (f"\udc00{n}", text) for n, text in enumerate(texts)
    ]


def test_all_problems_are_raised_at_once_and_nothing_is_made(garden):
    with pytest.raises(InputError) as caught:
        garden.start(
            {"a": 3, "b": lambda question, expected: 1},
            [exact_match, exact_match],
            concurrency=0,
            timeout_s=0,
            retries=-1,
            repeats=0,
            max_cost_usd=-1,
            name=" ",
        )
    assert len(caught.value.problems) == 9
    assert list(garden.store.parent.iterdir()) == []


def test_no_cases_and_no_variants_are_problems(garden):
    with pytest.raises(InputError, match="2 problems"):
        start_run(RunRequest(CaseSet(()), (), store=garden.store))


def test_a_run_works_inside_a_running_loop(garden):
    async def main():
        blocking = garden.run({"a": answer}, [exact_match])
        run = garden.start({"a": answer}, [exact_match])
        beats = 0
        join = asyncio.ensure_future(run.join())
        while not join.done():
            beats += 1
            await asyncio.sleep(0.005)
        await join
        return blocking, run, beats

    blocking, run, beats = asyncio.run(main())
    assert len(blocking.records()) == len(run.records()) == 6
    assert beats > 1


def test_records_are_there_while_the_run_goes_on(garden, cases):
    go = threading.Event()

    def agent(question):
        if question != "q0":
            go.wait(20)
        return question

    run = garden.start({"a": agent, "b": lambda question: question}, cases=cases(3), concurrency=6)
    deadline = time.monotonic() + 10
    while len(run.records()) < 4 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert {(r.case_id, r.variant) for r in run.records()} == {
        ("c0", "a"),
        ("c0", "b"),
        ("c1", "b"),
        ("c2", "b"),
    }
    assert not run.wait(0)
    go.set()
    assert run.wait(20)
    assert len(run.records()) == 6


def test_the_run_is_described_without_secrets(garden):
    settings = {"api_key": "sk-live-0123456789", "temperature": 0.5}
    variant = Variant("a", answer, version="7", settings=settings)
    run = garden.run({"a": variant}, [Scorer("ok", exact_match, version="1")], name="x", seed=3)
    (row,) = JournalReader(garden.store).runs()
    assert (row.name, row.id, row.state, row.seed, row.planned) == ("x", run.id, "finished", 3, 6)
    assert row.variants == {
        "a": {
            "fingerprint": None,
            "version": "7",
            "settings": {"api_key": "[redacted]", "temperature": 0.5},
        }
    }
    assert row.scorers == {"ok": "1"}
    assert row.cases_digest == garden.cases.digest
    assert {"python", "garden-nb"} <= set(row.versions)
    assert b"sk-live" not in garden.store.read_bytes()


def test_a_mistake_of_the_engine_is_raised_by_wait(garden, monkeypatch):
    def broken(self, run_id, trial, stored):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("garden_nb.engine.store.journal.Journal.store", broken)
    run = garden.start({"a": answer})
    for _ in range(2):
        with pytest.raises(ZeroDivisionError, match="a bug"):
            run.wait(20)
    assert run.state is RunState.FAILED
    assert garden.events[-1] == RunFinished(RunState.FAILED, "a bug")
    with pytest.raises(ZeroDivisionError):
        asyncio.run(run.join())
    monkeypatch.undo()
    assert garden.run({"a": answer}, name=run.name).state is RunState.FINISHED


def test_a_failing_scorer_store_is_raised_too(garden, monkeypatch):
    def broken(self, rows):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("garden_nb.engine.store.journal.Journal.store_scores", broken)
    with pytest.raises(ZeroDivisionError, match="a bug"):
        garden.start({"a": answer}, [exact_match]).wait(20)
