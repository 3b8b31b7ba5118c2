"""latent's contracts on the gates of a garden: the points L8, L18 and L26."""

# ruff: noqa: ARG005, N802  # stubs take what they do not use; points keep their names

import pytest
from contracts_support import FLASH, names, refused

from garden_nb.errors import InputError
from garden_nb.flows.evaluation.gate_spec import GateSpec
from garden_nb.flows.evaluation.thresholds import load_thresholds


def test_L8_qualified_key_gates_one_variant(garden):
    result = garden(gates={"gemini-2.5-flash:accuracy": 0.6})
    (gate,) = result["report"].gates
    assert (gate.metric_name, gate.variant) == ("gemini-2.5-flash:accuracy", FLASH)
    assert (gate.rule, gate.threshold, gate.passed) == ("min", 0.6, True)
    assert result["all_passed"] is True


def test_L8_bare_key_gates_every_variant(garden):
    result = garden(gates={"accuracy": 0.8})
    assert [(g.metric_name, g.passed) for g in result["report"].gates] == [
        ("gemini-2.5-flash:accuracy", True),
        ("gemini-2.5-flash-lite:accuracy", False),
    ]
    assert result["all_passed"] is False


def test_L8_floor_is_inclusive_and_a_spec_has_other_bounds(garden):
    gates = {
        "gemini-2.5-flash-lite:accuracy": GateSpec(min=0.75, max=0.75, min_delta=-0.15),
        "latency_ms": GateSpec(max=10_000),
    }
    report = garden(gates=gates)["report"]
    assert len(report.gates) == 5
    assert all(gate.passed for gate in report.gates)
    with pytest.raises(ValueError, match="GateSpec: it has no bound"):
        GateSpec()


def test_L8_wrong_gates_are_refused_before_any_agent_is_called(garden):
    calls = []
    watched = lambda model: lambda: calls.append(model) or (lambda question: "")  # noqa: E731
    gates = {
        "gemini-2.5-flsh:accuracy": 0.6,
        "acuracy": 0.6,
        "gemini-2.5-flash:latency_ms": 5,
        "accuracy": "high",
    }
    message = refused(garden, gates=gates, agent_factory_for_model=watched)
    assert (
        "gate \"gemini-2.5-flsh:accuracy\": there is no variant 'gemini-2.5-flsh'. "
        'Did you mean "gemini-2.5-flash"?' in message
    )
    assert 'gate "acuracy": there is no metric \'acuracy\'. Did you mean "accuracy"?' in message
    assert 'of latency_ms less is better. Write {"max": 5}.' in message
    assert "gate \"accuracy\": got 'high'." in message
    assert len(calls) <= 2, "factories are looked at, agents are not called"


def test_L8_bare_key_of_a_thresholds_file_is_refused_with_the_spellings(garden, tmp_path):
    path = tmp_path / "thresholds.yaml"
    path.write_text("other: {x: 1}\ndocs_qa:\n  gemini-2.5-flash:accuracy: 0.6\n  accuracy: 0.5\n")
    message = refused(garden, gates=load_thresholds(path, "docs_qa"))
    assert message == (
        "thresholds.yaml:4:3: 'accuracy' names no variant, and the metrics of the merged report "
        'all do. Write "gemini-2.5-flash:accuracy" or "gemini-2.5-flash-lite:accuracy".'
    )


def test_L8_thresholds_file_gates_by_qualified_keys(garden, tmp_path):
    path = tmp_path / "thresholds.yaml"
    path.write_text(
        "docs_qa:\n  gemini-2.5-flash:accuracy: 0.6\n"
        "  gemini-2.5-flash-lite:accuracy: {min_delta: -0.01}\n"
    )
    result = garden(gates=load_thresholds(path, "docs_qa"))
    assert [gate.passed for gate in result["report"].gates] == [True, False]
    path.write_text("docs_qa:\n  gemini-2.5-flash:acuracy: 0.6\n")
    message = refused(garden, gates=load_thresholds(path, "docs_qa"))
    assert message.startswith("thresholds.yaml:2:3: ")
    assert 'Did you mean "accuracy"?' in message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\n", "thresholds.yaml:1:1: there is no section 'docs'. Accepted: \"a\"."),
        ("docs: {}\n", "docs has no gates"),
        ("docs:\n  x: high\n", "thresholds.yaml:2:3: x is 'high'. Accepted: a number"),
        ("docs: [\n", "thresholds.yaml:"),
        ("", "there are no sections"),
    ],
)
def test_L8_thresholds_file_tells_where_it_is_wrong(tmp_path, text, message):
    path = tmp_path / "thresholds.yaml"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        load_thresholds(path, "docs")
    assert message in str(caught.value)


def test_L8_model_ids_with_colons_are_gated_by_the_longest_label(garden):
    models = ["ollama/llama3", "ollama/llama3:8b"]
    report = garden(models=models, gates={"llama3:8b:accuracy": 0.5})["report"]
    assert [gate.variant for gate in report.gates] == ["ollama/llama3:8b"]


def test_L18_gates_are_renamed_the_same_way(garden):
    report = garden(gates={"accuracy": 0.5})["report"]
    assert set(names(report.gates, "metric_name")) <= set(names(report.metrics))


def test_L26_every_metric_can_be_named_by_a_gate_of_a_file(garden, tmp_path):
    scored = [m for m in garden()["report"].metrics if m.name.endswith("accuracy")]
    path = tmp_path / "thresholds.yaml"
    path.write_text("flow:\n" + "".join(f"  {metric.name}: 0.1\n" for metric in scored))
    report = garden(gates=load_thresholds(path, "flow"))["report"]
    assert names(report.gates, "metric_name") == names(scored)
    view = report.view
    view.gates = {gate.metric_name: 0.99 for gate in report.gates}
    assert not view.passed, "the merged report is gated again by name"
