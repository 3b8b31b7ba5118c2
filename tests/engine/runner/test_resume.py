"""Nothing is paid twice: what is reused, and what runs again."""

import threading
import time
from dataclasses import replace

import pytest

from garden_nb.core.cases import CaseSet
from garden_nb.core.records import Output, Usage
from garden_nb.core.variants import Variant
from garden_nb.engine.events import OutputStored, RunPlanned, RunState, TrialScored
from garden_nb.engine.scorers import Scorer, contains, exact_match
from garden_nb.errors import InputError, JournalError, RunLockedError


class Log:
    """Takes notes without being a part of what a scorer computes, as a list would be."""

    def __init__(self):
        self.items = []


def facts(run):
    """Return the records of a run without what differs between two runs."""
    return [replace(record, latency_ms=None, reused=False) for record in run.records()]


def test_a_named_run_goes_on_where_it_was(garden, counting):
    first = garden.run({"a": counting}, [exact_match], name="x")
    second = garden.run({"a": counting}, [exact_match], name="x")
    assert len(counting.asked) == 6
    assert (first.reused, second.reused) == (0, 6)
    assert second.id == first.id
    assert facts(second) == facts(first)
    assert all(record.reused for record in second.records())
    assert garden.of(RunPlanned)[0].reused == {"a": 6}
    assert [event.reused for event in garden.of(OutputStored)] == [True] * 6
    assert len(garden.of(TrialScored)) == 6
    assert second.progress.snapshot().variants["a"].mean == 1.0


def test_a_run_without_a_name_is_a_new_one(garden, counting):
    first = garden.run({"a": counting})
    second = garden.run({"a": counting})
    assert len(counting.asked) == 12
    assert first.name != second.name
    third = garden.run({"a": counting}, name=first.name)
    assert len(counting.asked) == 12
    assert third.id == first.id


def test_fresh_runs_everything_and_takes_over_the_name(garden, counting):
    versioned = {"a": Variant("a", counting, version="1")}
    first = garden.run(versioned, name="x")
    second = garden.run(versioned, name="x", fresh=True)
    assert len(counting.asked) == 12
    assert second.id != first.id
    assert second.reused == 0
    assert garden.run(versioned, name="x").id == second.id
    assert len(counting.asked) == 12


def test_only_failed_trials_run_again(garden, cases, counting):
    failing = {f"q{n}" for n in range(0, 200, 5)}

    def agent(question):
        counting.asked.append(question)
        if question in failing:
            raise ConnectionError("rate limit")
        return question[1:]

    first = garden.run({"a": agent}, [exact_match], name="x", cases=cases(200), retries=0)
    assert sum(record.failure is not None for record in first.records()) == 40
    asked, failing = list(counting.asked), set()
    second = garden.run({"a": agent}, [exact_match], name="x", cases=cases(200))
    assert sorted(counting.asked[len(asked) :]) == sorted(f"q{n}" for n in range(0, 200, 5))
    assert all(record.scores["exact_match"].value == 1.0 for record in second.records())
    assert second.reused == 160


def test_failed_trials_alone_run_again_where_that_is_asked_for(garden, cases, counting):
    failing = {f"q{n}" for n in range(0, 50, 10)}

    def agent(question):
        counting.asked.append(question)
        if question in failing:
            raise ValueError("no")
        return question[1:]

    first = garden.start({"a": agent}, name="x", cases=cases(50), concurrency=1)
    while len(first.records()) < 30:
        time.sleep(0.001)
    first.cancel()
    assert first.wait(5)
    records = first.records()
    failed = {f"q{r.case_id[1:]}" for r in records if r.failure}
    asked, failing = len(counting.asked), set()
    second = garden.run({"a": agent}, [exact_match], name="x", cases=cases(50), only_failed=True)
    assert set(counting.asked[asked:]) == failed
    assert len(second.records()) == len(records)
    assert all(record.failure is None for record in second.records())
    assert second.progress.snapshot().total.total == len(records)
    third = garden.run({"a": agent}, name="x", cases=cases(50))
    assert third.reused == len(records)
    assert len(third.records()) == 50


