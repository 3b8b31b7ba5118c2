"""The garden from cases to report: running, resuming, changing, recorded results."""

import asyncio
import csv
import json
from pathlib import Path

import pandas as pd
import pytest

from garden_nb import Garden, InputError, Judge, exact_match
from garden_nb.analysis.comparison import Status
from garden_nb.flows.surface import TextSurface, use_surface

REAL = Path(__file__).resolve().parents[2] / ".." / "shared" / "real"
CASES = pd.DataFrame(
    {
        "id": [f"q{n}" for n in range(40)],
        "question": [str(n) for n in range(40)],
        "answer": [str(n % 2) for n in range(40)],
        "category": ["low" if n < 20 else "high" for n in range(40)],
    }
)


class Counting:
    """An agent that counts its calls."""

    def __init__(self, answer):
        self.calls = 0
        self._answer = answer

    def __call__(self, question):
        self.calls += 1
        return self._answer(question)


def zero(question):
    return "0"


def parity(question):
    return str(int(question) % 2)


@pytest.fixture
def store(tmp_path):
    return tmp_path / "garden.db"


def make(store, agents=None, **changes):
    agents = agents or {"zero": zero, "parity": parity}
    return Garden(CASES, agents, **{"scorers": [exact_match], "store": store, **changes})


def test_a_run_becomes_a_report(store):
    report = make(store, gates={"exact_match": 0.6}).run()
    row = report.comparisons[0]
    assert (row.variant, row.baseline, row.metric) == ("parity", "zero", "exact_match")
    assert (row.delta, row.gained, row.lost, row.n_pairs) == (0.5, 20, 0, 40)
    assert row.status is Status.IMPROVEMENT
    assert report.decision.headline == "Switch to parity."
    assert [(r.verdict.value, r.reason) for r in report.gates] == [("fail", "zero has 50.0 %")]
    assert not report.passed
    assert {e.metric.name for e in report.estimates} == {"exact_match", "latency_ms"}


def test_async_agents_and_scorers_declare_what_they_get(store):
    seen = {}

    async def agent(question, category=None, *, case):
        await asyncio.sleep(0)
        seen[question] = (case.expected, case.id)
        return question

    def score(output, expected, category, case):
        return {"known": category in {"low", "high"}, "length": len(output)}

    report = make(store, {"a": agent}, scorers=[score]).run()
    assert seen["3"] == (None, "q3")
    assert report.frozen.estimate("a", "score.known").value == 1.0
    assert report.frozen.estimate("a", "score.length").n_cases == 40


def test_everything_follows_a_new_baseline_and_nothing_is_run_again(store):
    agents = {"zero": Counting(zero), "parity": Counting(parity)}
    report = make(store, agents).run()
    calls = [agent.calls for agent in agents.values()]
    heard = []
    report.observe(lambda changed: heard.append(changed.baseline))
    report.baseline = "parity"
    assert heard == ["parity"]
    assert report.comparisons[0].delta == -0.5
    assert report.comparisons[0].status is Status.REGRESSION
    assert report.decision.headline == "Keep parity."
    report.gates = {"parity:exact_match": 0.9}
    assert report.passed
    assert [agent.calls for agent in agents.values()] == calls == [40, 40]


def test_a_wrong_choice_changes_nothing_and_says_what_is_accepted(store):
    report = make(store).run()
    with pytest.raises(InputError, match='Did you mean "parity"'):
        report.baseline = "party"
    with pytest.raises(InputError) as caught:
        report.choose(adjust="bonferoni", confidence=95, margin=-1, on_error="ignore")
    assert len(caught.value.problems) == 4
    assert report.baseline == "zero"


