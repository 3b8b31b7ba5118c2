"""Gates as people write them, and the errors that list every problem."""

import pytest

from garden_nb.analysis.gates import Gate, parse_gates
from garden_nb.core.metrics import Kind, default_metric
from garden_nb.errors import GatesError

METRICS = [default_metric("accuracy", Kind.BINARY), default_metric("latency_ms")]
VARIANTS = ["llama3", "llama3:8b", "flash"]


def test_a_number_is_a_floor_for_every_variant():
    assert parse_gates({"accuracy": 0.6}, VARIANTS, METRICS) == (Gate("accuracy", "min", 0.6),)


def test_the_longest_label_that_fits_wins():
    (gate,) = parse_gates({"llama3:8b:accuracy": 0.6}, VARIANTS, METRICS)
    assert (gate.variant, gate.metric, gate.key) == ("llama3:8b", "accuracy", "llama3:8b:accuracy")


def test_every_rule_is_a_gate_of_its_own():
    gates = parse_gates({"latency_ms": {"max": 900, "max_delta_pct": 10}}, VARIANTS, METRICS)
    assert [(g.rule, g.bound) for g in gates] == [("max", 900.0), ("max_delta_pct", 10.0)]


def test_bounds_are_inclusive_up_to_rounding():
    assert Gate("accuracy", "min", 0.3).passes(0.1 + 0.2)
    assert Gate("accuracy", "max", 0.3).passes(0.1 + 0.2)
    assert not Gate("accuracy", "min", 0.3).passes(0.3 - 1e-9)


def test_all_problems_are_listed_at_once():
    bad = {
        "accurcy": 0.6, "latency_ms": 5, "gpt:accuracy": 0.6, "accuracy": {"mn": 1, "min": "x"},
        "flash:accuracy": True,
    }  # fmt: skip
    with pytest.raises(GatesError) as caught:
        parse_gates(bad, VARIANTS, METRICS)
    text = str(caught.value)
    assert len(caught.value.problems) == 6
    assert 'Did you mean "accuracy"?' in text
    assert "there is no variant 'gpt'" in text
    assert 'Write {"max": 5}' in text
    assert "unknown rule 'mn'" in text


@pytest.mark.parametrize("bad", [[("accuracy", 1)], "accuracy", 0.6])
def test_what_is_no_mapping_is_refused(bad):
    with pytest.raises(GatesError):
        parse_gates(bad, VARIANTS, METRICS)


@pytest.mark.parametrize("bound", [float("inf"), float("-inf"), float("nan")])
def test_a_bound_is_a_number_that_can_be_written_down(bound):
    with pytest.raises(GatesError):
        parse_gates({"accuracy": {"min": bound}}, VARIANTS, METRICS)
