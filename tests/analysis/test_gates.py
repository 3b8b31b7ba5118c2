"""Gates as people write them, and the errors that list every problem."""

from dataclasses import replace

import pytest
from outcomes import evidence_of

from garden_nb.analysis.decision import Action
from garden_nb.analysis.gates import Gate, GateVerdict, Measured, evaluate_gates, parse_gates
from garden_nb.analysis.numbers import Scale
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.core.metrics import Kind, default_metric
from garden_nb.errors import GatesError

METRICS = [default_metric("accuracy", Kind.BINARY), default_metric("latency_ms")]
SHARES = Scale.of(METRICS[0])
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


def test_options_hold_for_all_bounds_of_a_mapping_and_a_list_has_several():
    given = {
        "accuracy": [
            {"min": 0.6, "min_delta": -0.1, "use": "ci", "min_cases": 20, "severity": "warn"},
            {"margin": 0.02, "on_missing": "skip"},
            0.5,
        ],
        "flash:regressions": {"max": 0},
    }
    gates = parse_gates(given, VARIANTS, METRICS)
    options = {"use": "ci", "min_cases": 20, "severity": "warn"}
    assert [(g.key, g.rule, g.bound, g.options) for g in gates] == [
        ("accuracy", "min", 0.6, options),
        ("accuracy", "min_delta", -0.1, options),
        ("accuracy", "margin", 0.02, {"on_missing": "skip"}),
        ("accuracy", "min", 0.5, {}),
        ("flash:regressions", "max", 0.0, {}),
    ]


@pytest.mark.parametrize(
    ("key", "rules", "said"),
    [
        ("accuracy", 60, "min is 60, but accuracy lies in [0, 1]. Write 0.60."),
        ("accuracy", {"max": -0.1}, "Accepted: a number from 0 to 1."),
        ("accuracy", {"min_delta": -2}, "Write −0.02."),
        ("accuracy", {"margin": 5}, "accuracy differs by 1 at most. Write 0.05."),
        ("accuracy", {"margin": 0}, "Accepted: a number above 0."),
        ("accuracy", {"use": "ci"}, "it has no bound."),
        ("accuracy", {"min": 0.5, "use": "interval"}, "Accepted: point or ci."),
        ("accuracy", {"min": 0.5, "min_cases": -1}, "Accepted: a whole number from 0."),
        ("accuracy", {"min": 0.5, "severty": "warn"}, 'Did you mean "severity"?'),
        ("regressions", {"max_delta": 0}, "max_delta does not fit a count."),
        ("regressions", {"max": 0, "use": "ci"}, "a count has no interval."),
        ("regressions", 0, 'Write {"max": 0}.'),
    ],
)
def test_what_does_not_fit_is_refused_with_what_does(key, rules, said):
    with pytest.raises(GatesError) as caught:
        parse_gates({key: rules}, VARIANTS, METRICS)
    assert said in str(caught.value)


def test_of_a_scale_that_was_seen_only_floors_in_per_cent_are_refused():
    seen = [replace(default_metric("f1", Kind.BOUNDED), high=1.0)]
    for rules in ({"min": 60}, {"margin": 5}):
        with pytest.raises(GatesError):
            parse_gates({"f1": rules}, VARIANTS, seen)
    assert parse_gates({"f1": {"max": 3}}, VARIANTS, seen)[0].bound == 3.0


def _verdict(measured, baseline="a", **gate):
    gate = Gate(**{"metric": "accuracy", "rule": "min", "bound": 0.5} | gate)
    found = {(label, gate.metric): each for label, each in measured.items()}
    (result,) = evaluate_gates([gate], found, list(measured), baseline, {METRICS[0]: SHARES})
    return result