def test_the_same_store_and_name_resume(store):
    agents = {"zero": Counting(zero), "parity": Counting(parity)}
    first = make(store, agents, name="mine").run()
    second = make(store, agents, name="mine").run()
    assert [agent.calls for agent in agents.values()] == [40, 40]
    assert second.comparisons == first.comparisons
    assert [count.reused for count in second.frozen.counts] == [40, 40]
    make(store, agents, name="mine", fresh=True).run()
    assert [agent.calls for agent in agents.values()] == [80, 80]


def test_no_name_is_a_new_run(store):
    agent = Counting(zero)
    for _ in range(2):
        make(store, {"zero": agent}).run()
    assert agent.calls == 80


def test_a_failing_agent_is_a_record_and_never_an_exception(store):
    def breaks(question):
        if int(question) % 4 == 1:
            raise RuntimeError("no answer")
        return parity(question)

    report = make(store, {"parity": parity, "breaks": breaks}, retries=0).run()
    row = report.comparisons[0]
    assert report.frozen.counts[1].failed == 10
    assert (row.n_pairs, row.lost) == (40, 10)
    report.on_error = "drop"
    assert (report.comparisons[0].n_pairs, report.comparisons[0].lost) == (30, 0)
    assert report.comparisons[0].depends_on_failures


def test_sync_run_works_inside_a_running_loop_and_arun_beside_it(store):
    async def both():
        return make(store).run(), await make(store).arun()

    blocking, awaited = asyncio.run(both())
    success = [row for row in blocking.comparisons if row.role == "success"]
    assert success == [row for row in awaited.comparisons if row.role == "success"]


def test_a_background_run_reports_while_it_goes_on(store):
    handle = make(store).start()
    assert handle.wait(60).interim is False
    assert handle.state == "finished"
    assert "finished" in repr(handle)


@pytest.mark.parametrize("verb", ["run", "start"])
def test_an_interrupt_before_the_run_is_shown_ends_it(store, verb):
    class Unopened(TextSurface):
        def open(self, run, *, background):
            self.run = run
            raise KeyboardInterrupt

    async def slow(question):
        await asyncio.sleep(0.05)
        return question

    surface = Unopened()
    use_surface(surface)
    try:
        with pytest.raises(KeyboardInterrupt):
            getattr(make(store, {"a": slow, "b": slow}, concurrency=1), verb)()
    finally:
        use_surface(None)
    assert surface.run.wait(10)
    assert surface.run.state.value == "cancelled"


def test_an_interrupt_keeps_a_partial_paired_interim_report(store):
    class Interrupting(TextSurface):
        def open(self, run, *, background):
            return self

        def update(self, run):
            if sum(t.done for t in run.progress.snapshot().variants.values()) >= 10:
                raise KeyboardInterrupt

        def finish(self, run, report):
            pass

    async def slow(question):
        await asyncio.sleep(0.05)
        return question

    use_surface(Interrupting())
    try:
        report = make(store, {"a": slow, "b": slow}, concurrency=4).run()
    finally:
        use_surface(None)
    counts = [count.done for count in report.frozen.counts]
    assert report.interim
    assert 5 <= counts[0] < 40
    assert abs(counts[0] - counts[1]) <= 4
    assert report.decision.headline.startswith("Interim")


def test_every_wrong_argument_is_listed_at_once(store):
    def scorer(output, expectd):
        return True

    with pytest.raises(InputError) as caught:
        make(
            store, {"zero": zero, "": parity, "text": "no agent"}, scorers=[scorer],
            baseline="zeros", gates={"exact": 0.5}, repeats=0, timeout_s=-1,
        )  # fmt: skip
    text = str(caught.value)
    assert 'Did you mean "zero"?' in text
    assert 'Did you mean "expected"?' in text
    assert "repeats: got 0" in text
    assert "variants.text: text is 'no agent'" in text
    assert len(caught.value.problems) >= 6


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"gates": {"exact_mach": 0.5}}, 'Did you mean "exact_match"'),
        ({"gates": {"latency_ms": 50}}, r'Write {"max": 50}'),
        ({"question": "questions"}, "Did you mean"),
        ({"scorers": exact_match}, "Accepted: a list"),
    ],
)
def test_single_mistakes_name_the_way_out(store, changes, message):
    with pytest.raises(InputError, match=message):
        make(store, **changes)


