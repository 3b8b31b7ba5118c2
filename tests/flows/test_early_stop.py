import asyncio
import random
import threading
import time

import pytest

from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.analysis.table import Plan
from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.records import Failure, Record, Score
from garden_nb.core.variants import Variant
from garden_nb.engine.events import RunState, TrialFailed, TrialScored
from garden_nb.engine.runner import RunRequest, start_run
from garden_nb.engine.scorers import exact_match
from garden_nb.flows.early_stop import EarlyStop


def plan(n_cases, labels="ab", **options):
    ids = tuple(str(i) for i in range(n_cases))
    return Plan(ids, tuple(labels), labels[0], scores=("right",), **options)


def scored(label, case, value, *, binary=True, repeat=0):
    return TrialScored(label, str(case), repeat, {"right": Score(float(value), binary=binary)})


def outcomes(rates, n_cases, seed=0):
    """Return events in which each variant is right at its rate."""
    chance = random.Random(seed)  # noqa: S311  # draws outcomes
    return [
        scored(label, case, chance.random() < rate)
        for case in range(n_cases)
        for label, rate in rates.items()
    ]


def after(events, the_plan, **options):
    early = EarlyStop(the_plan, **options)
    for event in events:
        early.take(event)
    return early.judge()


def test_a_contender_that_is_worse_is_stopped_and_others_are_not():
    found = after(outcomes({"a": 0.8, "b": 0.3, "c": 0.8}, 100), plan(200, "abc"))
    assert set(found) == {"b"}
    assert found["b"].startswith("shown worse than 'a' on right after 100 cases (p ")


def test_the_verdict_is_that_of_the_interim_report():
    events = outcomes({"a": 0.8, "b": 0.45, "c": 0.7}, 60)
    the_plan = plan(200, "abc")
    for n in range(6, len(events) + 1, 6):
        records = [Record(e.case_id, e.variant, e.repeat, scores=e.scores) for e in events[:n]]
        report = Evidence(records, the_plan).report(AnalysisSpec("a", "a"))
        worse = {row.variant for row in report.comparisons if row.status.value == "regression"}
        assert set(after(events[:n], the_plan)) == worse


def test_the_order_of_the_events_changes_nothing():
    events = outcomes({"a": 0.8, "b": 0.3, "c": 0.8}, 80)
    shuffled = random.Random(3).sample(events, len(events))  # noqa: S311  # a shuffle
    assert after(shuffled, plan(80, "abc")) == after(events, plan(80, "abc"))


def test_the_run_is_decided_when_every_contender_is_worse():
    found = after(outcomes({"a": 0.9, "b": 0.3, "c": 0.2}, 100), plan(200, "abc"))
    assert set(found) == {"a", "b", "c"}
    assert found["a"] == "decided: every contender is shown worse than 'a'"
    assert found["b"].startswith("shown worse")


def test_the_run_is_decided_when_one_is_better_and_the_others_are_worse():
    found = after(outcomes({"a": 0.5, "b": 0.95, "c": 0.1}, 150), plan(200, "abc"))
    assert set(found) == {"a", "b", "c"}
    assert found["a"] == ("decided: 'b' is shown better than 'a', and every other contender worse")


def test_two_contenders_that_are_better_are_still_to_be_told_apart():
    assert after(outcomes({"a": 0.2, "b": 0.9, "c": 0.9}, 150), plan(200, "abc")) == {}


def test_a_contender_that_is_worse_on_one_metric_and_better_on_another_goes_on():
    events = []
    for event in outcomes({"a": 0.9, "b": 0.1}, 100):
        right = event.scores["right"]
        short = Score(1.0 - right.value, binary=True)
        scores = {"right": right, "short": short}
        events.append(TrialScored(event.variant, event.case_id, 0, scores))
    assert after(events, plan(200)) == {}


def test_failed_trials_count_as_the_policy_says():
    events = [
        scored("a", case, True) if label == "a" else TrialFailed("b", str(case), 0, FAILURE, 1)
        for case in range(60)
        for label in "ab"
    ]
    events.append(scored("b", 60, True))
    assert "b" in after(events, plan(100))
    assert after(events, plan(100), on_error="drop") == {}


FAILURE = Failure("timeout", "no answer")


