"""What a garden asks of the engine: limits, events, an early stop, its own run again."""

import asyncio
import sqlite3
import threading
import time
import warnings
from contextlib import closing

import pytest

from garden_nb import Garden, InputError, Output, Usage, exact_match
from garden_nb.engine.events import TrialScored
from garden_nb.engine.limits import Limits
from garden_nb.errors import EditedAgentWarning
from garden_nb.flows.reopened import reopen_report
from garden_nb.flows.runs import list_runs

CASES = [{"id": f"q{n}", "question": str(n), "answer": str(n % 2)} for n in range(40)]
MANY = [{"id": f"q{n}", "question": str(n), "answer": str(n % 2)} for n in range(400)]


@pytest.fixture
def store(tmp_path):
    return tmp_path / "garden.db"


def parity(question):
    return str(int(question) % 2)


def zero(question):
    return "0"


def make(store, agents=None, cases=CASES, **changes):
    agents = agents or {"parity": parity, "zero": zero}
    return Garden(cases, agents, **{"scorers": [exact_match], "store": store, **changes})


class Gauge:
    """An agent that knows how many of its calls were under way at once."""

    def __init__(self):
        self._lock = threading.Lock()
        self._now = self.most = 0

    def __call__(self, question):
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        time.sleep(0.005)
        with self._lock:
            self._now -= 1
        return "0"


@pytest.mark.parametrize("limits", [{"per_variant": 2}, Limits(per_variant=2)])
def test_limits_hold(store, limits):
    gauge = Gauge()
    make(store, {"a": gauge, "b": zero}, limits=limits).run()
    assert gauge.most == 2


def test_a_trial_is_given_up_at_its_deadline(store):
    def flaky(question):
        time.sleep(0.15)
        raise ConnectionError("again")

    garden = make(store, {"a": zero, "b": flaky}, CASES[:2], deadline_s=0.4, retries=50)
    began = time.monotonic()
    report = garden.run()
    assert time.monotonic() - began < 10
    assert [count.failed for count in report.frozen.counts] == [0, 2]


def test_wrong_limits_are_listed_with_everything_else(store):
    with pytest.raises(InputError) as caught:
        make(store, limits={"per_acount": 3, "per_variant": 0}, deadline_s=-1, repeats=0)
    message = str(caught.value)
    for words in ("'per_acount'", "per_account", "per_variant is 0", "deadline_s", "repeats"):
        assert words in message
    with pytest.raises(InputError, match="limits: got 3"):
        make(store, limits=3)


def test_limits_are_written_and_read_back(store):
    given = {"limits": {"requests_per_minute": 600}, "deadline_s": 9.0, "early_stop": True}
    text = make(store, **given).to_yaml()
    again = Garden.from_spec(text, CASES, namespace={"parity": parity, "zero": zero})
    assert again._request.limits == Limits(requests_per_minute=600)
    assert (again._request.deadline_s, again._early_stop) == (9.0, True)


def test_every_event_reaches_the_callback(store):
    events = []
    make(store, on_event=events.append).run()
    scored = [event for event in events if isinstance(event, TrialScored)]
    assert {(event.case_id, event.variant) for event in scored} == {
        (case["id"], label) for case in CASES for label in ("parity", "zero")
    }


@pytest.fixture
def looks_often(monkeypatch):
    monkeypatch.setattr("garden_nb.engine.runner.course._RULE_INTERVAL_S", 0.01)
    monkeypatch.setattr("garden_nb.flows.early_stop._SHARE", 1.0)


def slowly(answer):
    def agent(question):
        time.sleep(0.002)
        return answer(question)

    return agent


def test_an_early_stop_saves_calls_and_decides(store, looks_often):
    agents = {"zero": slowly(zero), "parity": slowly(parity)}
    report = make(store, agents, MANY, early_stop=True, concurrency=2, name="qa").run()
    left = sum(count.planned - count.done for count in report.frozen.counts)
    assert left > 200
    assert not report.interim
    assert report.decision.headline == "Switch to parity."
    text = report.to_text()
    assert "stopped early" in text
    assert f"{left} of 800 trials saved (decided: 'parity' is shown better than 'zero')" in text
    assert reopen_report(store, "qa").frozen.early == report.frozen.early
    assert type(report).open(report.to_json()).frozen == report.frozen


class Slow:
    """An agent that takes its time and counts its calls."""

    def __init__(self, answer):
        self.calls, self._answer = 0, answer

    def __call__(self, question):
        self.calls += 1
        time.sleep(0.002)
        return self._answer(question)


def test_a_run_that_was_stopped_early_is_never_paid_for_again(store, looks_often):
    """Neither by running it again, nor by calling again what failed, of which there is nothing."""
    agents = {"zero": Slow(zero), "parity": Slow(parity)}

    def garden(**changes):
        given = {"early_stop": True, "concurrency": 2, "name": "qa", **changes}
        return make(store, agents, MANY, **given)

    first = garden().run()
    called = [agent.calls for agent in agents.values()]
    assert sum(called) < 600
    for report in (garden().run(), garden().run(), garden().rerun_failed(), garden().report()):
        assert report.frozen.decision == first.frozen.decision
        assert report.frozen.early == first.frozen.early
    assert [agent.calls for agent in agents.values()] == called
    assert reopen_report(store, "qa").frozen.early == first.frozen.early


