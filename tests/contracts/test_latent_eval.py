"""latent's contracts on agents, judges and the hook of one evaluation: the points L29 to L31."""

# ruff: noqa: ARG005, N802  # stubs take what they do not use; points keep their names

import asyncio
import inspect
from enum import Enum
from types import MappingProxyType
from typing import Literal

import pytest
from contracts_support import Agent, N, make_judge, refused
from pydantic import BaseModel, Field

from garden_nb import Scorer, exact_match
from garden_nb.engine.judge import Judge
from garden_nb.errors import InputError
from garden_nb.flows.agent_eval_flow import agent_eval_flow


def test_the_page_s_signature_in_its_order_with_its_defaults():
    given = inspect.signature(agent_eval_flow).parameters
    own = {"failure_classifier", "store", "name"}
    page = (
        "eval_data agent_factory judge agent_factory_for_row question_column expected_column "
        "category_column id_column context_columns context_formatter gates scorers post_inference "
        "failure_taxonomy failure_filter_fn failure_timeout_s failure_concurrency concurrency "
        "judge_concurrency n_resamples confidence_level seed summary_model summary_label"
    )
    assert [name for name in given if name not in own] == page.split()
    assert (given["concurrency"].default, given["n_resamples"].default) == (1, 10000)
    assert (given["confidence_level"].default, given["question_column"].default) == (
        0.95,
        "question",
    )
    assert {given[name].kind for name in own} == {inspect.Parameter.KEYWORD_ONLY}


def test_L29_one_factory_and_not_both(evaluation):
    where = "agent_factory, agent_factory_for_row: "
    assert refused(evaluation, agent_factory=None).startswith(f"{where}neither was given.")
    both = refused(evaluation, agent_factory_for_row=lambda row: Agent())
    assert both.startswith(f"{where}both were given.")
    message = refused(evaluation, agent_factory=None, agent_factory_for_row="persona")
    assert message == "agent_factory_for_row: got str. Accepted: a function of a row."


def test_L29_an_agent_for_each_row(evaluation):
    rows = []

    def for_row(row):
        rows.append(row)
        return lambda question: f"{row['topic']}: {question}"

    result = evaluation(agent_factory=None, agent_factory_for_row=for_row)
    assert result["inference_results"][0]["output"] == "easy: 0 + 1"
    assert result["inference_results"][-1]["output"] == "hard: 39 + 1"
    assert len(rows) == N
    assert set(rows[0]) == {"case", "question", "answer", "topic"}


def test_L29_a_row_s_agent_that_cannot_be_made_loses_its_row_only(evaluation):
    def for_row(row):
        if row["case"] == "q3":
            raise LookupError("no such persona")
        return Agent()

    result = evaluation(agent_factory=None, agent_factory_for_row=for_row)
    assert result["inference_results"][3]["error"] == "LookupError: no such persona"
    assert result["report"].metric("accuracy").point_estimate == (N - 1) / N


def test_L30_columns_of_all_judges_stand_on_one_frame(evaluation):
    tone = Judge.from_callable(lambda output: 4, {"tone": "ordinal"}, scale=(1.0, 5.0))
    result = evaluation(judge=[make_judge(), tone])
    scored = result["scored_data"]
    assert scored["accuracy"].tolist()[:5] == [0.0, 1.0, 1.0, 1.0, 0.0]
    assert set(scored["tone"]) == {4.0}
    assert scored["accuracy_reason"][0] == "1 is expected"
    assert result["score_types"] == {"accuracy": "binary", "tone": "ordinal"}


def test_L30_two_judges_that_share_a_column_need_a_prefix(evaluation):
    message = refused(evaluation, judge=[make_judge(), make_judge()])
    assert message == (
        "judge: 2 judges share the column 'accuracy'. Give a judge column_prefix=\"…\"."
    )
    result = evaluation(judge=[make_judge(), make_judge(column_prefix="strict_")])
    assert result["score_types"] == {"accuracy": "binary", "strict_accuracy": "binary"}
    assert result["scored_data"]["strict_accuracy"].equals(result["scored_data"]["accuracy"])


def test_L30_a_judge_overwrites_no_column_of_the_frame(evaluation, eval_data):
    message = refused(evaluation, eval_data=eval_data.assign(accuracy=1))
    assert "judge: eval_data has the judge's column 'accuracy' already." in message
    message = refused(evaluation, eval_data=eval_data.assign(output="x"))
    assert message == "eval_data: it has a column 'output', which the flow adds. Rename it."


