"""latent's contracts on the arguments of the garden of agents: the points L1 to L13.

The numbers are those of the list of contract points that the flows are built on.
"""

# ruff: noqa: ARG005, N802  # stubs take what they do not use; points keep their names

import asyncio
import inspect

import pandas as pd
import pytest
from contracts_support import FLASH, LITE, N, make_agent, make_judge, names, refused, words

from garden_nb import contains
from garden_nb.engine.judge import Judge
from garden_nb.flows.agent_garden_flow import agent_garden_flow
from garden_nb.flows.evaluation.metric_result import MetricResult


def test_the_page_s_signature_in_its_order_with_its_defaults():
    given = inspect.signature(agent_garden_flow).parameters
    page = {
        "eval_data": ...,
        "agent_factory_for_model": ...,
        "judge": ...,
        "models": ...,
        "baseline": None,
        "question_column": "question",
        "expected_column": None,
        "category_column": None,
        "id_column": None,
        "context_columns": None,
        "context_formatter": None,
        "gates": None,
        "scorers": None,
        "failure_taxonomy": None,
        "failure_filter_fn": None,
        "failure_timeout_s": None,
        "failure_concurrency": None,
        "concurrency": 1,
        "judge_concurrency": None,
        "n_resamples": 10000,
        "confidence_level": 0.95,
        "seed": None,
        "adjust_method": "holm",
        "summary_model": None,
        "summary_label": None,
    }
    own = {"failure_classifier", "store", "name"}
    assert [name for name in given if name not in own] == list(page)
    for name, default in page.items():
        wanted = inspect.Parameter.empty if default is ... else default
        assert given[name].default == wanted, name
    assert {given[name].kind for name in own} == {inspect.Parameter.KEYWORD_ONLY}


def test_the_page_s_typical_use(eval_data):
    result = agent_garden_flow(
        eval_data,
        agent_factory_for_model=lambda m: lambda: make_agent(model=m),
        judge=make_judge(),
        models=["gemini/gemini-2.5-flash", "gemini/gemini-2.5-flash-lite"],
        gates={"gemini-2.5-flash:accuracy": 0.6},
        seed=42,
    )
    report = result["report"]
    per_model = result["per_model"]
    assert report.report_mode == "comparison"
    assert list(per_model) == ["gemini/gemini-2.5-flash", "gemini/gemini-2.5-flash-lite"]


def test_L1_every_variant_gets_the_same_frame_which_stays_as_it_was(garden, eval_data):
    before = eval_data.copy(deep=True)
    result = garden()
    assert eval_data.equals(before)
    for own in result["per_model"].values():
        assert own["scored_data"]["question"].tolist() == before["question"].tolist()


def test_L1_a_question_column_is_needed(garden, eval_data):
    message = refused(garden, eval_data=eval_data.rename(columns={"question": "prompt"}))
    assert "question_column: there is no column 'question'." in message
    assert '"prompt"' in message
    assert "got list. Accepted: a pandas frame." in refused(garden, eval_data=[{"question": "x"}])


def test_L2_the_factory_is_a_double_callable_and_every_case_gets_a_fresh_agent(garden):
    made = []

    def for_model(model):
        def factory():
            made.append((model, make_agent(model)))
            return made[-1][1]

        return factory

    garden(agent_factory_for_model=for_model)
    assert len(made) == 2 * N
    assert {len(agent.asked) for _, agent in made} == {1}
    assert len({id(agent) for _, agent in made}) == 2 * N


def test_L2_a_single_callable_is_explained(garden):
    message = refused(garden, agent_factory_for_model=lambda model: 3)
    assert f"agent_factory_for_model({FLASH!r}): gave 3, which cannot be called." in message
    message = refused(garden, agent_factory_for_model=lambda model: lambda question: "no factory")
    assert "raised TypeError" in message
    assert "a function without arguments that returns a fresh agent" in message
    assert "got str" in refused(garden, agent_factory_for_model="gpt")


def test_L3_a_list_of_judges_scores_every_variant(garden):
    polite = Judge.from_callable(lambda output: 0.5, {"tone": "numeric"}, scale=(0.0, 1.0))
    report = garden(judge=[make_judge(), polite])["report"]
    for label in ("gemini-2.5-flash", "gemini-2.5-flash-lite"):
        assert report.metric(f"{label}:tone").point_estimate == 0.5
        assert report.metric(f"{label}:accuracy").sample_size == N


def test_L4_models_are_listed_once(garden):
    message = refused(garden, models=[FLASH, LITE, FLASH])
    assert message == f"models: {FLASH!r} stands there 2 times. List it once."


