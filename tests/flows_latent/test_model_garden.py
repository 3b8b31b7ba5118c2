"""Gardens of judges: compared with people, with each other and with themselves."""

# ruff: noqa: ARG005, S311  # stubs take what they do not use; points keep their names

import random

import pandas as pd
import pytest

from garden_nb.core.cases import Case, CaseSet
from garden_nb.engine.classifier import FailureClassifier
from garden_nb.engine.judge import Judge
from garden_nb.engine.llm import LlmAgent
from garden_nb.errors import InputError
from garden_nb.flows.evaluation.judge_agent import JudgeAgent
from garden_nb.flows.model_garden_flow import model_garden_flow
from garden_nb.stats import cohen_kappa
from loopback import Temper

N = 60


@pytest.fixture
def outputs():
    return pd.DataFrame(
        {
            "id": [f"c{n}" for n in range(N)],
            "question": [f"q{n}" for n in range(N)],
            "output": [str(n) for n in range(N)],
            "human": [n % 3 != 0 for n in range(N)],
            "stars": [n % 5 + 1 for n in range(N)],
            "part": ["long" if n < 40 else "short" for n in range(N)],
        }
    )


def truth(n):
    return n % 3 != 0


def by_model(model):
    """Return a judge: `a` errs on every 10th output, `b` on every 4th and only upwards."""

    def judge(output):
        n = int(output)
        if model == "a":
            return truth(n) ^ (n % 10 == 0)
        return truth(n) or n % 4 == 0

    return Judge.from_callable(judge, {"good": "binary"})


@pytest.fixture
def garden(outputs):
    def run(**changes):
        given = {
            "eval_data": outputs,
            "judge_for_model": by_model,
            "models": ["a", "b"],
            "id_column": "id",
            "human_column": "human",
            "seed": 1,
        }
        return model_garden_flow(**{**given, **changes})

    return run


def test_judges_are_compared_by_how_often_they_agree_with_people(garden):
    result = garden(category_column="part")
    report = result["report"]
    assert report.report_mode == "comparison"
    (row,) = report.comparisons
    assert (row.metric, row.variant, row.n_pairs) == ("good_agrees", "b", N)
    assert report.metric("a:good_agrees").point_estimate == pytest.approx(1 - 6 / N)
    assert report.metric("b:good_agrees").point_estimate == pytest.approx(1 - 5 / N)


def test_kappa_accuracy_and_bias_with_people_and_with_the_baseline(garden):
    report = garden(category_column="part")["report"]
    rows = {(row.judge, row.against): row for row in report.judge_agreements}
    assert list(rows) == [("a", "people"), ("b", "people"), ("b", "a")]
    people = [truth(n) for n in range(N)]
    b = [truth(n) or n % 4 == 0 for n in range(N)]
    wanted = cohen_kappa(b, people)
    found = rows["b", "people"]
    assert found.kappa == pytest.approx(wanted.kappa)
    assert found.kappa_ci_lower == pytest.approx(wanted.ci_low)
    assert (found.accuracy, found.n) == (pytest.approx(1 - 5 / N), N)
    assert found.bias == pytest.approx(5 / N), "b errs upwards only"
    assert found.bias_ci_lower < 5 / N < found.bias_ci_upper
    assert [(part.category, part.n) for part in found.bias_by_category] == [
        ("long", 40),
        ("short", 20),
    ]
    assert "agreement of judges" in garden()["markdown"]


def test_agreement_without_a_miss_is_no_certainty(garden):
    def for_model(model):
        judge = lambda output: truth(int(output)) if model == "perfect" else True  # noqa: E731
        return Judge.from_callable(judge, {"good": "binary"})

    result = garden(judge_for_model=for_model, models=["perfect", "constant"])
    perfect, constant, _ = result["report"].judge_agreements
    assert (perfect.kappa, perfect.kappa_ci_lower, perfect.kappa_ci_upper) == (1.0, None, None)
    assert (constant.kappa, constant.kappa_ci_lower) == (0.0, None)
    assert 0.9 < perfect.accuracy_ci_lower < 1.0


