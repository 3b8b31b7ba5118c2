"""latent's contracts on scorers and results of one evaluation: L32, L34, L35, L38 to L41."""

# ruff: noqa: ARG005, N802  # stubs take what they do not use; points keep their names

import _thread
import asyncio

import numpy as np
import pandas as pd
import pytest
from contracts_support import Agent, N, refused

from garden_nb import exact_match
from garden_nb.engine.judge import Judge
from garden_nb.errors import EditedAgentWarning
from garden_nb.flows.evaluation.metric_result import MetricResult


def test_L32_scorers_get_frame_and_results_which_pair_by_position(evaluation):
    def steps(data, results):
        assert isinstance(data, pd.DataFrame)
        assert [one["id"] for one in results] == data["case"].tolist()
        assert data["output"].tolist() == [one["output"] for one in results]
        assert {"latency_ms", "error", "cost_usd", "steps"} <= set(results[0])
        return {"answered": MetricResult("answered", 1.0, 0.9, 1.0, "exact", len(data))}

    result = evaluation(scorers=[steps], gates={"answered": 0.5}, id_column="case")
    metric = result["report"].metric("answered")
    assert (metric.ci_lower, metric.method, metric.sample_size) == (0.9, "exact", N)
    assert result["all_passed"] is True
    assert "answered" in result["markdown"]


def test_L32_a_frame_scorer_may_be_async_and_give_numbers_of_numpy(evaluation):
    async def later(data, results):
        await asyncio.sleep(0)
        return {"half": MetricResult("half", np.float32(0.5), np.float64(0.25), 1)}

    def broken(data, results):
        return {"wide": MetricResult("wide", 0.5, float("nan"), 1.0)}

    report = evaluation(scorers=[later, broken])["report"]
    metric = report.metric("half")
    assert (metric.point_estimate, metric.ci_lower, metric.ci_upper) == (0.5, 0.25, 1.0)
    assert {type(value) for value in (metric.point_estimate, metric.ci_upper)} == {float}
    assert "'wide' has the interval (nan, 1.0), whose ends are no numbers" in report.notes[0]


def test_L32_gates_by_metric(evaluation):
    result = evaluation(gates={"accuracy": 0.8})
    assert result["all_passed"] is False
    assert result["report"].gates[0].metric_name == "accuracy"
    message = refused(evaluation, gates={"gpt:accuracy": 0.8})
    assert "there is no variant 'gpt'. There is one agent: write \"accuracy\"." in message


def test_L34_agents_and_judges_have_a_concurrency_each(evaluation):
    agents = judges = most_agents = most_judges = 0

    async def agent(question):
        nonlocal agents, most_agents
        agents += 1
        most_agents = max(most_agents, agents)
        await asyncio.sleep(0.003)
        agents -= 1
        return ""

    async def judge(output):
        nonlocal judges, most_judges
        judges += 1
        most_judges = max(most_judges, judges)
        await asyncio.sleep(0.003)
        judges -= 1
        return True

    given = {"agent_factory": lambda: agent, "judge": Judge.from_callable(judge, {"ok": "binary"})}
    evaluation(**given, concurrency=2, judge_concurrency=5)
    assert (most_agents, most_judges) == (2, 2)
    most_judges = 0
    evaluation(**given, concurrency=2, judge_concurrency=1)
    assert most_judges == 1
    assert "judge_concurrency: got 0." in refused(evaluation, judge_concurrency=0)


def test_L35_what_is_returned(evaluation, eval_data):
    eval_data.index = range(100, 100 + N)
    result = evaluation(eval_data=eval_data, gates={"accuracy": 0.1})
    assert list(result) == [
        "inference_results",
        "scored_data",
        "report",
        "markdown",
        "all_passed",
        "score_types",
    ]
    assert result["scored_data"].index.tolist() == list(range(100, 100 + N))
    assert len(result["inference_results"]) == N
    assert result["report"].report_mode == "single"
    assert result["report"].comparisons == ()
    assert result["score_types"] == {"accuracy": "binary"}
    assert result["markdown"].startswith("## ")