def test_L5_the_baseline_is_the_first_model_unless_it_is_named(garden):
    first = garden()["report"]
    assert [v.is_baseline for v in first.variants] == [True, False]
    named = garden(baseline=LITE)["report"]
    assert [v.is_baseline for v in named.variants] == [False, True]
    (one,), (other,) = first.comparisons, named.comparisons
    assert one.delta == -other.delta
    assert (one.variant, one.baseline) == (other.baseline, other.variant) == (LITE, FLASH)
    assert "worse" in one.interpretation or "unclear" in one.interpretation


def test_L5_reordering_the_models_turns_no_sign_when_the_baseline_is_named(garden):
    one = garden(baseline=FLASH)["report"].comparisons[0]
    other = garden(models=[LITE, FLASH], baseline=FLASH)["report"].comparisons[0]
    assert (one.delta, one.p_adj, one.variant) == (other.delta, other.p_adj, other.variant)


def test_L6_columns_have_the_roles_that_were_named(garden, eval_data):
    renamed = eval_data.rename(columns={"question": "prompt", "answer": "gold"})
    result = garden(
        eval_data=renamed,
        question_column="prompt",
        expected_column="gold",
        category_column="topic",
        id_column="case",
    )
    record = result["report"].records[0]
    assert (record.record_id, record.question, record.expected) == ("q0", "0 + 1", "1")
    assert record.category == "easy"
    message = refused(garden, expected_column="anwser", category_column="topics", id_column="no")
    assert "expected_column: there is no column 'anwser'. Did you mean \"answer\"?" in message
    assert "category_column: there is no column 'topics'. Did you mean \"topic\"?" in message
    assert "id_column: there is no column 'no'." in message


def test_L6_rows_without_ids_may_be_alike(garden, eval_data):
    report = garden(eval_data=pd.concat([eval_data, eval_data]))["report"]
    assert len({record.record_id for record in report.records}) == 2 * N
    assert report.comparisons[0].n_pairs == 2 * N


def test_L6_agents_never_see_the_expected_answer(garden):
    message = refused(
        garden,
        agent_factory_for_model=lambda model: lambda: lambda question, answer: answer,
    )
    assert "declares 'answer', which agents never see" in message


@pytest.mark.parametrize("declares", [True, False])
def test_L7_context_is_formatted_and_told(garden, declares):
    told = []

    def agent(question):
        told.append(question)
        return ""

    def knowing(question, context):
        told.append((question, context))
        return ""

    garden(
        agent_factory_for_model=lambda model: lambda: knowing if declares else agent,
        context_columns=["topic", "case"],
        context_formatter=lambda row: f"<{row['topic']}/{row['case']}>",
        models=["a"],
    )
    wanted = ("0 + 1", "<easy/q0>") if declares else "<easy/q0>\n\n0 + 1"
    assert wanted in told
    assert len(told) == N


def test_L7_context_has_a_plain_form_of_its_own(garden):
    told = []
    agent = lambda question, context: told.append(context) or ""  # noqa: E731
    garden(
        agent_factory_for_model=lambda model: lambda: agent,
        context_columns=["topic", "case"],
        models=["a"],
    )
    assert "topic: easy\ncase: q0" in told
    assert refused(garden, context_columns="topic") == (
        "context_columns: got 'topic'. Accepted: a list of columns, such as ['topic']."
    )
    message = refused(garden, context_columns=["topik"])
    assert "context_columns: there is no column 'topik'. Did you mean \"topic\"?" in message
    message = refused(garden, context_columns=["topic"], context_formatter=lambda row: 3)
    assert "context_formatter: returned int" in message


def test_L9_the_same_scorers_run_for_every_variant(garden):
    report = garden(scorers=[words, contains], gates={"short": 0.5})["report"]
    for label, model in (("gemini-2.5-flash", FLASH), ("gemini-2.5-flash-lite", LITE)):
        metric = report.metric(f"{label}:short")
        assert (metric.variant, metric.sample_size, metric.method) == (model, N, "share")
        assert report.metric(f"{label}:contains").sample_size == N
    assert names(report.gates, "metric_name") == [
        "gemini-2.5-flash:short",
        "gemini-2.5-flash-lite:short",
    ]


def test_L9_a_scorer_that_breaks_loses_its_own_metrics_only(garden):
    def broken(scored_data, inference_results):
        scored_data["output"] = "spoiled"
        raise KeyError("column")

    def nonsense(scored_data, inference_results):
        return {"a": 3, "b:c": MetricResult("b:c", 1.0), "d": MetricResult("d", float("nan"))}

    report = garden(scorers=[broken, nonsense, words], gates={"a": 0.1}, models=[FLASH])["report"]
    assert report.metric("gemini-2.5-flash:short").sample_size == N
    assert not any(record.output == "spoiled" for record in report.records)
    notes = "\n".join(report.notes)
    for said in (
        "broken raised KeyError",
        "'a' is int",
        "'b:c' has a ':'",
        "'d' has the value nan",
    ):
        assert said in notes
    (gate,) = report.gates
    assert (gate.passed, gate.reason) == (False, "no data for gemini-2.5-flash")