def test_a_scorer_called_like_what_is_measured_is_refused(store):
    def latency_ms(output):
        return len(output)

    with pytest.raises(InputError, match=r"'latency_ms' is measured of every trial already"):
        make(store, scorers=[exact_match, latency_ms])


def test_a_variant_alone_is_told_with_its_own_intervals(store):
    report = make(store, {"zero": zero}).run()
    text = " ".join(report.to_text().split())
    assert "zero has no contender: its own results are below." in text
    assert "zero (baseline) 50.0 % [35.2 %, 64.8 %]" in text
    assert "low 20 cases 50.0 % [29.9 %, 70.1 %]" in text
    for words in ("reference", "adj. p", "Holm", "best set"):
        assert words not in text
    assert [control["key"] for control in report.payload()["controls"]] == ["slice"]


def test_a_judge_s_labels_are_refused_and_a_rubric_is_enough(store):
    def tone_of(output):
        return "good" if output else "bad"

    labels = Judge.from_callable(tone_of, output_type={"tone": ["good", "bad"]})
    with pytest.raises(InputError, match=r"'tone' is one of several labels"):
        make(store, judge=labels)
    right = Judge.from_callable(
        lambda output, expected: output == expected, output_type={"right": "binary"}
    )
    assert make(store, judge=right).run().decision.headline == "Switch to parity."
    rubric = {"model": "openai/gpt-4o-mini", "rubric": {1: "wrong", 5: "right"}}
    assert make(store, judge=rubric).scorers[-1].name == "judge"
    with pytest.raises(InputError, match="there is no 'model'"):
        make(store, judge={"criterion": "right"})


def test_right_answers_that_nobody_knows_are_asked_for_before_anything_is_called(store):
    def right(output, expected):
        return output == expected

    def either(output, expected=None):
        return output == "0"

    cases = CASES.rename(columns={"answer": "resp"})
    agents = {"zero": Counting(zero), "parity": parity}
    with pytest.raises(InputError) as caught:
        Garden(cases, agents, scorers=[exact_match, right, either], store=store)
    assert [p.where for p in caught.value.problems] == ["scorer 'exact_match'", "scorer 'right'"]
    garden = Garden(cases, agents, scorers=[exact_match, right], expected="resp", store=store)
    assert garden.run().decision.headline == "Switch to parity."


def test_report_before_run_says_what_to_do(store):
    with pytest.raises(InputError, match=r"Call run\(\) first"):
        make(store).report()


def test_a_csv_file_is_text(tmp_path, store):
    path = tmp_path / "cases.csv"
    path.write_text("id,question,answer\n007,NA,1e5\n008,two,2\n", encoding="utf-8")
    garden = Garden(path, {"zero": zero}, store=store)
    assert [case.id for case in garden.cases] == ["007", "008"]
    assert [case.inputs["question"] for case in garden.cases] == ["NA", "two"]
    with pytest.raises(InputError, match="no file"):
        Garden(tmp_path / "none.csv", {"zero": zero}, store=store)


def test_recorded_results_with_repeats_guardrails_and_slices():
    rows = [
        {"case": c, "agent": v, "try": t, "ok": (c + t + (v == "b")) % 2, "cost_usd": 0.1 + c / 100}
        for c in range(30)
        for v in "ab"
        for t in (1, 2)
    ]
    garden = Garden.from_records(
        pd.DataFrame(rows), case="case", variant="agent", scores=["ok", "cost_usd"], repeat="try"
    )
    report = garden.report()
    assert [m.role.value for m in report.frozen.metrics] == ["success", "guardrail"]
    assert report.frozen.repeats == 2
    assert report.comparisons[0].delta == 0
    assert not report.interim
    with pytest.raises(InputError, match="recorded elsewhere"):
        garden.run()


