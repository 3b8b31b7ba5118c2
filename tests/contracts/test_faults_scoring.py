"""Faults that others have: errors, NaN, judges, denominators, direction.

The numbers are those of the list of public complaints that this project keeps.
"""

# ruff: noqa: ARG005, S311  # stubs take what they do not use; points keep their names

import asyncio
import math
import random
import time

import pandas as pd
import pytest

from garden_nb.core.records import Output, Usage
from garden_nb.engine.judge import Judge
from garden_nb.errors import InputError
from garden_nb.flows.agent_eval_flow import agent_eval_flow
from garden_nb.flows.agent_garden_flow import agent_garden_flow
from garden_nb.flows.model_garden_flow import model_garden_flow


def cases(n):
    return pd.DataFrame({"id": range(n), "question": [str(i) for i in range(n)]})


class Counter:
    """Counts calls; not a list, since what a function fills counts as a part of it."""

    n = 0


def right(output):
    return output == "right"


JUDGE = Judge.from_callable(right, {"ok": "binary"})


def garden(agents, n=40, judge=JUDGE, **changes):
    """Run a garden of functions by name."""
    given = {"seed": 1, "concurrency": 4, "id_column": "id", **changes}
    return agent_garden_flow(
        cases(n), lambda model: lambda: agents[model], judge, list(agents), **given
    )["report"]


def test_1_and_2_every_flow_works_inside_a_running_loop():
    async def cell():
        report = garden({"a": lambda question: "right"}, n=3)
        return report.metric("a:ok").point_estimate

    assert asyncio.run(cell()) == 1.0


def test_7_raising_on_hard_cases_does_not_raise_the_score():
    def honest(question):
        return "right" if int(question) >= 10 else "wrong"

    def dodging(question):
        if int(question) < 10:
            raise ValueError("too hard")
        return "right"

    report = garden({"honest": honest, "dodging": dodging})
    (row,) = report.comparisons
    assert (row.delta, row.n_pairs) == (0.0, 40)
    assert report.metric("dodging:ok").point_estimate == 0.75
    assert report.metric("dodging:ok").n_failed == 10
    assert row.delta_dropped == 0.0, "the pairs that both answered are equal"
    view = report.view
    view.on_error = "drop"
    assert view.comparisons[0].n_pairs == 30


def test_8_one_nan_of_200_is_one_missing_value():
    def judge(output):
        return math.nan if output == "7" else 0.5

    report = garden(
        {"a": lambda question: question, "b": lambda question: question},
        n=200,
        judge=Judge.from_callable(judge, {"grade": "numeric"}, scale=(0.0, 1.0)),
    )
    metric = report.metric("a:grade")
    assert (metric.point_estimate, metric.sample_size, metric.n_missing) == (0.5, 199, 1)
    assert report.comparisons[0].n_pairs == 199
    record = next(r for r in report.records if r.record_id == "7")
    assert record.scores["grade"] is None
    assert record.reasons["grade"].startswith("grade is nan")


def test_9_a_case_of_which_every_score_is_missing_is_no_zero():
    def judge(output):
        return None if int(output) % 2 else {"one": 1.0, "two": 1.0}

    judge = Judge.from_callable(judge, {"one": "numeric", "two": "numeric"}, scale=(0.0, 1.0))
    report = garden({"a": lambda question: question}, judge=judge)
    for name in ("a:one", "a:two"):
        metric = report.metric(name)
        assert (metric.point_estimate, metric.sample_size, metric.n_missing) == (1.0, 20, 20)


def test_4_an_agent_that_never_answers_is_a_timeout_and_no_hang(monkeypatch):
    monkeypatch.setattr("garden_nb.flows.evaluation.task._TIMEOUT_S", 0.3)

    async def stuck(question):
        if question == "3":
            await asyncio.Event().wait()
        return "right"

    def blocked(question):
        if question == "5":
            time.sleep(60)
        return "right"

    started = time.monotonic()
    report = garden({"stuck": stuck, "blocked": blocked})
    assert time.monotonic() - started < 20
    assert [(m.failure_mode, m.record_ids) for m in report.failure_modes] == [
        ("stuck:timeout", ("3",)),
        ("blocked:timeout", ("5",)),
    ]
    assert report.metric("stuck:ok").point_estimate == 39 / 40