def test_L38_without_a_judge_scorers_are_enough(evaluation):
    result = evaluation(judge=None, scorers=[exact_match, "token_f1"])
    assert result["score_types"] == {}
    assert result["report"].metric("exact_match").point_estimate == 0.75
    assert result["report"].metric("token_f1").point_estimate == 0.75


def test_L39_the_method_and_why_are_told(evaluation):
    result = evaluation(agent_factory=lambda: Agent(errs=4))
    assert result["report"].metric("accuracy").method == "wilson"


def test_L41_the_rows_have_the_documented_names(garden):
    report = garden()["report"]
    metric, row = report.metrics[0], report.comparisons[0]
    for name in ("name", "point_estimate", "ci_lower", "ci_upper", "method", "sample_size"):
        assert getattr(metric, name) is not None
    for name in ("delta", "ci_lower", "ci_upper", "p_value", "effect_size", "interpretation"):
        assert getattr(row, name) is not None


def test_a_run_that_fails_is_kept_and_named(evaluation, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    agent = Agent()
    with pytest.raises(ZeroDivisionError) as caught:
        evaluation(agent_factory=lambda: agent, post_inference=lambda frame: 1 / 0)
    (note,) = caught.value.__notes__
    (store,) = tmp_path.rglob("garden.db")
    assert f"store={str(store)!r}" in note
    name = note.split("name='")[1].split("'")[0]
    result = evaluation(agent_factory=lambda: agent, store=store, name=name)
    assert len(agent.asked) == N, "nothing is asked again"
    assert result["report"].metric("accuracy").point_estimate == 1.0


def test_an_interrupted_run_is_kept_named_and_taken_up(evaluation, tmp_path):
    agent = Agent()
    calls = []

    async def stops(question):
        calls.append(question)
        if len(calls) == 10:
            _thread.interrupt_main()
            await asyncio.sleep(5)
        return await agent.arun(question)

    given = {"agent_factory": lambda: stops, "gates": {"accuracy": 0.5}}
    result = evaluation(**given, summary_model="openai/never-asked")
    report = result["report"]
    assert report.interim
    assert report.summary is None
    assert result["all_passed"] is False, "nothing has passed on a part of the cases"
    assert "There is no summary, since the run was interrupted." in report.notes
    (note,) = [note for note in report.notes if note.startswith("The run was")]
    assert "To go on, pass store=" in note
    assert len(result["scored_data"]) == N
    store, name = note.split("store='")[1].split("'")[0], note.split("name='")[1].split("'")[0]
    before = len(calls)
    resumed = evaluation(**given, store=store, name=name)
    assert not resumed["report"].interim
    assert resumed["all_passed"] is True
    assert len(calls) - before == N - 9


def test_a_factory_that_was_edited_under_the_same_name_is_told_of(evaluation, tmp_path):
    given = {"store": tmp_path / "garden.db", "name": "kept"}

    def factory_of(code):
        names = {}
        exec(f"def factory():\n    return lambda question: {code}", names)  # noqa: S102
        return names["factory"]

    one, other = factory_of("'1'"), factory_of("'2'")
    evaluation(agent_factory=one, **given)
    assert evaluation(agent_factory=one, **given)["report"].notes == ()
    with pytest.warns(EditedAgentWarning, match="The factory of 'agent' was edited") as caught:
        result = evaluation(agent_factory=other, **given)
    assert caught[0].filename.endswith("conftest.py"), "it points at the call of the flow"
    assert str(caught[0].message) in result["report"].notes
    assert set(result["scored_data"]["output"]) == {"1"}
    anew = evaluation(agent_factory=other, store=given["store"], name="other")
    assert set(anew["scored_data"]["output"]) == {"2"}


def test_a_finished_run_without_a_store_leaves_nothing_behind(evaluation, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    evaluation()
    assert list(tmp_path.iterdir()) == []