def test_labels_are_compared_by_kappa_and_have_no_bias(garden, outputs):
    def for_model(model):
        judge = lambda output: "good" if truth(int(output)) or model == "b" else "bad"  # noqa: E731
        return Judge.from_callable(judge, {"mood": ["bad", "good"]})

    frame = outputs.assign(human=["good" if truth(n) else "bad" for n in range(N)])
    given = {"eval_data": frame, "judge_for_model": for_model}
    report = garden(**given, gates={"mood_kappa": 0.5})["report"]
    assert [gate.passed for gate in report.gates] == [True, False]
    assert report.metric("b:mood_agrees").point_estimate == pytest.approx(2 / 3)
    assert {row.bias for row in report.judge_agreements} == {None}
    with pytest.raises(InputError, match="there is no metric 'mood_bias'"):
        garden(**given, gates={"mood_bias": 0.1})


def test_self_agreement_by_repeats(outputs):
    def for_model(model):
        rng = random.Random(3)

        def judge(output):
            return True if model == "steady" else rng.random() < 0.5

        return Judge.from_callable(judge, {"good": "binary"})

    report = model_garden_flow(
        outputs, for_model, ["steady", "fickle"], id_column="id", repeats=4, seed=1
    )["report"]
    steady, fickle = report.self_agreements
    assert (steady.agreement, steady.n_cases, steady.n_judgements) == (1.0, N, 4 * N)
    assert 0.3 < fickle.ci_lower < fickle.agreement < fickle.ci_upper < 0.7
    assert report.comparisons == ()
    assert any("nobody knows which judge is right" in note for note in report.notes)


def test_gates_name_agreement(garden):
    gates = {"good_kappa": 0.95, "a:good_agrees": 0.9, "b:good_bias": {"max": 0.05}}
    result = garden(gates=gates)
    verdicts = {gate.metric_name: gate.passed for gate in result["report"].gates}
    assert verdicts == {
        "a:good_agrees": True,
        "a:good_kappa": False,
        "b:good_kappa": False,
        "b:good_bias": False,
    }
    assert result["all_passed"] is False
    assert "**Gates that fail:**" in result["markdown"]


def test_ordinal_scores_are_compared_by_distance(outputs):
    def for_model(model):
        shift = 1 if model == "harsh" else 0
        judge = lambda output: max(1, int(output) % 5 + 1 - shift)  # noqa: E731
        return Judge.from_callable(judge, {"stars": "ordinal"}, scale=(1.0, 5.0))

    report = model_garden_flow(
        outputs.rename(columns={"stars": "people"}),
        for_model,
        ["fair", "harsh"],
        id_column="id",
        human_column="people",
        seed=1,
    )["report"]
    (row,) = report.comparisons
    assert (row.metric, row.status) == ("stars_abs_error", "regression")
    assert row.delta == pytest.approx(0.8)
    assert 0 < row.effect_size < 9
    fair, harsh, _ = report.judge_agreements
    assert (fair.kappa, fair.accuracy) == (1.0, 1.0)
    assert 0 < harsh.kappa < 1
    assert harsh.bias == pytest.approx(-0.8)


def test_judges_never_see_people_s_labels(garden):
    seen = []

    def for_model(model):
        def judge(output, **columns):
            seen.append(set(columns))
            return True

        return Judge.from_callable(judge, {"good": "binary"})

    garden(judge_for_model=for_model)
    assert not any("human" in columns for columns in seen)
    assert "part" in seen[0]


def test_a_judge_without_an_answer_has_failed_on_that_case(garden):
    def for_model(model):
        def judge(output):
            return None if model == "b" and int(output) < 6 else truth(int(output))

        return Judge.from_callable(judge, {"good": "binary"})

    result = garden(judge_for_model=for_model)
    metric = result["report"].metric("b:good_agrees")
    assert (metric.point_estimate, metric.n_failed) == (0.9, 6)
    scored = result["per_model"]["b"]["scored_data"]
    assert scored["good"].isna().sum() == 6
    assert scored["good_reason"][0] == "the judge returned None"
    assert result["report"].judge_agreements[1].n == N - 6