def test_11_a_rate_limited_case_is_tried_again_and_not_skipped():
    class LimitedError(Exception):
        status_code = 429
        retry_after = 0.01

    left = {"3": 2}

    def agent(question):
        if left.get(question, 0):
            left[question] -= 1
            raise LimitedError
        return "right"

    report = garden({"a": agent})
    assert (report.metric("a:ok").sample_size, report.metric("a:ok").n_failed) == (40, 0)


def test_10_and_17_failed_cases_can_be_run_again_and_a_second_run_is_equal(tmp_path):
    calls = []
    broken = {"3", "4"}

    def agent(question):
        calls.append(question)
        if question in broken:
            raise ConnectionError("gone")
        return "right"

    given = {"store": tmp_path / "garden.db", "name": "one", "concurrency": 1}
    first = garden({"a": agent}, n=10, **given)
    assert first.metric("a:ok").n_failed == 2
    broken.clear()
    calls.clear()
    second = garden({"a": agent}, n=10, **given)
    assert sorted(calls) == ["3", "4"]
    calls.clear()
    third = garden({"a": agent}, n=10, **given)
    assert calls == []
    assert [r.scores for r in third.records] == [r.scores for r in second.records]
    assert third.metric("a:ok") == second.metric("a:ok")


def test_16_a_new_judge_calls_no_agent_and_a_new_gate_calls_nobody(tmp_path):
    calls, judged = Counter(), Counter()

    def agent(question):
        calls.n += 1
        return "right"

    def judge(output):
        judged.n += 1
        return True

    given = {"store": tmp_path / "garden.db", "name": "one"}
    one = Judge.from_callable(judge, {"ok": "binary"})
    garden({"a": agent}, judge=one, **given)
    garden({"a": agent}, judge=one, gates={"ok": 0.5}, **given)
    assert (calls.n, judged.n) == (40, 40)
    report = garden({"a": agent}, judge=JUDGE, **given)
    assert (calls.n, judged.n) == (40, 40)
    assert report.metric("a:ok").sample_size == 40


def test_20_ids_that_are_one_as_text_are_refused_all_at_once():
    frame = cases(7).assign(id=[1, "1", 1.0, True, "1 ", None, math.nan])
    with pytest.raises(InputError) as caught:
        agent_eval_flow(frame, lambda: str, JUDGE, id_column="id")
    message = str(caught.value)
    assert "id_column 'id': no id in rows 5, 6." in message
    assert "id_column 'id': the id '1' stands in rows 0, 1, 2, 4." in message


def test_23_another_baseline_turns_every_number_sign_and_word():
    agents = {
        "a": lambda question: "right" if int(question) % 4 else "wrong",
        "b": lambda question: "right" if int(question) % 2 else "wrong",
    }
    first, other = garden(agents, baseline="a"), garden(agents, baseline="b")
    (one,), (two,) = first.comparisons, other.comparisons
    assert (one.delta, one.gained, one.lost) == (-two.delta, two.lost, two.gained)
    assert (one.ci_lower, one.ci_upper) == pytest.approx((-two.ci_upper, -two.ci_lower))
    assert {one.status, two.status} == {"regression", "improvement"}
    assert one.interpretation.startswith("b is worse than a on ok")
    assert two.interpretation.startswith("a is better than b on ok")


def test_24_less_is_better_for_cost_and_latency():
    def agent(cost_usd, pause_s):
        def answer(question):
            time.sleep(pause_s * (1 + int(question) % 3 / 10))
            return Output("right", Usage(cost_usd=cost_usd * (1 + int(question) % 3 / 10)))

        return answer

    report = garden({"a": agent(1.0, 0.004), "b": agent(0.8, 0.012)}, n=20)
    rows = {row.metric: row for row in report.guardrails}
    assert rows["cost_usd"].status == "improvement"
    assert rows["cost_usd"].delta < 0
    assert rows["latency_ms"].status == "regression"
    assert rows["latency_ms"].delta > 0
    assert {row.metric for row in report.comparisons} == {"ok"}
    with pytest.raises(InputError, match=r'of cost_usd less is better. Write {"max": 1}'):
        garden({"a": agent(1.0, 0.0)}, gates={"cost_usd": 1})