def test_L10_failures_are_classified(garden):
    seen = []

    def name(record, taxonomy):
        seen.append(record)
        assert taxonomy == {"arithmetic": "a wrong sum"}
        return "arithmetic"

    report = garden(
        failure_taxonomy={"arithmetic": "a wrong sum"},
        failure_classifier=name,
        failure_filter_fn=lambda record: record.scores["accuracy"] == 0,
        failure_timeout_s=5.0,
        failure_concurrency=2,
    )["report"]
    assert {record.scores["accuracy"] for record in seen} == {0.0}
    assert [(m.failure_mode, m.count) for m in report.failure_modes] == [
        ("gemini-2.5-flash:arithmetic", 4),
        ("gemini-2.5-flash-lite:arithmetic", 10),
    ]


def test_L11_concurrency_is_over_the_whole_garden(garden):
    under_way, most = 0, 0

    async def agent(question):
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0.002)
        under_way -= 1
        return ""

    garden(agent_factory_for_model=lambda model: lambda: agent, concurrency=3)
    assert most == 3
    most = 0
    garden(agent_factory_for_model=lambda model: lambda: agent)
    assert most == 1
    assert "concurrency: got 0. Accepted: a whole number from 1." in refused(garden, concurrency=0)


def test_L11_variants_run_interleaved(garden):
    order = []

    def for_model(model):
        return lambda: lambda question: order.append((question, model)) or ""

    garden(agent_factory_for_model=for_model)
    assert [q for q, _ in order[::2]] == [q for q, _ in order[1::2]]
    assert {model for _, model in order[:2]} == {FLASH, LITE}


def test_L11_judge_concurrency_is_apart(garden):
    under_way, most = 0, 0

    async def judge(output):
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0.001)
        under_way -= 1
        return True

    judge = Judge.from_callable(judge, {"ok": "binary"})
    garden(judge=judge, concurrency=8, judge_concurrency=2)
    assert most == 2


def test_L12_the_level_and_the_seed_are_used_and_a_drawn_seed_is_kept(garden):
    wide, narrow = (garden(confidence_level=level)["report"] for level in (0.99, 0.8))
    for one, other in zip(wide.metrics[:1], narrow.metrics[:1], strict=True):
        assert one.ci_lower < other.ci_lower
    assert wide.provenance["seed"] == "42"
    drawn = {garden(seed=None)["report"].provenance["seed"] for _ in range(2)}
    assert len(drawn) == 2
    again = garden(seed=int(drawn.pop()))["report"]
    assert again.comparisons[0].p_adj == wide.comparisons[0].p_adj
    assert "confidence_level: got 95." in refused(garden, confidence_level=95)
    assert "n_resamples: got 0." in refused(garden, n_resamples=0)


def test_L12_resamples_are_those_of_the_bootstrap(garden):
    view = garden(n_resamples=20_000)["report"].view
    view.choose(method="bootstrap")
    assert view._evidence.table.plan.resamples == 20_000
    assert view.comparisons[0].method == "bootstrap"


@pytest.mark.parametrize("method", ["holm", "fdr_bh", None])
def test_L13_one_family_spans_every_score_and_contender(garden, method):
    strict = Judge.from_callable(right_and_short, {"strict": "binary"})
    models = [FLASH, LITE, "x/third-lite"]
    report = garden(models=models, judge=[make_judge(), strict], adjust_method=method)["report"]
    assert len(report.comparisons) == 4
    assert report.view.frozen.family_size == 4
    raw = [row.p_value for row in report.comparisons]
    adjusted = [row.p_adj for row in report.comparisons]
    if method is None:
        assert adjusted == raw
    else:
        assert all(a >= p for a, p in zip(adjusted, raw, strict=True))
        assert max(adjusted) > min(raw)
    if method == "holm":
        assert min(adjusted) == pytest.approx(min(1.0, 4 * min(raw)))


def right_and_short(output, expected):
    return output == expected and len(output) < 2


def test_L13_an_unknown_correction_is_refused(garden):
    message = refused(garden, adjust_method="bonferroni")
    assert message == ("adjust_method: got 'bonferroni'. Accepted: 'holm', 'fdr_bh', 'maxt', None.")