def test_a_score_that_is_not_given_does_not_raise_the_agreement(outputs):
    def for_model(model):
        def judge(output):
            n = int(output)
            hard = n % 5 == 0
            return {"good": None if model == "dodges" and hard else truth(n) ^ hard, "other": 1}

        kinds = {"good": "binary", "other": "numeric"}
        return Judge.from_callable(judge, kinds, scale=(0.0, 4.0))

    report = model_garden_flow(
        outputs.assign(other=1.0),
        for_model,
        ["honest", "dodges"],
        id_column="id",
        human_column={"good": "human", "other": "other"},
        seed=1,
    )["report"]
    for label in ("honest", "dodges"):
        metric = report.metric(f"{label}:good_agrees")
        assert (metric.point_estimate, metric.sample_size) == (0.8, N)
        assert report.metric(f"{label}:other_abs_error").point_estimate == 0.0
    rows = {(row.judge, row.score, row.against): row for row in report.judge_agreements}
    assert rows["dodges", "good", "people"].n == N - N // 5, "what it gave is told apart"


def test_model_judges_over_http(outputs, loopback):
    door = {"api_base": loopback.base_url, "api_key": "sk-loopback-0123456789abcdef"}
    loopback.always("lenient", Temper.saying('{"score": 1, "explanation": "fine"}'))
    loopback.always("strict", Temper.saying('{"score": 0, "explanation": "no"}'))
    result = model_garden_flow(
        outputs[:10],
        lambda model: Judge(model=model, criterion="Good", output_type={"good": "binary"}, **door),
        ["openai/lenient", "openai/strict"],
        id_column="id",
        human_column={"good": "human"},
        seed=1,
        concurrency=4,
    )
    lenient, strict, _ = result["report"].judge_agreements
    assert (lenient.accuracy, strict.accuracy) == (0.6, 0.4)
    assert result["per_model"]["openai/lenient"]["scored_data"]["good_reason"][0] == "fine"
    assert result["report"].variants[0].input_tokens > 0
    assert len(loopback.requests) == 20


def test_judges_and_classifiers_say_whose_quota_they_use():
    door = {"api_base": "http://127.0.0.1:9", "api_key": "sk-loopback-0123456789abcdef"}
    account = LlmAgent(model="openai/a", **door).account
    judge = Judge(model="openai/b", criterion="Good", **door)
    cases = CaseSet((Case("1", {"question": "q", "output": "o"}),), "question")
    assert judge.account == JudgeAgent(judge, cases, "output").account == account
    classifier = FailureClassifier(model="openai/c", taxonomy={"a": "b"}, **door)
    assert classifier.account == account
    own = JudgeAgent(by_model("a"), cases, "output")
    assert own.account is None


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"models": []}, "models: it is empty"),
        ({"output_column": "answer"}, "output_column: there is no column 'answer'."),
        ({"human_column": "humans"}, "human_column: there is no column 'humans'. Did you mean"),
        ({"human_column": {"bad": "human"}}, "human_column: there is no score 'bad'."),
        ({"human_column": "question"}, "60 labels are none (c0: good is 'q0', not true or false"),
        ({"human_column": ["human"]}, "human_column: got list. Accepted: a column, or one by"),
        ({"gates": {"good_self_agreement": 0.5}}, "there is no metric 'good_self_agreement'."),
        (
            {"gates": {"good_kappa": 0.5}, "human_column": None},
            "there is no metric 'good_kappa'. Accepted: \"good_kappa_with_baseline\"",
        ),
        ({"repeats": 0}, "repeats: got 0."),
        ({"judge_for_model": lambda model: 3}, "judge_for_model('a'): returned int."),
        (
            {"gates": {"good_kapa": 0.5}},
            "there is no metric 'good_kapa'. Did you mean \"good_kappa\"",
        ),
        ({"baseline": "c"}, "baseline: 'c' is not among the models."),
        (
            {
                "judge_for_model": lambda model: Judge.from_callable(
                    lambda output: True, {f"{model}_good": "binary"}
                ),
                "human_column": None,
            },
            "the judge 'b' gives b_good (binary), the first one a_good (binary).",
        ),
    ],
)
def test_what_is_wrong_is_told_before_any_judge_is_asked(garden, changes, message):
    with pytest.raises(InputError) as caught:
        garden(**changes)
    assert message in str(caught.value)