def test_L30_a_judge_s_columns_can_be_told_from_all_others(evaluation):
    judge = Judge.from_callable(lambda output: 1, {"latency_ms": "numeric", "a:b": "binary"})
    message = refused(evaluation, judge=judge)
    assert "judge: 'latency_ms' is measured already. Give it another name." in message
    assert "judge: 'a:b' has a ':', which separates variant and metric." in message
    result = evaluation(
        judge=Judge.from_callable(lambda output: 1, {"latency_ms": "numeric"}, "told_")
    )
    assert result["report"].metric("told_latency_ms").point_estimate == 1.0
    message = refused(evaluation, scorers=[Scorer("a:b", exact_match)])
    assert message.startswith("scorers: 'a:b' has a ':'")


def test_L30_any_callable_with_an_output_type_is_a_judge_and_a_bare_one_is_explained(evaluation):
    class Own:
        output_type = MappingProxyType({"ok": "binary"})
        column_prefix = "own_"

        async def __call__(self, output, expected):
            return {"ok": output == expected}

    assert evaluation(judge=Own())["score_types"] == {"own_ok": "binary"}
    message = refused(evaluation, judge=lambda output: True)
    assert "Judge.from_callable(function, output_type=" in message


def test_L30_a_judge_sees_answered_rows_only_and_failed_rows_still_count(evaluation):
    seen = []

    def judge(output, expected, question, topic):
        seen.append((question, topic))
        return output == expected

    result = evaluation(
        agent_factory=lambda: Agent(breaks=10),
        judge=Judge.from_callable(judge, {"accuracy": "binary"}),
    )
    assert len(seen) == N - 4
    assert ("0 + 1", "easy") in seen
    accuracy = result["report"].metric("accuracy")
    assert (accuracy.point_estimate, accuracy.sample_size) == (0.9, N)
    assert (accuracy.n_failed, accuracy.n_missing) == (4, 0)
    scored = result["scored_data"]
    assert scored["accuracy"].isna().sum() == 4
    assert scored.loc[1, ["output", "accuracy_reason"]].tolist() == [None, "the agent failed"]


class Verdict(BaseModel):
    """Several scores of several types."""

    explanation: str
    correct: bool
    quality: int = Field(ge=1, le=5)
    confidence: float | None = Field(ge=0, le=1)
    tone: Literal["formal", "casual"]


class Mood(Enum):
    GOOD = "good"
    BAD = "bad"


def test_L30_a_pydantic_output_type_has_scores_of_every_type(evaluation):
    def judge(output):
        return Verdict(explanation="so", correct=True, quality=4, confidence=0.5, tone="casual")

    result = evaluation(judge=Judge.from_callable(judge, Verdict, "j_"))
    assert result["score_types"] == {
        "j_correct": "binary",
        "j_quality": "ordinal",
        "j_confidence": "numeric",
        "j_tone": "categorical",
    }
    scored = result["scored_data"]
    assert scored.loc[0, ["j_correct", "j_quality", "j_tone"]].tolist() == [1.0, 4.0, "casual"]
    report = result["report"]
    assert report.metric("j_tone.casual").point_estimate == 1.0
    assert report.metric("j_quality").sample_size == N
    assert report.records[0].scores["j_tone"] == "casual"


@pytest.mark.parametrize(
    ("output_type", "message"),
    [
        ({"a": "binry"}, "output_type: a is 'binry'. Did you mean \"binary\"?"),
        ({}, "output_type has no score"),
        ("binary", "output_type is 'binary'. Accepted: a pydantic model, or a mapping"),
        ({"a": dict}, "output_type: a is dict"),
        ({"a": {"type": "ordinal", "scle": [1, 5]}}, "output_type: a is {'type': 'ordinal', 'sc"),
        ({"a": {"type": "ordinal", "scale": [5, 1]}}, "output_type: a is {'type': 'ordinal'"),
        ({"a": {"scale": [1, 5]}}, "output_type: a is None."),
    ],
)
def test_L30_an_output_type_that_cannot_be_used_is_refused(output_type, message):
    with pytest.raises(InputError, match=r"judge: ") as caught:
        Judge.from_callable(lambda output: True, output_type)
    assert message in str(caught.value)