def test_an_interval_passes_fails_or_leaves_the_gate_unclear():
    def ends(low, high):
        return {"a": Measured(0.6, value_ends=(low, high), n_cases=30)}

    assert _verdict(ends(0.5, 0.7), use="ci").verdict is GateVerdict.PASS
    assert _verdict(ends(0.3, 0.49), use="ci").verdict is GateVerdict.FAIL
    unclear = _verdict(ends(0.45, 0.7), use="ci")
    assert (unclear.verdict, unclear.unclear) == (GateVerdict.INCONCLUSIVE, ("a",))
    assert unclear.reason == "a has 60.0 % [45.0 %, 70.0 %], on both sides of the bound"
    assert unclear.blocking
    assert not _verdict(ends(0.45, 0.7), use="ci", severity="warn").blocking
    assert _verdict(ends(0.45, 0.7)).verdict is GateVerdict.PASS


def test_a_margin_bounds_the_loss_in_the_direction_of_the_metric():
    low = {"a": Measured(0.6), "b": Measured(0.6, -0.01, delta_ends=(-0.019, 0.04), n_pairs=9)}
    assert _verdict(low, rule="margin", bound=0.02, use="ci").verdict is GateVerdict.PASS
    assert _verdict(low, rule="margin", bound=0.01, use="ci").verdict is GateVerdict.INCONCLUSIVE
    slower = {"b": Measured(9.0, 5.0, delta_ends=(1.0, 60.0), n_pairs=9)}
    late = {"metric": "latency_ms", "rule": "margin", "use": "ci"}
    assert _verdict(slower, **late, bound=60.0).verdict is GateVerdict.PASS
    assert _verdict(slower, **late, bound=0.5).verdict is GateVerdict.FAIL


def test_too_few_cases_and_no_interval_decide_nothing_and_absent_data_may_be_skipped():
    few = _verdict({"a": Measured(0.6, n_cases=12)}, min_cases=20)
    assert (few.verdict.word, few.reason) == ("unclear", "a has only 12 cases of 20")
    vague = _verdict({"a": Measured(0.6, n_cases=12, value_doubt="trials are missing")}, use="ci")
    assert vague.reason == "a has 60.0 % and nothing to judge it by (trials are missing)"
    absent = {"a": Measured(), "b": Measured(0.6)}
    assert _verdict(absent).verdict is GateVerdict.FAIL
    assert _verdict(absent, on_missing="skip").verdict is GateVerdict.PASS
    assert _verdict({"a": Measured()}, on_missing="skip").verdict is GateVerdict.SKIPPED


def test_counts_are_of_metrics_shown_worse_and_of_cases_that_got_worse():
    evidence = evidence_of({"a": [1] * 40, "b": [0] * 12 + [1] * 28, "c": [1] * 38 + [0] * 2})
    gates = (Gate("regressions", "max", 0.0), Gate("case_regressions", "max", 5.0))
    report = evidence.report(AnalysisSpec("a", "a", gates=gates))
    assert [gate.reason for gate in report.gates] == ["b has 1 shown", "b has 12 cases"]
    assert "c" not in {label for gate in report.gates for label in gate.failing}


def test_an_unclear_gate_keeps_from_a_switch():
    evidence = evidence_of({"a": [0] * 20 + [1] * 20, "b": [1] * 33 + [0] * 7})
    for use, action in (("point", Action.SWITCH), ("ci", Action.UNDECIDED)):
        gates = (Gate("ok", "min", 0.75, "b", use),)
        decision = evidence.report(AnalysisSpec("a", "a", gates=gates)).decision
        assert decision.action is action
    assert decision.headline == "Undecided: b is better, but a gate is unclear."


def test_percentages_are_written_as_other_numbers_are():
    low = {"b": Measured(9.0, -1.5, -15.25, delta_pct_ends=(-20.0, -10.5), n_pairs=9)}
    result = _verdict(low, rule="min_delta_pct", bound=-10.0)
    assert result.reason == "b has −15.2 %"
    whole = _verdict(low, rule="min_delta_pct", bound=-10.0, use="ci")
    assert whole.reason == "b has −15.25 % [−20.00, −10.50]"
