"""latent's contracts on the merged report: the points L15 to L28, L36 and L37."""

# ruff: noqa: N802  # stubs take what they do not use; points keep their names

import re

import pytest
from contracts_support import FLASH, LITE, Agent, N, make_agent, make_judge, names, refused, words

from garden_nb.engine.judge import Judge
from garden_nb.flows.agent_garden_flow import QUALIFIER
from garden_nb.flows.reopened import reopen_report


def test_L15_one_variant_per_model(garden):
    variants = garden()["report"].variants
    assert [(v.name, v.label) for v in variants] == [
        (FLASH, "gemini-2.5-flash"),
        (LITE, "gemini-2.5-flash-lite"),
    ]


def test_L16_records_of_all_variants_are_tagged_with_the_full_id(garden):
    records = garden(id_column="case")["report"].records
    assert len(records) == 2 * N
    assert {record.tag for record in records} == {FLASH, LITE}
    assert {record.record_id for record in records} == {f"q{n}" for n in range(N)}


def test_L17_metrics_are_renamed_and_tagged(garden):
    report = garden()["report"]
    accuracy = [metric for metric in report.metrics if metric.name.endswith(":accuracy")]
    assert [(m.name, m.variant) for m in accuracy] == [
        ("gemini-2.5-flash:accuracy", FLASH),
        ("gemini-2.5-flash-lite:accuracy", LITE),
    ]
    assert [m.point_estimate for m in accuracy] == [0.9, 0.75]
    assert all(m.ci_lower < m.point_estimate < m.ci_upper for m in accuracy)


def test_L19_every_contender_against_the_baseline_on_every_score(garden):
    models = [FLASH, LITE, "x/third"]
    report = garden(models=models)["report"]
    assert [(row.metric, row.variant, row.baseline) for row in report.comparisons] == [
        ("accuracy", LITE, FLASH),
        ("accuracy", "x/third", FLASH),
    ]
    row = report.comparisons[0]
    assert (row.delta, row.gained, row.lost, row.n_pairs) == (pytest.approx(-0.15), 2, 8, N)
    assert (row.ci_lower > 0 or row.ci_upper < 0) == (row.p_adj < 0.05)
    assert [row.metric for row in report.guardrails] == ["latency_ms"] * 2


def test_L20_power_is_for_binary_scores_only(garden):
    tone = Judge.from_callable(lambda output: len(output) / 9, {"tone": "numeric"}, scale=(0.0, 1))
    report = garden(judge=[make_judge(), tone], gates=None)["report"]
    assert {row.metric for row in report.comparisons} == {"accuracy", "tone"}
    (power,) = report.power_analyses
    assert (power.metric, power.variant, power.n_pairs) == ("accuracy", LITE, N)
    assert 0 < power.mde < 1
    assert 0 < power.mde_two_proportion < 1


def test_L21_category_summaries_are_renamed_and_tagged(garden):
    report = garden(category_column="topic")["report"]
    found = [(s.category, s.metric, s.variant, s.sample_size) for s in report.category_summaries]
    assert found == [
        ("easy", "gemini-2.5-flash:accuracy", FLASH, 25),
        ("hard", "gemini-2.5-flash:accuracy", FLASH, 15),
        ("easy", "gemini-2.5-flash-lite:accuracy", LITE, 25),
        ("hard", "gemini-2.5-flash-lite:accuracy", LITE, 15),
    ]
    assert garden()["report"].category_summaries == ()


def test_L22_failure_modes_are_renamed(garden):
    report = garden(
        agent_factory_for_model=lambda m: lambda: Agent(breaks=8 if m == LITE else 0),
        id_column="case",
    )["report"]
    (mode,) = report.failure_modes
    assert mode.failure_mode == "gemini-2.5-flash-lite:error.RuntimeError"
    assert (mode.count, mode.sample_size) == (5, N)
    assert mode.record_ids == ("q1", "q17", "q25", "q33", "q9")


def test_L23_names_are_unique_so_that_the_merged_report_can_be_gated(garden):
    report = garden(models=["a/x", "b/x", "c/y"], category_column="topic")["report"]
    assert len(set(names(report.metrics))) == len(report.metrics)
    for variant in report.variants:
        assert report.metric(f"{variant.label}{QUALIFIER}accuracy").variant == variant.name


