"""What judges say that is no clean score: the right value, or missing with the right reason.

The answers are those that public complaints about other tools name (fault 31, 8 and 9).
"""

# ruff: noqa: ARG005  # stubs take what they do not use; points keep their names

import math

import numpy as np
import pandas as pd
import pytest

from garden_nb.core.records import Score
from garden_nb.engine.judge import Judge, parse_output_type
from garden_nb.engine.judge.read_scores import read_scores
from garden_nb.errors import InputError
from garden_nb.flows.agent_eval_flow import agent_eval_flow
from garden_nb.flows.agent_garden_flow import agent_garden_flow
from loopback import Temper

UNIT = parse_output_type({"score": "numeric"}, (0.0, 1.0), [])
YES_NO = parse_output_type({"ok": "binary"}, None, [])
SEVERAL = parse_output_type(
    {"ok": "binary", "stars": "ordinal", "tone": ["formal", "casual"]}, (1, 5), []
)


@pytest.mark.parametrize(
    ("said", "value", "reason"),
    [
        ("", None, "the judge's answer is empty"),
        ('```json\n{"score": 0.8, "explanation": "ok"}\n```', 0.8, "ok"),
        ('{"score": 0.8', None, "is cut off or broken"),
        ('{"score": "N/A"}', None, "has 'N/A' as score"),
        ('{"score": 7}', None, "has the score 7, which is not between 0 and 1"),
        ('{"score": NaN}', None, "has nan as score"),
        ("NaN", None, "holds no score"),
        ("I cannot say yes or no", None, "holds no score"),
        ('{"score": 0} {"score": 1}', None, "holds several scores that differ"),
        ('{"score": 1} {"score": 1.0}', 1.0, ""),
        ("{“score”: 0.8}", None, "is cut off or broken"),
        ("{'score': 0.8}", None, "is cut off or broken"),
        ('{"explanation": "„gut“ «bon»", "score": 1}', 1.0, "„gut“ «bon»"),
    ],
)
def test_a_number_on_a_scale(said, value, reason):
    scores, fault = read_scores(said, UNIT)
    assert scores["score"].value == value
    assert reason in scores["score"].reason
    assert bool(fault) is (value is None)


def test_a_number_may_stand_under_the_score_s_own_name():
    helpful = parse_output_type({"helpful": "numeric"}, (1, 5), [])
    for said in ('{"helpful": 4}', '{"score": 4, "helpful": 4}', "4"):
        assert read_scores(said, helpful)[0]["helpful"].value == 4.0
    assert read_scores('{"helpful": 4} {"score": 5}', helpful)[0]["helpful"].value is None
    assert read_scores('{"useful": 4}', helpful)[0]["helpful"].value is None


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ('{"score": true}', 1.0),
        ('{"score": 0}', 0.0),
        ('{"score": "true"}', 1.0),
        ('{"ok": false}', 0.0),
        ('{"score": 0.5}', None),
        ('{"score": "yes and no"}', None),
        ('{"score": null}', None),
        ("YES", None),
        ("I cannot say yes or no", None),
        ('{"score": true} {"score": false}', None),
    ],
)
def test_yes_or_no_is_never_guessed(said, value):
    scores, fault = read_scores(said, YES_NO)
    assert scores["ok"].value == value
    assert bool(fault) is (value is None)
    assert value is not None or scores["ok"].reason.startswith("the judge's answer")


def test_one_broken_score_of_several_loses_itself_only():
    said = '{"explanation": "so", "ok": true, "stars": 7, "tone": "Casual"}'
    scores, fault = read_scores(said, SEVERAL)
    assert (scores["ok"].value, scores["ok"].reason) == (1.0, "so")
    assert scores["tone"].value == 1.0
    assert scores["stars"].value is None
    assert "stars is 7, not a whole number from 1 to 5" in scores["stars"].reason
    assert "stars is 7" in fault


@pytest.mark.parametrize("given", [math.nan, math.inf, "0.5", None, [1], 7, np.float64("nan")])
def test_a_function_s_nonsense_is_missing_with_the_reason(given):
    judge = Judge.from_callable(lambda output: given, {"score": "numeric"}, scale=(0.0, 1.0))
    score = judge.read(given)["score"]
    assert score.value is None
    assert score.reason


@pytest.mark.parametrize("given", [np.bool_(True), True, 1, 1.0, np.int64(1), Score(1.0)])
def test_truth_values_of_every_make_are_taken(given):
    judge = Judge.from_callable(lambda output: given, {"ok": "binary"})
    assert judge.read(given)["ok"].value == 1.0
    assert judge.read(given)["ok"].binary


