"""A whole garden over HTTP: 200 cases, 3 models, 2 judges, 5 % of agents and answers broken.

Right answers are computed from what the server was asked and scripted to say, not by the flow.
"""

from collections import Counter

import pandas as pd
import pytest

from garden_nb.engine.judge import Judge
from garden_nb.engine.llm import LlmAgent
from garden_nb.flows.agent_garden_flow import agent_garden_flow
from loopback import Temper

N = 200
MODELS = ["openai/stand-in-large", "openai/stand-in-medium", "openai/stand-in-small"]
BROKEN = ["", '{"score": 0.8', "I cannot say yes or no", '{"score": "N/A"}', '{"score": 7}']
EVERY = 20


def eval_data():
    return pd.DataFrame(
        {
            "id": [f"c{n}" for n in range(N)],
            "question": [f"What is {n} + {n + 1}?" for n in range(N)],
            "answer": [str(2 * n + 1) for n in range(N)],
            "part": ["low" if n < 120 else "high" for n in range(N)],
        }
    )


@pytest.fixture
def broken(loopback, monkeypatch):
    """Break the small model on every 20th case, and both judges on another 20th, whoever asks."""
    choose = loopback._temper_for

    def temper_for(request):
        number = int(
            request.body["messages"][1 if "judge" in request.model else -1]["content"]
            .split("What is ")[1]
            .split(" ")[0]
        )
        if request.model == "stand-in-small" and number % EVERY == 3:
            return Temper.refusing(400, "this prompt cannot be processed")
        if "judge" in request.model and number % EVERY == 7:
            return Temper.saying(BROKEN[number // EVERY % len(BROKEN)])
        return choose(request)

    monkeypatch.setattr(loopback, "_temper_for", temper_for)
    return loopback


@pytest.fixture
def result(broken):
    door = {"api_base": broken.base_url, "api_key": "sk-loopback-0123456789abcdef"}
    strict = Judge(
        model="openai/judge-a",
        criterion="The answer is right.",
        output_type={"accuracy": "binary"},
        **door,
    )
    graded = Judge(model="openai/judge-b", criterion="Helpful", name="helpful", **door)
    return agent_garden_flow(
        eval_data(),
        lambda model: lambda: LlmAgent(model=model, **door),
        [strict, graded],
        MODELS,
        expected_column="answer",
        id_column="id",
        category_column="part",
        gates={"accuracy": 0.5, "stand-in-large:helpful": 3.0},
        seed=7,
        concurrency=16,
        judge_concurrency=16,
    )


def test_200_cases_3_models_2_judges_with_5_percent_broken(result, broken):
    report = result["report"]
    served = Counter(request.model for request in broken.requests)
    answered = {"stand-in-large": N, "stand-in-medium": N, "stand-in-small": N - 10}
    _every_call_was_needed(served, answered)
    for label, n_answered in answered.items():
        accuracy, helpful = (report.metric(f"{label}:{name}") for name in ("accuracy", "helpful"))
        failed = N - n_answered
        for metric in (accuracy, helpful):
            assert (metric.n_failed, metric.n_missing) == (failed, 10)
            assert metric.sample_size == N - 10, "failed ones count, unjudged ones do not"
        own = result["per_model"][f"openai/{label}"]
        scored = own["scored_data"]
        assert scored["error"].notna().sum() == failed
        assert scored["accuracy"].notna().sum() == N - failed - 10
        assert accuracy.point_estimate == pytest.approx(scored["accuracy"].sum() / (N - 10))
        assert helpful.point_estimate == pytest.approx(
            (scored["helpful"].sum() + 1.0 * failed) / (N - 10)
        ), "a failed answer counts as the worst of the scale"
    assert sum(s.sample_size for s in report.category_summaries) == 3 * 2 * (N - 10)
    _broken_judgements_are_missing_with_a_reason(result)
    _pairs_and_policies(report)


def _every_call_was_needed(served, answered):
    assert {served[model] for model in answered} == {N}
    assert served["judge-a"] == served["judge-b"] == sum(answered.values()) + 3 * 10


def _broken_judgements_are_missing_with_a_reason(result):
    scored = result["per_model"][MODELS[0]]["scored_data"]
    broken = scored[scored["accuracy"].isna()]
    assert [int(i[1:]) % EVERY for i in broken["id"]] == [7] * 10
    reasons = broken["accuracy_reason"]
    assert all(reason.startswith("the judge's answer") for reason in reasons)
    for words in ("is empty", "cut off or broken", "holds no score", "'N/A'", "7"):
        assert reasons.str.contains(words, regex=False).sum() >= 1, words


def _pairs_and_policies(report):
    rows = {(row.variant, row.metric): row for row in report.comparisons}
    assert len(rows) == 4
    assert {row.n_pairs for row in rows.values()} == {N - 10}
    for (variant, metric), row in rows.items():
        if metric == "accuracy":
            assert row.delta == pytest.approx((row.gained - row.lost) / row.n_pairs)
        assert row.depends_on_failures == (row.status != (row.status_dropped or row.status))
        if variant == MODELS[2]:
            assert row.delta_dropped is not None
            assert row.delta_dropped > row.delta
    (mode,) = report.failure_modes
    assert mode.failure_mode == "stand-in-small:error.bad_request"
    assert (mode.count, mode.sample_size) == (10, N)
    flips = {(f.variant, f.failure_mode): f for f in report.failure_flips}
    flip = flips[MODELS[2], "error.bad_request"]
    assert (len(flip.newly_failing), flip.fixed, flip.both) == (10, (), ())
    assert flip.p_value == pytest.approx(2 * 0.5**10)
    assert report.variants[0].cost_usd is None, "the price of a stand-in is unknown, not 0"
    assert report.variants[0].judge_tokens > report.variants[0].input_tokens


def test_a_decision_that_depends_on_the_failure_policy_is_flagged():
    """Both are always right; the contender fails on 8 of 40 cases, which decides the verdict."""
    cases = pd.DataFrame({"question": [str(n) for n in range(40)]})

    def for_model(model):
        def agent(question):
            if model == "b" and int(question) < 8:
                raise RuntimeError("down")
            return "right"

        return lambda: agent

    judge = Judge.from_callable(lambda output: output == "right", {"ok": "binary"})
    result = agent_garden_flow(cases, for_model, judge, ["a", "b"], seed=1)
    (row,) = result["report"].comparisons
    assert (row.status, row.delta, row.lost) == ("regression", -0.2, 8)
    assert row.depends_on_failures is True
    assert (row.delta_dropped, row.status_dropped) == (0.0, "not_testable")
    assert "count as wrong, some verdicts differ if dropped" in result["markdown"]
