# ruff: noqa: ARG005  # what a lambda declares is the subject
"""One odd answer, exception or case is one failed trial; all others go on."""

import sqlite3
import threading

import pytest

from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.records import Output, Score, Usage
from garden_nb.engine.events import RunState
from garden_nb.engine.runner import calling, scoring
from garden_nb.engine.scorers import Scorer, exact_match
from garden_nb.errors import InputError, JournalError


class BrokenError(Exception):
    response = property(lambda self: 1 / 0)
    status_code = property(lambda self: 1 / 0)
    account = property(lambda self: 1 / 0)
    kind = property(lambda self: 1 / 0)
    code = property(lambda self: 1 / 0)

    def __str__(self):
        raise SystemExit("no text")


class InsufficientError(Exception):
    code = "insufficient_quota"
    account = property(lambda self: 1 / 0)


def failures(run):
    return {r.case_id: r.failure.kind for r in run.records() if r.failure is not None}


def test_a_usage_beyond_all_numbers_is_unknown(garden):
    def agent(question):
        return Output(question[1:], Usage(input_tokens=2**63, output_tokens=7, cost_usd=10**400))

    run = garden.run({"a": agent}, [exact_match])
    assert [record.output.usage for record in run.records()] == [Usage(output_tokens=7)] * 6
    assert all(record.scores["exact_match"].value == 1.0 for record in run.records())


@pytest.mark.parametrize("error", [BrokenError(), KeyboardInterrupt()], ids=["broken", "base"])
def test_an_exception_that_cannot_be_read_fails_its_own_trial(garden, error):
    def agent(question):
        if question == "q3":
            raise error
        return question[1:]

    def scorer(output):
        if output == "2":
            raise error
        return 1.0

    run = garden.run({"a": agent}, [Scorer("s", scorer)], retries=0)
    assert run.state is RunState.FINISHED
    assert failures(run) == {"c3": type(error).__name__}
    values = {r.case_id: r.scores["s"].value for r in run.records() if r.scores}
    assert values == {"c0": 1.0, "c1": 1.0, "c2": None, "c4": 1.0, "c5": 1.0}


def test_an_account_that_cannot_be_read_closes_no_other(garden):
    def agent(question):
        raise InsufficientError("nothing left")

    run = garden.run({"a": agent, "b": lambda question: question[1:]}, concurrency=1)
    assert set(run.unusable) == {"a"}
    assert sum(record.output is not None for record in run.records()) == 6


def test_a_case_that_cannot_be_copied_fails_its_own_trials(garden):
    given = [["a"], [threading.Lock()], ["b"]]
    cases = CaseSet(
        tuple(Case(f"c{i}", {"question": "q", "parts": parts}) for i, parts in enumerate(given)),
        question="question",
    )
    run = garden.run({"a": lambda question, parts: len(parts)}, cases=cases)
    assert failures(run) == {"c1": "TypeError"}


def test_scores_beyond_all_numbers_are_missing_and_odd_ones_are_stored(garden):
    odd = {"0": Score(10**400), "1": Score(10**30), "2": Score(1, reason=7), "3": Score("x")}

    def scorer(output):
        return odd.get(output, Score(0.5, usage=Usage(input_tokens=2**70)))

    run = garden.run({"a": lambda question: question[1:]}, [Scorer("s", scorer)])
    values = {record.case_id: record.scores["s"].value for record in run.records()}
    assert values == {"c0": None, "c1": 1e30, "c2": 1.0, "c3": None, "c4": 0.5, "c5": 0.5}


def test_what_nobody_foresaw_fails_one_trial_and_one_score(garden, monkeypatch, caplog):
    keep, unfit = calling.keep_output, scoring.Scoring._call

    def keep_output(course, waiting, output, latency_ms):
        if output.value == "3":
            raise LookupError("nobody foresaw this")
        return keep(course, waiting, output, latency_ms)

    async def call(self, scorer_call, trial, output):
        if output.value == "2":
            raise LookupError("nor this")
        return await unfit(self, scorer_call, trial, output)

    monkeypatch.setattr(calling, "keep_output", keep_output)
    monkeypatch.setattr(scoring.Scoring, "_call", call)
    run = garden.run({"a": lambda question: question[1:]}, [exact_match])
    assert run.state is RunState.FINISHED
    assert failures(run) == {"c3": "LookupError"}
    scores = {r.case_id: r.scores["exact_match"] for r in run.records() if r.output}
    assert scores.pop("c2") == Score(None, "LookupError: nor this")
    assert [score.value for score in scores.values()] == [1.0] * 4
    assert "nobody foresaw this" in caplog.text


def test_an_answer_larger_than_a_journal_can_hold_fails_its_trial(garden):
    def agent(question):
        limit(1_000)
        return "x" * 2_000 if question == "q3" else question[1:]

    def limit(most):
        journal = run_of[0]._course.opened.journal
        journal._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, most)

    run_of, go = [], threading.Event()

    def waiting(question):
        go.wait(20)
        return agent(question)

    run_of.append(garden.start({"a": waiting}))
    go.set()
    assert run_of[0].wait(20)
    assert failures(run_of[0]) == {"c3": "ValueError"}


def test_errors_of_the_journal_itself_end_the_run(garden, monkeypatch):
    def keep_output(*_):
        raise JournalError("the disk is full")

    monkeypatch.setattr(calling, "keep_output", keep_output)
    run = garden.start({"a": lambda question: question[1:]})
    with pytest.raises(JournalError, match="the disk is full"):
        run.wait(20)
    assert run.state is RunState.FAILED


@pytest.mark.parametrize("name", [5, " ", b"x"])
def test_a_name_that_is_no_text_is_refused(garden, name):
    with pytest.raises(InputError, match="name: got"):
        garden.start({"a": str.upper}, name=name)
