"""Reports from records: laws, policies about failures, families, statuses."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from outcomes import evidence_of, passes, records_of

from garden_nb.analysis.comparison import Status
from garden_nb.analysis.decision import Action
from garden_nb.analysis.evidence import Evidence, build_report
from garden_nb.analysis.gates import Gate
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.analysis.table import Plan
from garden_nb.core.metrics import Kind, Metric, Role
from garden_nb.core.records import Output, Record, Score, Usage

AB = AnalysisSpec("a", "a")
VALUES = st.lists(
    st.tuples(*[st.sampled_from([0, 1])] * 3) | st.tuples(*[st.sampled_from([0.0, 0.25, 0.8])] * 3),
    min_size=1,
    max_size=40,
).filter(lambda rows: len({type(row[0]) for row in rows}) == 1)


def outcomes(rows):
    return {label: [row[j] for row in rows] for j, label in enumerate("abc")}


@settings(max_examples=60, deadline=None)
@given(VALUES, st.randoms())
def test_order_of_records_changes_no_digit(rows, random):
    records = records_of(outcomes(rows))
    plan = Plan(tuple(f"c{i}" for i in range(len(rows))), ("a", "b", "c"), "a")
    straight = build_report(records, plan)
    random.shuffle(records)
    ids = list(plan.case_ids)
    random.shuffle(ids)
    assert build_report(records, replace(plan, case_ids=tuple(ids))) == straight


@settings(max_examples=60, deadline=None)
@given(VALUES)
def test_swapping_the_baseline_negates_delta_and_mirrors_the_interval(rows):
    evidence = evidence_of(outcomes(rows))
    there = evidence.report(AnalysisSpec("b", "a", adjust=None)).comparison("c", "ok")
    back = evidence.report(AnalysisSpec("c", "a", adjust=None)).comparison("b", "ok")
    assert back.delta == -there.delta
    assert (back.p_value, back.p_adj) == (there.p_value, there.p_adj)
    if there.ci_low is not None:
        assert (back.ci_low, back.ci_high) == (-there.ci_high, -there.ci_low)
        assert (back.ci_adj_low, back.ci_adj_high) == (-there.ci_adj_high, -there.ci_adj_low)
    assert (back.gained, back.lost) == (there.lost, there.gained)


@settings(max_examples=150, deadline=None)
@given(VALUES, st.sampled_from(["holm", "fdr_bh", "maxt", None]), st.sampled_from("abc"))
def test_verdict_interval_and_adjusted_p_never_disagree(rows, adjust, baseline):
    report = evidence_of(outcomes(rows)).report(AnalysisSpec(baseline, "a", adjust=adjust))
    for row in report.comparisons:
        if row.p_adj is None:
            assert row.status in {Status.NOT_TESTABLE, Status.NO_DATA}
            continue
        excluded = row.ci_adj_low > 0 or row.ci_adj_high < 0
        assert excluded == (row.p_adj < 0.05)
        assert excluded == (row.status in {Status.IMPROVEMENT, Status.REGRESSION})
        assert row.p_adj >= row.p_value
        assert row.ci_adj_low <= row.delta <= row.ci_adj_high


def test_copying_every_record_ten_times_narrows_nothing():
    rng = np.random.default_rng(1)
    once = {"a": passes(rng, 60, 0.6), "b": passes(rng, 60, 0.8)}
    records = [replace(r, repeat=k) for r in records_of(once) for k in range(10)]
    plan = Plan(tuple(f"c{i}" for i in range(60)), ("a", "b"), "a", repeats=10)
    single = evidence_of(once).report(AB).comparison("b", "ok")
    copied = build_report(records, plan).comparison("b", "ok")
    assert replace(copied, notes=()) == replace(single, notes=())


def test_failures_count_as_wrong_or_leave_the_pair_and_dependence_is_flagged():
    a, b = [0] * 16 + [1] * 14, [1] * 16 + ["Timeout"] * 14
    evidence = evidence_of({"a": a, "b": b})
    kept = evidence.report(AB).comparison("b", "ok")
    dropped = evidence.report(replace(AB, on_error="drop")).comparison("b", "ok")
    assert (kept.n_pairs, kept.gained, kept.lost) == (30, 16, 14)
    assert (dropped.n_pairs, dropped.gained, dropped.lost) == (16, 16, 0)
    assert kept.status is Status.INCONCLUSIVE
    assert dropped.status is Status.IMPROVEMENT
    assert kept.depends_on_failures
    assert dropped.depends_on_failures


def test_failing_on_hard_cases_raises_no_score():
    hard = [1] * 20 + [0] * 10
    evidence = evidence_of({"a": hard, "b": [1] * 20 + ["Crash"] * 10})
    report = evidence.report(AB)
    assert report.estimate("b", "ok").value == report.estimate("a", "ok").value == 20 / 30
    assert report.counts[1].failed == 10


def test_a_missing_score_is_neither_zero_nor_a_tie():
    records = records_of({"a": [1] * 10, "b": [1] * 10})
    records[-1] = replace(records[-1], scores={"ok": Score(None, "NaN")})
    plan = Plan(tuple(f"c{i}" for i in range(10)), ("a", "b"), "a")
    report = build_report(records, plan)
    assert report.estimate("b", "ok").value == 1.0
    assert report.estimate("b", "ok").n_missing == 1
    assert report.comparison("b", "ok").n_pairs == 9


def test_absent_trials_are_interim_and_give_no_verdict():
    evidence = evidence_of({"a": [0] * 30, "b": [1] * 6 + [0] * 23 + [None]})
    report = evidence.report(AB)
    row = report.comparison("b", "ok")
    assert row.p_value < 0.05
    assert report.interim
    assert report.decision.action is Action.INTERIM
    assert row.status is Status.INCONCLUSIVE
    assert row.p_adj is row.ci_adj_low is None
    assert row.n_pairs == 29


def test_an_interim_report_says_what_holds_whenever_one_looks():
    evidence = evidence_of({"a": [0] * 30, "b": [1] * 20 + [0] * 9 + [None], "c": [0] * 30})
    report = evidence.report(AB)
    row = report.comparison("b", "ok")
    assert (row.status, row.method, row.ci_adj_low) == (Status.IMPROVEMENT, "e_value", None)
    assert row.p_adj == pytest.approx(2 * 21 / 2**20)
    assert report.comparison("c", "ok").status is Status.INCONCLUSIVE
    assert report.decision.headline == "Interim, but shown already: b is better."


def test_recorded_results_that_lack_trials_are_final_and_flag_dependence():
    evidence = evidence_of({"a": [0] * 20 + [1] * 10, "b": [1] * 20 + [None] * 10}, recorded=True)
    row = evidence.report(AB).comparison("b", "ok")
    assert (row.status, row.depends_on_missing) == (Status.IMPROVEMENT, True)
    assert evidence.report(replace(AB, missing="fail")).comparison("b", "ok").n_pairs == 30


def test_clusters_widen_and_copies_inside_a_cluster_narrow_nothing():
    rng = np.random.default_rng(6)
    base = {"a": passes(rng, 20, 0.5), "b": passes(rng, 20, 0.7)}
    wide = {label: [v for v in values for _ in range(10)] for label, values in base.items()}
    clusters = tuple(f"k{i}" for i in range(20) for _ in range(10))
    naive = evidence_of(wide).report(AB).comparison("b", "ok")
    robust = evidence_of(wide, clusters=clusters).report(AB).comparison("b", "ok")
    assert robust.method == "cluster_cr2"
    assert robust.delta == naive.delta
    assert robust.ci_high - robust.ci_low > 2 * (naive.ci_high - naive.ci_low)


def test_repeats_that_differ_are_judged_on_case_means():
    rng = np.random.default_rng(7)
    records = [
        record
        for k in range(3)
        for record in records_of({"a": passes(rng, 40, 0.5), "b": passes(rng, 40, 0.8)}, repeat=k)
    ]
    plan = Plan(tuple(f"c{i}" for i in range(40)), ("a", "b"), "a", repeats=3)
    row = build_report(records, plan).comparison("b", "ok")
    assert row.method == "repeated_binary"
    assert row.n_pairs == 40
    assert "3 runs each averaged first" in row.notes[0]


def test_giant_cases_of_an_unbounded_score_get_no_verdict():
    rng = np.random.default_rng(8)
    a = rng.lognormal(0, 0.1, 60).tolist()
    b = [*(1.5 * rng.lognormal(0, 0.1, 59)).tolist(), 500.0]
    report = evidence_of({"a": a, "b": b}).report(AB)
    row = report.comparison("b", "ok")
    assert row.heavy_tail
    assert (row.status, row.p_adj) == (Status.NOT_TESTABLE, None)
    assert report.family_size == 0


def test_people_correct_a_judge_that_favours_one_side():
    rng = np.random.default_rng(9)
    n, labelled = 300, 80
    truth = {"a": rng.random(n), "b": rng.random(n)}
    judge = {"a": truth["a"], "b": truth["b"] + 0.3}
    records = [
        Record(
            f"c{i}", label,
            scores={"judge": Score(float(judge[label][i])),
                    **({"people": Score(float(truth[label][i]))} if i < labelled else {})},
        )
        for label in "ab" for i in range(n)
    ]  # fmt: skip
    metrics = {"judge": Metric("judge", Kind.BOUNDED, low=0.0, high=2.0, human="people")}
    plan = Plan(tuple(f"c{i}" for i in range(n)), ("a", "b"), "a", metrics=metrics)
    report = build_report(records, plan)
    row = report.comparison("b", "judge")
    assert [m.name for m in report.metrics] == ["judge"]
    assert (row.method, row.status) == ("ppi++", Status.INCONCLUSIVE)
    assert abs(row.delta) < 0.1
    uncorrected = build_report(records, replace(plan, metrics={"people": Metric("people")}))
    assert uncorrected.comparison("b", "judge").status is Status.IMPROVEMENT


@pytest.mark.parametrize("adjust", ["holm", "maxt", None])
def test_bootstrap_everywhere_still_never_contradicts_itself(adjust):
    rng = np.random.default_rng(10)
    evidence = evidence_of({label: passes(rng, 50, 0.4 + k / 8) for k, label in enumerate("abcd")})
    report = evidence.report(replace(AB, method="bootstrap", adjust=adjust))
    assert {row.method for row in report.comparisons} == {"bootstrap"}
    for row in report.comparisons:
        assert (row.ci_adj_low > 0 or row.ci_adj_high < 0) == (row.p_adj < 0.05)


@pytest.mark.parametrize(("policy", "n"), [("pairwise", 29), ("fail", 30), ("common", 28)])
def test_policies_about_absent_trials(policy, n):
    evidence = evidence_of(
        {"a": [1] * 30, "b": [1] * 29 + [None], "c": [None] + [1] * 29},
    )
    assert evidence.report(replace(AB, missing=policy)).comparison("b", "ok").n_pairs == n


def test_perfect_variants_have_an_interval_with_a_width():
    report = evidence_of({"a": [1] * 20, "b": [1] * 20}).report(AB)
    row = report.comparison("b", "ok")
    assert row.delta == 0
    assert row.ci_low < -0.1 < 0.1 < row.ci_high
    assert row.status is Status.NOT_TESTABLE
    assert report.estimate("a", "ok").ci_low < 0.85


@pytest.mark.parametrize("n", [1, 4])
def test_below_five_pairs_there_is_an_estimate_and_nothing_else(n):
    row = evidence_of({"a": [0] * n, "b": [1] * n}).report(AB).comparison("b", "ok")
    assert row.delta == 1
    assert row.ci_low is row.p_value is row.p_adj is None
    assert row.status is Status.NOT_TESTABLE


def test_no_pair_is_no_data():
    evidence = evidence_of({"a": [1, None], "b": [None, 1]})
    assert evidence.report(AB).comparison("b", "ok").status is Status.NO_DATA


def test_a_margin_makes_equivalent_what_lies_inside_it():
    rng = np.random.default_rng(2)
    a = rng.random(400).tolist()
    b = (np.array(a) + rng.normal(0, 0.02, 400)).clip(0, 1).tolist()
    evidence = evidence_of({"a": a, "b": b})
    row = evidence.report(replace(AB, margin=0.01)).comparison("b", "ok")
    assert row.status is Status.EQUIVALENT
    assert -0.01 < row.ci_adj_low < row.ci_adj_high < 0.01
    assert evidence.report(AB).decision.action is Action.UNDECIDED
    assert evidence.report(replace(AB, margin=0.01)).decision.headline == "Keep a."


def test_another_baseline_pays_for_the_choice():
    rng = np.random.default_rng(3)
    evidence = evidence_of({label: passes(rng, 100, 0.7) for label in "abcd"})
    planned = evidence.report(AB)
    changed = evidence.report(AnalysisSpec("b", "a"))
    assert (planned.family_size, changed.family_size) == (3, 6)


def test_guardrails_stand_outside_the_family_and_are_judged_by_the_ratio():
    rng = np.random.default_rng(4)
    records = []
    for i in range(50):
        base = float(rng.lognormal(3, 1))
        for label, factor in (("a", 1.0), ("b", 1.5)):
            record = Record(
                f"c{i}",
                label,
                output=Output("x", Usage(cost_usd=0.001)),
                latency_ms=base * factor * float(rng.lognormal(0, 0.1)),
                scores={"ok": Score(1.0, binary=True)},
            )
            records.append(record)
    report = build_report(records, Plan(tuple(f"c{i}" for i in range(50)), ("a", "b"), "a"))
    row = report.comparison("b", "latency_ms")
    assert (row.role, row.method, row.p_adj, row.ci_adj_low) == (
        Role.GUARDRAIL, "log_ratio", None, None,
    )  # fmt: skip
    assert row.status is Status.REGRESSION
    assert 1.4 < row.ratio_low < row.ratio < row.ratio_high < 1.6
    assert row.delta > 0
    assert report.family_size == 1
    assert [m.name for m in report.metrics] == ["ok", "cost_usd", "latency_ms"]
    same = report.comparison("b", "cost_usd")
    assert same.status is Status.INCONCLUSIVE
    assert same.ratio == 1.0


def test_lower_is_better_flips_the_word_and_never_the_sign():
    plan = {"metrics": {"ok": Metric("ok", Kind.BINARY, "lower_is_better", low=0.0, high=1.0)}}
    evidence = evidence_of({"a": [0] * 30, "b": [1] * 30}, **plan)
    row = evidence.report(AB).comparison("b", "ok")
    assert row.delta == 1
    assert row.status is Status.REGRESSION


def test_a_failed_trial_is_worst_for_a_metric_of_which_less_is_better():
    plan = {"metrics": {"ok": Metric("ok", Kind.BINARY, "lower_is_better", low=0.0, high=1.0)}}
    evidence = evidence_of({"a": [0] * 9, "b": [0] * 8 + ["Crash"]}, **plan)
    assert evidence.report(AB).estimate("b", "ok").value == pytest.approx(1 / 9)


def test_gates_read_values_and_deltas():
    evidence = evidence_of({"a": [1] * 20 + [0] * 20, "b": [1] * 30 + [0] * 10})
    gates = (
        Gate("ok", "min", 0.5), Gate("ok", "min", 0.6), Gate("ok", "min_delta", 0.25),
        Gate("ok", "max_delta_pct", 49.9, "b"), Gate("ok", "min_delta", 0.0, "a"),
    )  # fmt: skip
    results = evidence.report(replace(AB, gates=gates)).gates
    assert [r.verdict.value for r in results] == ["pass", "fail", "pass", "fail", "skipped"]
    assert results[1].reason == "a has 50.0 %"


def test_a_better_contender_that_fails_a_gate_is_no_switch():
    evidence = evidence_of({"a": [0] * 30, "b": [1] * 15 + [0] * 15})
    assert evidence.report(AB).decision.headline == "Switch to b."
    gated = evidence.report(replace(AB, gates=(Gate("ok", "min", 0.9),))).decision
    assert gated.action is Action.UNDECIDED
    assert gated.headline == "Undecided: b is better but fails a gate."


def test_equal_variants_give_one_plain_sentence():
    rng = np.random.default_rng(5)
    base = passes(rng, 60, 0.7)
    report = evidence_of(dict.fromkeys("abcd", base)).report(AB)
    assert report.decision.headline == "Undecided: no contender is told apart from a."
    assert report.best_sets["ok"] == ("a", "b", "c", "d")


def test_one_variant_alone_is_described():
    report = evidence_of({"a": [1] * 10}).report(AB)
    assert report.decision.action is Action.NOTHING
    assert report.comparisons == ()
    assert report.estimate("a", "ok").value == 1


def test_records_of_strangers_are_left_out():
    records = [*records_of({"a": [1], "b": [1], "z": [1]}), Record("zz", "a")]
    evidence = Evidence(records, Plan(("c0",), ("a", "b"), "a"))
    assert evidence.table.done.all()
    assert evidence.table.done.shape == (1, 2, 1)