def test_where_there_is_no_valid_early_verdict_nothing_is_stopped():
    numbers = [
        scored(label, case, value, binary=False)
        for case in range(100)
        for label, value in (("a", 0.9 + case % 7 / 100), ("b", 0.1 + case % 5 / 100))
    ]
    assert after(numbers, plan(200)) == {}
    clustered = plan(200, clusters=("x",) * 200)
    assert after(outcomes({"a": 0.9, "b": 0.1}, 100), clustered) == {}


def test_equal_contenders_are_hardly_ever_stopped():
    n_runs, stopped = 60, 0
    for seed in range(n_runs):
        early = EarlyStop(plan(120, "abc"))
        for number, event in enumerate(outcomes(dict.fromkeys("abc", 0.6), 120, seed), start=1):
            early.take(event)
            if number % 45 == 0:
                early.judge()
        stopped += bool(early.judge())
    assert stopped <= 8  # 5 % at most are expected, and more than 13 % in 1 of 400 such tests


def run_garden(tmp_path, rates, n_cases=300, rule=None, **options):
    chance = random.Random(1)  # noqa: S311  # draws outcomes
    right = {
        (label, i): chance.random() < rate for label, rate in rates.items() for i in range(n_cases)
    }

    def agent(label):
        async def answer(question):
            await asyncio.sleep(0.002)
            return question if right[label, int(question)] else "wrong"

        return answer

    cases = CaseSet(tuple(Case(str(i), {"question": str(i)}, str(i)) for i in range(n_cases)))
    labels = tuple(rates)
    the_plan = Plan(tuple(case.id for case in cases), labels, labels[0], scores=("exact_match",))
    early = EarlyStop(the_plan) if rule is None else rule(the_plan)
    run = start_run(
        RunRequest(
            CaseSet(cases.cases, "question"),
            tuple(Variant(label, agent(label)) for label in labels),
            (exact_match,),
            concurrency=4,
            store=tmp_path / "garden.db",
            subscribers=(early.take,),
            stop_rule=early,
            **options,
        )
    )
    run.wait(60)
    return run


@pytest.fixture
def looks_often(monkeypatch):
    monkeypatch.setattr("garden_nb.engine.runner.course._RULE_INTERVAL_S", 0.01)
    monkeypatch.setattr("garden_nb.flows.early_stop._SHARE", 1.0)


def test_calls_to_a_contender_that_is_shown_worse_are_saved(tmp_path, looks_often):
    run = run_garden(tmp_path, {"a": 0.9, "b": 0.2, "c": 0.9})
    snapshot = run.progress.snapshot()
    assert run.state is RunState.FINISHED
    assert set(run.stopped) == {"b"}
    assert run.unusable == {}
    assert [snapshot.variants[label].done for label in "ac"] == [300, 300]
    done = snapshot.variants["b"].done
    assert done < 250
    assert EarlyStop.saved(snapshot) == 300 - done


def test_a_run_that_is_decided_ends_and_says_why(tmp_path, looks_often):
    run = run_garden(tmp_path, {"a": 0.2, "b": 0.95})
    assert run.state is RunState.FINISHED
    assert run.reason == "nothing is called any more: decided: 'b' is shown better than 'a'"
    assert EarlyStop.saved(run.progress.snapshot()) > 100


def test_a_run_that_goes_on_is_judged_with_what_it_had_before(tmp_path, looks_often):
    first = run_garden(tmp_path, {"a": 0.9, "b": 0.2}, name="x")
    called = len(first.records())
    second = run_garden(tmp_path, {"a": 0.9, "b": 0.2}, name="x")
    assert second.reused == called
    assert len(second.records()) < 600
    assert "every contender is shown worse than 'a'" in second.reason


def test_what_breaks_in_judging_is_raised(tmp_path, looks_often):
    class Broken(EarlyStop):
        def judge(self):
            raise ZeroDivisionError("a bug")

    with pytest.raises(ZeroDivisionError):
        run_garden(tmp_path, {"a": 0.9, "b": 0.2}, rule=Broken)


def test_no_thread_is_left(tmp_path, looks_often):
    run_garden(tmp_path, {"a": 0.9, "b": 0.2})
    deadline = time.monotonic() + 5
    while any(thread.name == "garden-early-stop" for thread in threading.enumerate()):
        assert time.monotonic() < deadline
        time.sleep(0.01)