def test_25_perfect_and_hopeless_rates_have_intervals_of_some_width():
    for said, value in (("right", 1.0), ("wrong", 0.0)):
        for n in (1, 5, 50):
            metric = garden({"a": lambda question, said=said: said}, n=n).metric("a:ok")
            assert metric.point_estimate == value
            assert metric.ci_upper - metric.ci_lower > 0.05
    row = garden({"a": lambda q: "right", "b": lambda q: "right"}).comparisons[0]
    assert row.delta == 0.0
    assert row.ci_upper - row.ci_lower > 0.1
    assert row.status in {"not_testable", "inconclusive"}


def test_26_equal_variants_are_not_told_apart():
    agents = dict.fromkeys("abcd", lambda question: "right" if int(question) % 3 else "wrong")
    report = garden(agents)
    assert report.view.decision.headline == "Undecided: no contender is told apart from a."
    assert all(row.p_adj == 1.0 for row in report.comparisons)


def test_28_categories_of_every_size():
    parts = ["one"] + ["two"] * 2 + ["four"] * 4 + [None] * 3 + ["rest"] * 30
    frame = cases(40).assign(part=parts)
    report = agent_garden_flow(
        frame,
        lambda model: lambda: lambda question: "right",
        JUDGE,
        ["a", "b"],
        category_column="part",
        seed=1,
    )["report"]
    sizes = {s.category: s.sample_size for s in report.category_summaries}
    assert sizes == {"rest": 30, "four": 4, "two": 2, "one": 1}
    small = {part.category: part.small for part in report.view.slices}
    assert small == {"rest": False, "four": True, "two": True, "one": True}


def test_30_a_judge_that_is_random_is_shown_to_be():
    frame = cases(40).assign(output="same")

    def for_model(model):
        rng = random.Random(5)
        return Judge.from_callable(
            lambda output: rng.choice([0.2, 0.7]), {"grade": "numeric"}, scale=(0.0, 1.0)
        )

    report = model_garden_flow(frame, for_model, ["a"], id_column="id", repeats=3, seed=1)["report"]
    (row,) = report.self_agreements
    assert 0.3 < row.agreement < 0.7
    assert row.ci_upper < 0.8


def test_32_an_unknown_price_is_unknown_and_never_zero():
    def agent(question):
        cost = None if question == "3" else 0.01
        return Output("right", Usage(input_tokens=10, output_tokens=1, cost_usd=cost))

    (variant,) = garden({"my/local": agent}, n=10).variants
    assert variant.cost_usd is None
    assert (variant.input_tokens, variant.output_tokens) == (100, 10)


def test_35_an_output_is_text_in_every_view():
    attack = "</script><img src=x onerror=alert(1)>"

    def agent(question):
        raise ValueError(attack)

    result = agent_garden_flow(
        cases(3).assign(part=attack),
        lambda model: lambda: agent,
        JUDGE,
        [attack, "b"],
        category_column="part",
        failure_taxonomy={attack.replace(":", ""): attack},
        seed=1,
    )
    assert "<img" not in result["markdown"]
    assert "<img src=x" not in result["report"].view.to_html()


def test_41_keys_in_errors_reach_no_report():
    key = "sk-live-0123456789abcdefghijklmnop"

    def agent(question):
        raise RuntimeError(f"401 for {key}")

    result = agent_garden_flow(cases(3), lambda m: lambda: agent, JUDGE, ["a", "b"], seed=1)
    assert key not in result["markdown"]
    assert key not in repr(result["report"].records)
    assert key not in repr(result["per_model"]["a"]["inference_results"])


def test_reproduced_1_shuffled_rows_change_no_digit():
    agents = {
        "a": lambda question: "right" if int(question) % 3 else "wrong",
        "b": lambda question: "right" if int(question) % 4 else "wrong",
    }

    def run(frame):
        return agent_garden_flow(
            frame, lambda m: lambda: agents[m], JUDGE, ["a", "b"], id_column="id", seed=1
        )["report"]

    frame = cases(40)
    straight, shuffled = run(frame), run(frame.sample(frac=1, random_state=3))
    assert straight.comparisons == shuffled.comparisons


def test_reproduced_5_and_8_a_crashed_agent_passes_no_check_of_absence():
    def polite(output):
        return "damn" not in output

    def crashing(question):
        raise RuntimeError("crashed")

    report = garden(
        {"fine": lambda question: "hello", "crashing": crashing},
        judge=Judge.from_callable(polite, {"polite": "binary"}),
    )
    assert report.metric("crashing:polite").point_estimate == 0.0
    assert report.comparisons[0].status == "regression"