def test_every_verdict_of_a_watched_run_holds_whenever_one_looks(store):
    """A run that its rule let finish is not judged a second time by an ordinary test."""

    def often(question):
        return parity(question) if int(question) % 8 else "no"

    agents = {"often": often, "parity": parity}
    plain = make(store, agents, name="plain").run()
    watched = make(store, agents, name="watched", early_stop=True).run()
    assert plain.decision.headline == "Switch to parity."
    assert not watched.interim
    assert watched.decision.headline == "Undecided: parity is not told apart from often."
    assert "With an early stop every verdict" in watched.to_html()
    later = make(store, agents, name="watched").run()
    assert later.decision.headline == watched.decision.headline
    assert reopen_report(store, "watched").decision.headline == watched.decision.headline


def test_scores_that_no_rule_judges_are_judged_as_ever(store):
    def graded(output):
        return float(output) + 0.5

    watched = make(store, scorers=[graded], early_stop=True).run()
    assert watched.decision.headline == make(store, scorers=[graded]).run().decision.headline
    assert not watched.frozen.anytime


def test_a_cancelled_task_is_cancelled_and_its_run_too(store):
    async def slowly(question):
        await asyncio.sleep(0.05)
        return "0"

    garden = make(store, {"a": slowly, "b": slowly}, name="qa", concurrency=1)

    async def impatient():
        async with asyncio.timeout(0.3):
            await garden.arun()

    with pytest.raises(TimeoutError):
        asyncio.run(impatient())
    assert garden.report().interim


def test_a_report_says_why_its_run_was_cut_short(store):
    def paid(question):
        return Output("0", Usage(cost_usd=1.0))

    agents = {"a": paid, "b": zero}
    report = make(store, agents, concurrency=1, max_cost_usd=3, name="qa").run()
    assert "interim (max_cost_usd: the run has cost $3 of $3)" in report.to_text()
    assert reopen_report(store, "qa").to_text() == report.to_text()
    assert "interim" not in make(store, agents, name="qa").run().to_text()


def test_a_run_whose_process_died_is_listed_as_interrupted(store):
    seen = []

    def looks(question):
        seen.append(list_runs(store))
        return question

    make(store, {"a": looks, "b": zero}, name="qa").run()
    assert "  running  " in seen[0]
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("UPDATE runs SET state = 'running'")
        connection.commit()
    assert "  interrupted  " in list_runs(store)


def test_what_is_called_off_by_its_user_stays_interim(store, looks_often):
    def agent(question):
        if question == "30":
            runs[0].cancel()
        time.sleep(0.002)
        return "0"

    runs = []
    garden = make(store, {"zero": agent, "one": slowly(zero)}, MANY, early_stop=True)
    runs.append(garden.start())
    assert runs[0].wait(30).interim


class Counting:
    """An agent that fails the first time it sees a case."""

    def __init__(self, fails):
        self.calls, self.fails = [], fails

    def __call__(self, question):
        self.calls.append(question)
        if self.fails and int(question) < 4:
            raise ValueError("no")
        return "0"


def test_only_what_failed_is_called_again(store):
    agent = Counting(fails=True)
    garden = make(store, {"a": agent, "b": zero})
    assert garden.run().frozen.counts[0].failed == 4
    agent.calls, agent.fails = [], False
    report = garden.rerun_failed()
    assert sorted(agent.calls) == ["0", "1", "2", "3"]
    assert report.frozen.counts[0].failed == 0
    with pytest.raises(InputError, match="rerun_failed: nothing has been run yet"):
        make(store, {"a": agent, "b": zero}).rerun_failed()


def test_a_garden_without_a_name_goes_on_with_its_own_run(store):
    agent = Counting(fails=False)
    garden = make(store, {"a": agent, "b": zero})
    garden.run()
    garden.run()
    assert len(agent.calls) == 40
    make(store, {"a": agent, "b": zero}).run()
    assert len(agent.calls) == 80


def test_the_report_of_a_named_run_is_there_in_a_new_process(store):
    first = make(store, name="qa").run()
    again = make(store, name="qa").report()
    assert again.frozen.comparisons == first.frozen.comparisons
    assert again.case_table().source.has_texts
    with pytest.raises(InputError, match="report: there is no run 'another'"):
        make(store, name="another").report()
    with pytest.raises(InputError, match="rerun_failed: there is no run 'another'"):
        make(store, name="another").rerun_failed()
    assert make(store, name="qa", fresh=True).rerun_failed().frozen.counts[0].done == 40


def test_cases_that_are_new_since_then_are_missing(store):
    make(store, cases=CASES[:30], name="qa").run()
    report = make(store, name="qa").report()
    assert report.interim
    assert [count.done for count in report.frozen.counts] == [30, 30]


def agent_that(answer):
    exec_scope = {}
    exec(f"def agent(question):\n    return {answer!r}\n", exec_scope)  # noqa: S102
    return exec_scope["agent"]


def test_an_edited_agent_is_told_of_each_time_until_it_is_called_anew(store):
    make(store, {"a": agent_that("0"), "b": zero}, name="qa").run()
    make(store, {"a": agent_that("0"), "b": zero}, name="qa").run()
    for _ in range(2):
        with pytest.warns(EditedAgentWarning, match=r"'a' was edited since the run 'qa' began"):
            make(store, {"a": agent_that("1"), "b": zero}, name="qa").run()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        make(store, {"a": agent_that("1"), "b": zero}, name="qa", fresh=True).run()
        make(store, {"a": agent_that("1"), "b": zero}, name="qa").run()
