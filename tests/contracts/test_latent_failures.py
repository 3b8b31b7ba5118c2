"""latent's contracts on failure modes: the point L33."""

# ruff: noqa: ARG005, N802  # stubs take what they do not use; points keep their names

import asyncio
import time

import pytest
from contracts_support import Agent, N, refused

from garden_nb import exact_match


def wrong(record):
    return record.scores.get("accuracy") == 0


def test_L33_a_late_classification_stays_unset_and_the_rest_go_on(evaluation):
    def slow(record, taxonomy):
        if record.question in {"0 + 1", "4 + 1"}:
            time.sleep(30)
        return "sum"

    started = time.monotonic()
    report = evaluation(
        failure_taxonomy={"sum": "a wrong sum"},
        failure_classifier=slow,
        failure_filter_fn=wrong,
        failure_timeout_s=0.2,
    )["report"]
    assert time.monotonic() - started < 10
    assert [(m.failure_mode, m.count, m.description) for m in report.failure_modes] == [
        ("sum", 8, "a wrong sum")
    ]
    assert sum(r.failure_mode is None and r.scores["accuracy"] == 0 for r in report.records) == 2
    assert "2 failing records have no failure mode." in report.notes


def test_L33_the_deadline_is_over_all_attempts(evaluation):
    tried = []

    def busy(record, taxonomy):
        tried.append(record)
        raise BusyError("429 too many requests")

    started = time.monotonic()
    report = evaluation(
        failure_taxonomy={"sum": "a wrong sum"},
        failure_classifier=busy,
        failure_filter_fn=lambda record: record.question == "0 + 1",
        failure_timeout_s=0.3,
    )["report"]
    assert time.monotonic() - started < 5
    assert 1 <= len(tried) <= 2
    assert "1 failing records have no failure mode." in report.notes


class BusyError(Exception):
    status_code = 429
    retry_after = 30


def test_L33_a_filter_that_breaks_loses_its_own_records_only(evaluation):
    def picky(record):
        return {"4 + 1": True}[record.question]

    report = evaluation(
        failure_taxonomy={"sum": "a wrong sum"},
        failure_classifier=lambda record, taxonomy: "sum",
        failure_filter_fn=picky,
    )["report"]
    assert [(m.failure_mode, m.count) for m in report.failure_modes] == [("sum", 1)]
    (note,) = [note for note in report.notes if "failure_filter_fn" in note]
    assert note.startswith("failure_filter_fn raised on 39 records (KeyError: '0 + 1', KeyError:")


def test_L33_a_filter_finds_every_score_on_every_record(evaluation):
    seen = []
    evaluation(
        agent_factory=lambda: Agent(breaks=10),
        failure_filter_fn=lambda record: seen.append(record.scores["accuracy"]),
        scorers=[exact_match],
    )
    assert len(seen) == N
    assert seen.count(None) == 4


def test_L33_a_classifier_that_cannot_be_called_cuts_nothing_short(evaluation):
    class AuthenticationError(Exception):
        pass

    def refused(record, taxonomy):
        raise AuthenticationError("the key was refused")

    report = evaluation(failure_taxonomy={"sum": "wrong"}, failure_classifier=refused)["report"]
    assert not report.interim
    assert report.failure_modes == ()
    assert any(note.startswith("classifier was stopped: ") for note in report.notes)
    assert "10 failing records have no failure mode." in report.notes


@pytest.mark.parametrize(("failure_concurrency", "most"), [(None, 1), (3, 3)])
def test_L33_the_classifier_s_concurrency_is_its_own(evaluation, failure_concurrency, most):
    under_way, seen = 0, 0

    async def name(record, taxonomy):
        nonlocal under_way, seen
        under_way += 1
        seen = max(seen, under_way)
        await asyncio.sleep(0.002)
        under_way -= 1
        return "sum"

    evaluation(
        failure_taxonomy={"sum": "a wrong sum"},
        failure_classifier=name,
        failure_concurrency=failure_concurrency,
        concurrency=8,
    )
    assert seen == most


def test_L33_modes_outside_the_taxonomy_and_errors_stay_unset(evaluation):
    def name(record, taxonomy):
        if record.question == "0 + 1":
            raise ValueError("no idea")
        return {"4 + 1": "sum", "8 + 1": None}.get(record.question, "invented")

    report = evaluation(failure_taxonomy={"sum": "a wrong sum"}, failure_classifier=name)["report"]
    assert [(m.failure_mode, m.count) for m in report.failure_modes] == [("sum", 1)]


@pytest.mark.parametrize(
    ("taxonomy", "message"),
    [
        ({}, "failure_taxonomy: got dict."),
        (["sum"], "failure_taxonomy: got list."),
        ({"a:b": "x"}, "the mode 'a:b' is empty or has a ':'"),
        ({"a": 3}, "the mode 'a' is described by 3."),
        ({"none": "x"}, "the mode 'none' has a meaning of its own."),
    ],
)
def test_L33_a_taxonomy_maps_modes_to_descriptions(evaluation, taxonomy, message):
    assert message in refused(evaluation, failure_taxonomy=taxonomy)


def test_L33_a_classifier_is_a_model_s_id_or_a_function(evaluation):
    message = refused(evaluation, failure_taxonomy={"a": "b"}, failure_classifier=3)
    assert message == (
        "failure_classifier: got 3. Accepted: a model's id, or a function of record and taxonomy."
    )


def test_L33_what_an_output_says_of_itself_needs_no_model(evaluation):
    said = {
        "0 + 1": "",
        "1 + 1": "I'm sorry, but I can't help with that.",
        "2 + 1": '{"sum": 3',
        "3 + 1": "4711",
        "4 + 1": None,
    }

    def agent(question):
        if question == "5 + 1":
            raise TimeoutError("too late")
        return said.get(question, str(int(question.split()[0]) + 1))

    report = evaluation(agent_factory=lambda: agent, id_column="case")["report"]
    found = {m.failure_mode: m.record_ids for m in report.failure_modes}
    assert found == {
        "empty": ("q0", "q4"),
        "refusal": ("q1",),
        "malformed": ("q2",),
        "timeout": ("q5",),
    }
    assert {r.record_id for r in report.records if r.scores.get("accuracy") == 0} == {
        "q0",
        "q1",
        "q2",
        "q3",
    }