def test_L30_a_mapping_may_say_scale_and_meaning_of_each_score():
    output_type = {
        "clear": {"type": "ordinal", "scale": [1, 9], "about": "Few words."},
        "tone": {"labels": ["formal", "casual"], "about": "How it speaks."},
        "sure": "numeric",
    }
    judge = Judge("openai/judge", criterion="Good", output_type=output_type, scale=(0, 1))
    clear, tone, sure = judge.fields
    assert (clear.low, clear.high, clear.told) == (1.0, 9.0, "Few words.")
    assert (tone.labels, tone.told) == (("formal", "casual"), "How it speaks.")
    assert (sure.low, sure.high) == (0.0, 1.0)
    assert "- clear: Few words. Scale: one whole number, from 1 (worst) to 9 (best)." in str(
        judge.messages_for("x", "y")[0]["content"]
    )


def test_L30_an_enum_and_a_list_are_labels():
    by_enum = Judge.from_callable(lambda output: Mood.GOOD, {"mood": Mood})
    by_list = Judge.from_callable(lambda output: "bad", {"mood": ["good", "bad"]})
    assert by_enum.read(Mood.GOOD)["mood"].value == 0.0
    assert by_list.read("bad")["mood"].value == 1.0
    assert "not one of 'good', 'bad'" in by_list.read("ugly")["mood"].reason


@pytest.mark.parametrize("asynchronous", [False, True])
def test_L31_the_hook_adds_what_a_judge_needs(evaluation, asynchronous):
    def retrieve(frame):
        return frame.assign(retrieved_context="from " + frame["output"])

    async def later(frame):
        await asyncio.sleep(0.01)
        return retrieve(frame)

    def judge(output, retrieved_context):
        return retrieved_context == f"from {output}"

    result = evaluation(
        judge=Judge.from_callable(judge, {"faithful": "binary"}),
        post_inference=later if asynchronous else retrieve,
        scorers=[exact_match],
    )
    assert result["report"].metric("faithful").point_estimate == 1.0
    assert result["report"].metric("exact_match").point_estimate == 0.75
    assert result["scored_data"]["retrieved_context"][1] == "from 2"


def test_L31_works_inside_a_running_loop(evaluation):
    async def hook(frame):
        return frame.assign(extra=1)

    async def cell():
        return evaluation(post_inference=hook)

    assert asyncio.run(cell())["report"].metric("accuracy").sample_size == N


@pytest.mark.parametrize(
    ("hook", "fault"),
    [
        (lambda frame: frame[["question"]], "without 'case', 'answer', 'topic', 'output', 'error'"),
        (lambda frame: frame[frame["topic"] == "easy"], "it returned 25 rows of 40."),
        (lambda frame: frame.iloc[::-1], "in another order or under another index"),
        (lambda frame: frame.sample(frac=1, random_state=1), "in another order"),
        (lambda frame: frame.reset_index(drop=True).set_index("case"), "under another index"),
        (lambda frame: frame.assign(output="better"), "it changed 'output'."),
        (lambda frame: frame.assign(answer="x"), "it changed 'answer'."),
        (lambda frame: frame.to_dict(), "it returned dict, not a frame."),
        (lambda frame: None, "it returned NoneType, not a frame."),
    ],
)
def test_L31_the_hook_may_add_columns_and_nothing_else(evaluation, hook, fault, tmp_path):
    store = tmp_path / "garden.db"
    with pytest.raises(InputError) as caught:
        evaluation(post_inference=hook, store=store, name="kept")
    assert fault in str(caught.value)
    assert "Return the frame it was given with columns added" in str(caught.value)
    assert "name='kept'" in "".join(caught.value.__notes__)


@pytest.mark.parametrize("column", ["accuracy", "accuracy_reason", "exact_match"])
def test_L31_the_hook_fills_no_column_of_a_judge_or_scorer(evaluation, column):
    with pytest.raises(InputError) as caught:
        evaluation(post_inference=lambda frame: frame.assign(**{column: 1}), scorers=[exact_match])
    assert str(caught.value) == (
        f"post_inference: it added {column!r}, which a judge or a scorer fills. "
        "Give the column another name."
    )


def test_L31_after_a_wrong_hook_no_agent_is_called_again(evaluation, tmp_path):
    agent = Agent()
    given = {"agent_factory": lambda: agent, "store": tmp_path / "garden.db", "name": "kept"}
    with pytest.raises(InputError):
        evaluation(post_inference=lambda frame: None, **given)
    assert len(agent.asked) == N
    result = evaluation(post_inference=lambda frame: frame.assign(x=1), **given)
    assert len(agent.asked) == N
    assert result["report"].metric("accuracy").point_estimate == 1.0