def test_naming_the_baseline_of_recorded_results_plans_it():
    rows = [
        {"case": c, "v": v, "ok": (c * k) % 3 == 0} for c in range(40) for k, v in enumerate("abc")
    ]
    frame = pd.DataFrame(rows)
    columns = {"case": "case", "variant": "v", "scores": ["ok"]}
    named_late = Garden.from_records(frame, **columns).report(baseline="c")
    planned = Garden.from_records(frame, **columns, baseline="c").report()
    changed = Garden.from_records(frame, **columns, baseline="a").report(baseline="c")
    assert named_late.comparisons == planned.comparisons
    assert (planned.frozen.family_size, changed.frozen.family_size) == (2, 3)
    with pytest.raises(InputError, match="recorded elsewhere"):
        Garden.from_records(frame, **columns).to_yaml()


def test_recorded_mistakes_are_listed_at_once():
    frame = pd.DataFrame({"case": [1, 1, 2], "agent": ["a", "a", None], "ok": [1, 0, "x"]})
    with pytest.raises(InputError) as caught:
        Garden.from_records(frame, case="case", variant="agent", scores=["ok"], baseline="z")
    text = str(caught.value)
    assert "more than one row" in text
    assert "no variant" in text
    with pytest.raises(InputError, match='Did you mean "case"'):
        Garden.from_records(frame, case="cse", variant="agent", scores=["okay"])


def test_what_a_trial_takes_is_no_success_whatever_it_is_called():
    rows = [
        {"case": n, "who": who, "ok": n % 2, "seconds": n + 1, "total_cost": n, "low_cost": n % 2}
        for n in range(30)
        for who in "ab"
    ]
    scores = ["ok", "seconds", "total_cost", "low_cost"]
    report = Garden.from_records(rows, case="case", variant="who", scores=scores).report()
    roles = {metric.name: metric.role.value for metric in report.frozen.metrics}
    assert roles == {
        "ok": "success",
        "low_cost": "success",
        "seconds": "guardrail",
        "total_cost": "guardrail",
    }


def test_declared_metrics_win_over_the_defaults():
    frame = pd.DataFrame(
        {"case": range(20), "v": ["a", "b"] * 10, "rating": [1, 5] * 10, "errors": [0, 3] * 10}
    )
    frame["case"] //= 2
    metrics = {
        "rating": {"kind": "bounded", "low": 1, "high": 5},
        "errors": {"direction": "lower_is_better"},
    }
    report = Garden.from_records(
        frame, case="case", variant="v", scores=["rating", "errors"], metrics=metrics
    ).report()
    status = {row.metric: row.status for row in report.comparisons}
    assert status == {"rating": Status.IMPROVEMENT, "errors": Status.REGRESSION}
    bad = {"ratng": {}, "rating": {"kind": "likert", "colour": 1}}
    with pytest.raises(InputError) as caught:
        Garden.from_records(frame, case="case", variant="v", scores=["rating"], metrics=bad)
    assert len(caught.value.problems) == 3