@pytest.fixture
def judged(loopback):
    """Return a function that judges three answers with a model that says what it is told to."""

    def run(*said, **changes):
        loopback.script(*(Temper.saying(text) for text in said), model="judge")
        loopback.always("judge", Temper.saying('{"score": 1, "explanation": "later"}'))
        given = {
            "model": "openai/judge",
            "criterion": "Right",
            "output_type": {"ok": "binary"},
            "api_base": loopback.base_url,
            "api_key": "sk-loopback-0123456789abcdef",
            **changes,
        }
        frame = pd.DataFrame({"question": ["a", "b", "c"], "gold": ["a", "b", "c"]})
        return agent_eval_flow(
            frame,
            lambda: lambda question: question,
            Judge(**given),
            expected_column="gold",
            judge_concurrency=1,
            seed=1,
        )

    return run


def test_a_judge_is_asked_again_as_often_as_it_says(judged, loopback):
    result = judged("", "no", '{"score": 1, "explanation": "third"}', retries=2)
    assert len(loopback.of("judge")) == 5
    assert "third" in set(result["scored_data"]["ok_reason"])
    assert result["report"].metric("ok").n_missing == 0


def test_without_retries_a_broken_answer_is_missing_at_once(judged, loopback):
    result = judged("no", retries=0)
    assert len(loopback.of("judge")) == 3
    metric = result["report"].metric("ok")
    assert (metric.n_missing, metric.sample_size, metric.point_estimate) == (1, 2, 1.0)


def test_rubric_criteria_and_columns_are_told_and_the_reference_can_be_hidden(judged, loopback):
    judged(
        output_type={"ok": "binary", "stars": "ordinal"},
        criterion="",
        criteria={"ok": "It is the letter."},
        rubric={1: "wrong", 5: "perfect"},
        reference=None,
    )
    request = loopback.of("judge")[0]
    assert "- ok: It is the letter. Scale: 0 or 1" in request.system
    assert "- stars: Scale: one whole number, from 1 (worst) to 5 (best)." in request.system
    assert "- 1: wrong\n- 5: perfect" in request.system
    assert '"ok": 0 or 1, "stars": a whole number from 1 to 5' in request.system
    assert "<expected-" not in request.question


def test_one_text_of_criteria_is_enough(judged, loopback):
    judged(criterion="", criteria="Right and short.")
    assert "Criteria: Right and short.\n\nScale: 0 or 1" in loopback.of("judge")[0].system
    judge = Judge("openai/judge", rubric={0: "no", 1: "yes"}, scale=(0, 1))
    assert "Rubric:\n- 0: no\n- 1: yes" in judge.messages_for("x", "y")[0]["content"]
    with pytest.raises(InputError, match="criteria: there is no score 'good'"):
        Judge("openai/judge", criteria={"good": "x"}, output_type={"ok": "binary"})


def test_a_judge_of_several_scores_is_paid_for_once(judged, loopback):
    used = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    loopback.always("judge", Temper.saying('{"ok": 1, "stars": 4}', usage=used))
    loopback.script(
        *(Temper.saying('{"ok": 1, "stars": 4}', usage=used) for _ in range(3)), model="judge"
    )
    result = judged(output_type={"ok": "binary", "stars": "ordinal"})
    assert result["score_types"] == {"ok": "binary", "stars": "ordinal"}
    assert result["report"].metric("stars").point_estimate == 4.0
    assert result["report"].variants[0].judge_tokens == 330


@pytest.mark.parametrize(
    ("model", "told"),
    [
        ("openai/judge", "The judge openai/judge is a model under test: "),
        ("azure/Judge", "The judge azure/Judge is a model under test (as openai/judge): "),
    ],
)
def test_a_judge_that_is_the_model_under_test_is_pointed_out(model, told):
    judge = Judge(model=model, criterion="Right", api_base="http://127.0.0.1:9")
    with pytest.warns(UserWarning, match="is a model under test") as caught:
        result = agent_garden_flow(
            pd.DataFrame({"question": ["a"]}),
            lambda model: lambda: lambda question: 1 / 0,
            judge,
            ["openai/judge", "b"],
            seed=1,
        )
    assert caught[0].filename == __file__
    assert result["report"].notes[0] == str(caught[0].message)
    assert result["report"].notes[0].startswith(told)