def test_a_failure_stays_until_something_better_comes(garden, cases):
    def broken(question):
        raise ValueError("no")

    garden.run({"a": broken}, name="x", cases=cases(20))
    run = garden.start(
        {"a": lambda question: time.sleep(0.02) or question}, name="x", cases=cases(20)
    )
    while run.progress.snapshot().total.done < 5:
        time.sleep(0.001)
    run.cancel()
    assert run.wait(5)
    records = run.records()
    assert len(records) == 20
    done = sum(record.failure is None for record in records)
    assert 5 <= done < 20
    assert all(not record.reused for record in records if record.failure)


@pytest.mark.parametrize("options", [{}, {"name": "x", "fresh": True}])
def test_failed_trials_alone_need_a_run_that_goes_on(garden, counting, options):
    with pytest.raises(InputError, match="only_failed: no run goes on"):
        garden.start({"a": counting}, only_failed=True, **options)


def test_a_corrected_answer_scores_again_and_calls_nobody(garden, counting):
    garden.run({"a": counting}, [exact_match], name="x")
    corrected = CaseSet(
        tuple(replace(c, expected="7" if c.id == "c3" else c.expected) for c in garden.cases),
        garden.cases.question,
        garden.cases.columns,
    )
    scored = []

    def watched(output, expected):
        scored.append(output)
        return exact_match(output, expected)

    scorer = Scorer("exact_match", watched, version=Scorer.of(exact_match).version)
    run = garden.run({"a": counting}, [scorer], name="x", cases=corrected)
    assert len(counting.asked) == 6
    assert scored == ["3"]
    values = {record.case_id: record.scores["exact_match"].value for record in run.records()}
    assert values == {"c0": 1, "c1": 1, "c2": 1, "c3": 0, "c4": 1, "c5": 1}


def test_an_edited_scorer_scores_again_and_calls_nobody(garden, counting):
    calls = Log()

    def version_one(output):
        calls.items.append(1)
        return output == "1"

    def version_two(output):
        calls.items.append(2)
        return output == "2"

    for function in (version_one, version_one, version_two, version_one):
        run = garden.run({"a": counting}, [Scorer("s", function)], name="x")
        right = "c1" if function is version_one else "c2"
        assert [r.case_id for r in run.records() if r.scores["s"].value == 1.0] == [right]
    assert calls.items == [1] * 6 + [2] * 6
    assert len(counting.asked) == 6


def test_another_scorer_is_added_without_a_call(garden, counting):
    garden.run({"a": counting}, [exact_match], name="x")
    run = garden.run({"a": counting}, [exact_match, contains], name="x")
    assert len(counting.asked) == 6
    assert all(set(record.scores) == {"exact_match", "contains"} for record in run.records())
    run = garden.run({"a": counting}, [contains], name="x")
    assert all(set(record.scores) == {"contains"} for record in run.records())


def test_a_missing_score_is_tried_again(garden, counting):
    broken = [True]

    def scorer(output):
        if broken and output == "3":
            raise OSError("down")
        return 1

    run = garden.run({"a": counting}, [Scorer("s", scorer, version="1")], name="x")
    assert [r.case_id for r in run.records() if r.scores["s"].value is None] == ["c3"]
    broken.clear()
    run = garden.run({"a": counting}, [Scorer("s", scorer, version="1")], name="x")
    assert all(record.scores["s"].value == 1.0 for record in run.records())
    assert len(counting.asked) == 6