@pytest.mark.skipif(not REAL.is_dir(), reason="../shared/real is absent")
def test_gsm8k_totals_and_pairs():
    with (REAL / "gsm8k_example_solutions.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    frame = pd.DataFrame(rows).astype({"correct": int})
    expected = json.loads((REAL / "expected.json").read_text(encoding="utf-8"))["gsm8k"]
    garden = Garden.from_records(
        frame, case="id", variant="variant", scores=["correct"], baseline=expected["baseline"]
    )
    report = garden.report()
    for label, totals in expected["variants"].items():
        estimate = report.frozen.estimate(label, "correct")
        assert estimate.value * estimate.n_cases == pytest.approx(totals["passed"], abs=1e-9)
        assert estimate.ci_low == pytest.approx(totals["wilson_low"], abs=1e-9)
        assert estimate.ci_high == pytest.approx(totals["wilson_high"], abs=1e-9)
    for pair in expected["pairs"]:
        report.baseline = pair["a"]
        row = report.frozen.comparison(pair["b"], "correct")
        assert (row.gained, row.lost, row.n_pairs) == (pair["only_b"], pair["only_a"], pair["n"])
        assert row.delta == pytest.approx(pair["diff_b_minus_a"], abs=1e-9)
        assert row.ci_low == pytest.approx(pair["tango_low"], abs=1e-9)
        assert row.ci_high == pytest.approx(pair["tango_high"], abs=1e-9)
        assert row.p_value == pytest.approx(pair["p_score"], rel=1e-9)
        if "p_holm_vs_baseline" in pair:
            planned = garden.report().frozen
            label = pair["b"] if pair["a"] == expected["baseline"] else pair["a"]
            row = planned.comparison(label, "correct")
            assert row.p_adj == pytest.approx(pair["p_holm_vs_baseline"], rel=1e-9)


@pytest.mark.skipif(not REAL.is_dir(), reason="../shared/real is absent")
def test_tau_airline_by_task_and_not_by_run():
    with (REAL / "tau_airline_gpt4o.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    expected = json.loads((REAL / "expected.json").read_text(encoding="utf-8"))["tau_airline"]
    frame = pd.DataFrame(rows).astype({"reward": int})
    frame["user_cost_usd"] = pd.to_numeric(frame["user_cost_usd"])
    assert frame["user_cost_usd"].mean() == pytest.approx(expected["mean_user_cost"], abs=1e-12)
    garden = Garden.from_records(
        frame, case="id", variant="variant", scores=["reward", "user_cost_usd"], repeat="repeat"
    )
    report = garden.report().frozen
    reward = report.estimate(report.variants[0], "reward")
    cost = report.estimate(report.variants[0], "user_cost_usd")
    assert (reward.n_cases, report.repeats) == (expected["n_cases"], expected["repeats"])
    assert reward.value == pytest.approx(expected["pass^1"], abs=1e-12)
    half_width = (reward.ci_high - reward.ci_low) / 2
    assert half_width == pytest.approx(2.0096 * expected["se_case_means"], rel=1e-4)
    by_case = frame.groupby("id")["user_cost_usd"].mean()
    assert (cost.n_cases, cost.n_missing) == (by_case.notna().sum(), 5)
    assert cost.value == pytest.approx(by_case.mean(), abs=1e-12)


def test_the_same_value_in_every_case_is_called_so(store):
    def graded(output):
        return 1.5 + int(output) % 3

    cases = [{"id": n, "question": str(n)} for n in range(20)]
    same = {"a": lambda question: question, "b": lambda question: question}
    report = Garden(cases, same, scorers=[graded], store=store).run()
    (contender,) = report.frozen.decision.contenders
    assert (contender.status.word, contender.text) == (
        "unclear",
        "on graded: no difference in any case",
    )
    row = next(row for row in report.frozen.comparisons if row.metric == "graded")
    assert "Every case has the same graded under both." in row.notes


def test_what_is_better_by_less_than_the_margin_is_called_both(store):
    def graded(output):
        return float(output)

    cases = [{"id": n, "question": str(n)} for n in range(40)]
    near = {"a": lambda: "3", "b": lambda question: "3.1" if int(question) % 2 else "3.2"}
    report = Garden(cases, near, scorers=[graded], store=store).run()
    assert report.frozen.decision.contenders[0].text == "on graded"
    report.margin = 0.5
    (contender,) = report.frozen.decision.contenders
    assert (contender.status.word, contender.text) == ("better", "on graded (within the margin)")
    row = next(row for row in report.frozen.comparisons if row.metric == "graded")
    assert any("within the margin: any difference is smaller" in note for note in row.notes)
    report.margin = 0.12
    assert report.frozen.decision.contenders[0].text == "on graded"