def test_L24_labels_that_collide_keep_the_full_id(garden):
    report = garden(models=["openai/gpt-4o", "azure/gpt-4o", "x/small"])["report"]
    assert names(report.variants, "label") == ["openai/gpt-4o", "azure/gpt-4o", "small"]
    assert report.metric("azure/gpt-4o:accuracy").variant == "azure/gpt-4o"


def test_L25_the_qualifier_is_a_prefix_that_trackers_accept(garden):
    assert QUALIFIER == ":"
    report = garden(category_column="topic", scorers=[words])["report"]
    assert all(re.match(r"^[/\w.\- :]*$", metric.name) for metric in report.metrics)


def test_L27_what_is_returned(garden):
    result = garden(gates={"accuracy": 0.1})
    assert list(result) == ["per_model", "report", "markdown", "all_passed"]
    assert list(result["per_model"]) == [FLASH, LITE]
    assert "gemini-2.5-flash-lite" in result["markdown"]
    assert result["all_passed"] is True
    own = result["per_model"][LITE]
    assert list(own) == [
        "inference_results",
        "scored_data",
        "report",
        "markdown",
        "all_passed",
        "score_types",
    ]
    assert [m.name for m in own["report"].metrics] == ["accuracy", "latency_ms"]
    assert [g.metric_name for g in own["report"].gates] == ["accuracy"]


def test_L28_every_value_error_names_place_value_and_what_is_accepted(garden, eval_data):
    assert refused(garden, models=[]) == "models: it is empty. Give at least one model."
    assert refused(garden, baseline="gemini/gemini-2.5-flsh") == (
        "baseline: 'gemini/gemini-2.5-flsh' is not among the models. Did you mean "
        f'"{FLASH}"? Accepted: "{FLASH}", "{LITE}".'
    )
    twice = eval_data.assign(case=["q0", "q0", *eval_data["case"][2:]])
    assert refused(garden, eval_data=twice, id_column="case") == (
        "id_column 'case': the id 'q0' stands in rows 0, 1. Ids are compared as text."
    )
    assert "there is no variant 'gpt'." in refused(garden, gates={"gpt:accuracy": 0.5})
    assert "models: got 'gpt-4o'." in refused(garden, models="gpt-4o")
    everything = refused(garden, models=[], baseline="x", concurrency=0, judge=3, seed=-1)
    assert everything.startswith("4 problems:")


def test_L36_neither_post_inference_nor_agent_factory_for_row_is_taken(garden):
    for name in ("post_inference", "agent_factory_for_row"):
        with pytest.raises(TypeError, match=name):
            garden(**{name: lambda frame: frame})


def test_L37_there_are_no_repeats(garden):
    with pytest.raises(TypeError, match="repeats"):
        garden(repeats=2)


def test_a_model_that_cannot_be_called_leaves_the_comparison_and_the_others_stay(garden):
    class AuthenticationError(Exception):
        pass

    def for_model(model):
        def refuse(question):
            raise AuthenticationError("the key was refused")

        return lambda: refuse if model == "x/third" else make_agent(model)

    models = ["x/third", FLASH, LITE]
    report = garden(models=models, agent_factory_for_model=for_model, gates={"accuracy": 0.1})[
        "report"
    ]
    assert any(note.startswith("third was stopped: ") for note in report.notes)
    assert not report.interim
    (row,) = report.comparisons
    assert (row.variant, row.baseline, row.n_pairs) == (LITE, FLASH, N)
    verdicts = {gate.metric_name: gate.passed for gate in report.gates}
    assert verdicts["third:accuracy"] is False
    assert verdicts["gemini-2.5-flash:accuracy"] is True


def test_a_kept_run_can_be_read_again(garden, tmp_path):
    store = tmp_path / "garden.db"
    two = Judge.from_callable(
        lambda output, expected: {"right": output == expected, "size": len(output)},
        {"right": "binary", "size": "ordinal"},
        scale=(0.0, 9.0),
    )
    report = garden(judge=[make_judge(), two], store=store, name="kept", gates={"accuracy": 0.1})[
        "report"
    ]
    again = reopen_report(store, "kept")
    assert [row.delta for row in again.comparisons[:3]] == [r.delta for r in report.comparisons]
    assert [row.metric for row in again.comparisons[:3]] == [
        "accuracy",
        "judge_2.right",
        "judge_2.size",
    ]
    assert again.passed