def test_more_cases_variants_and_repeats_call_only_what_is_new(garden, cases, counting):
    garden.run({"a": counting}, name="x", cases=cases(4))
    assert len(counting.asked) == 4
    garden.run({"a": counting}, name="x", cases=cases(6))
    assert len(counting.asked) == 6
    garden.run({"a": counting, "b": counting}, name="x", cases=cases(6))
    assert len(counting.asked) == 12
    garden.run({"a": counting, "b": counting}, name="x", cases=cases(6), repeats=2)
    assert len(counting.asked) == 24
    run = garden.run({"b": counting}, name="x", cases=cases(2))
    assert len(counting.asked) == 24
    assert [(r.case_id, r.variant) for r in run.records()] == [("c0", "b"), ("c1", "b")]
    garden.run({"a": counting, "b": counting}, name="x", cases=cases(6), repeats=2)
    assert len(counting.asked) == 24


def test_a_changed_question_runs_that_case_again(garden, counting):
    garden.run({"a": counting}, name="x")
    edited = [
        replace(c, inputs={**c.inputs, "question": "q9"}) if c.id == "c1" else c
        for c in garden.cases
    ]
    cases = CaseSet(tuple(edited), "question")
    run = garden.run({"a": counting}, name="x", cases=cases)
    assert counting.asked[6:] == ["q9"]
    assert {r.case_id: r.output.value for r in run.records()}["c1"] == "9"


def test_another_version_runs_that_variant_again(garden, counting):
    for version, asked in (("1", 12), ("1", 12), ("2", 18), ("1", 18)):
        variants = {"a": Variant("a", counting, version=version), "b": Variant("b", counting)}
        garden.run(variants, name="x")
        assert len(counting.asked) == asked


def test_a_known_variant_is_reused_in_another_run_and_an_opaque_one_is_not(garden, counting):
    known = {"a": Variant("a", counting, fingerprint="f"), "b": Variant("b", counting)}
    garden.run(known, [exact_match], name="x")
    run = garden.run(known, [exact_match], name="y")
    assert len(counting.asked) == 18
    assert run.reused == 6
    assert {r.variant for r in run.records() if r.reused} == {"a"}


def test_variants_that_differ_in_settings_only_never_share(garden, counting):
    garden.run(
        {
            "cold": Variant("cold", counting, fingerprint="t0"),
            "hot": Variant("hot", counting, fingerprint="t1"),
        }
    )
    assert len(counting.asked) == 12


def test_an_a_a_garden_shares_no_outputs(garden, counting):
    variants = {label: Variant(label, counting, fingerprint="same") for label in ("a", "b")}
    garden.run(variants)
    assert len(counting.asked) == 12


def test_costs_and_counts_survive_a_resume(garden, cases):
    def agent(question):
        return Output(question, Usage(cost_usd=0.25))

    garden.run({"a": agent}, name="x", cases=cases(4))
    total = garden.run({"a": agent}, name="x", cases=cases(6)).progress.snapshot().total
    assert (total.total, total.done, total.reused, total.cost_usd) == (6, 6, 4, 1.5)


def test_one_run_of_a_name_at_a_time(garden, counting):
    go = threading.Event()

    def agent(question):
        go.wait(20)
        return question

    first = garden.start({"a": agent}, name="x")
    with pytest.raises(RunLockedError, match="'x'"):
        garden.start({"a": counting}, name="x")
    other = garden.run({"a": counting}, name="y")
    assert other.state is RunState.FINISHED
    go.set()
    assert first.wait(20)
    assert len(first.records()) == 6
    garden.run({"a": agent}, name="x")
    assert [file.name for file in garden.store.parent.iterdir()] == ["garden.db"]


def test_a_refused_journal_leaves_nothing_behind(garden, counting):
    garden.store.write_text("something else")
    with pytest.raises(JournalError, match="not a garden journal"):
        garden.start({"a": counting})
    assert garden.store.read_text() == "something else"
    assert [file.name for file in garden.store.parent.iterdir()] == ["garden.db"]
    assert counting.asked == []


def test_the_journal_stays_where_it_was_when_the_folder_changes(garden, counting, monkeypatch):
    monkeypatch.chdir(garden.store.parent)
    run = garden.run({"a": counting}, store=garden.store.relative_to(garden.store.parent))
    monkeypatch.chdir("/")
    assert len(run.records()) == 6
