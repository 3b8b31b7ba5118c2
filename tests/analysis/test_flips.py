"""Flips: every case has one kind, and the kinds agree with what the report counts."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from outcomes import evidence_of, records_of

from garden_nb.analysis.flips import FlipKind, find_flips
from garden_nb.analysis.matrix import Policy
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.analysis.table import Plan, TrialTable
from garden_nb.core.metrics import Direction, Kind, Metric
from garden_nb.core.records import Record, Score

OUTCOME = st.sampled_from([0, 1, "timeout", None])
POLICY = st.builds(
    Policy, st.sampled_from(["fail", "drop"]), st.sampled_from(["pairwise", "fail", "common"])
)


def flips_of(outcomes, policy=None, answers=None):
    evidence = evidence_of(outcomes)
    metric = evidence.table.metrics[0]
    return find_flips(evidence.table, tuple(outcomes)[:2], metric, policy, answers)


def kinds(flips):
    return [flips.kind(i).value for i in range(len(flips.codes))]


def test_each_way_a_case_can_fare():
    flips = flips_of({"a": [1, 0, 0, 1, 1, None, 1], "b": [0, 1, 0, 1, 1, 1, "timeout"]})
    assert kinds(flips) == [
        *("regression", "fix", "both_fail", "same", "same", "unpaired", "regression"),
    ]
    assert flips.counts == {
        FlipKind.REGRESSION: 2,
        FlipKind.FIX: 1,
        FlipKind.BOTH_FAIL: 1,
        FlipKind.DIFFER: 0,
        FlipKind.SAME: 2,
        FlipKind.UNPAIRED: 1,
    }
    assert flips.positions().tolist() == [0, 6, 1, 2, 3, 4, 5]
    assert flips.positions({FlipKind.FIX, FlipKind.REGRESSION}).tolist() == [0, 6, 1]
    assert flips.positions(set()).tolist() == []


def test_failed_trials_that_are_dropped_leave_no_pair():
    flips = flips_of({"a": [1, 1], "b": [0, "timeout"]}, Policy(on_error="drop"))
    assert kinds(flips) == ["regression", "unpaired"]


def test_outputs_tell_cases_of_one_score_apart_and_reorder_nothing():
    outcomes = {"a": [1, 1, 0, 1], "b": [1, 1, 0, 0]}
    answers = np.array([[[7], [7]], [[7], [8]], [[7], [8]], [[7], [8]]])
    flips = flips_of(outcomes, answers=answers)
    assert kinds(flips) == ["same", "differ", "both_fail", "regression"]
    assert flips.positions().tolist() == flips_of(outcomes).positions().tolist() == [3, 2, 0, 1]


def test_repeats_are_shares_of_passed_runs_and_their_order_is_none():
    shares = {"a": [[1, 1], [1, 0], [1, 0]], "b": [[1, 0], [0, 1], [0, 0]]}
    records = [
        Record(f"c{i}", variant, r, scores={"ok": Score(float(value), binary=True)})
        for variant, cases in shares.items()
        for i, runs in enumerate(cases)
        for r, value in enumerate(runs)
    ]
    table = TrialTable.from_records(records, Plan(("c0", "c1", "c2"), ("a", "b"), "a", repeats=2))
    answers = np.array([[[1, 1], [1, 2]], [[1, 2], [2, 1]], [[1, 2], [2, 2]]])
    flips = find_flips(table, ("a", "b"), table.metrics[0], answers=answers)
    assert flips.values.tolist() == [[1, 0.5], [0.5, 0.5], [0.5, 0]]
    assert kinds(flips) == ["regression", "same", "regression"]


def test_the_largest_drop_comes_first_and_less_may_be_better():
    records = records_of({"a": [0.2, 0.9, 0.5, 0.5], "b": [0.1, 0.2, 0.9, 0.5]}, "ok")
    table = TrialTable.from_records(records, Plan(("c0", "c1", "c2", "c3"), ("a", "b"), "a"))
    rating = Metric("ok", Kind.BOUNDED, low=0.0, high=1.0)
    assert find_flips(table, ("a", "b"), rating).positions().tolist() == [1, 0, 2, 3]
    errors = Metric("ok", Kind.BOUNDED, Direction.LOWER_IS_BETTER, low=0.0, high=1.0)
    assert find_flips(table, ("a", "b"), errors).positions().tolist() == [2, 1, 0, 3]
    assert find_flips(table, ("a", "b"), errors).counts[FlipKind.FIX] == 2


@given(st.lists(st.tuples(OUTCOME, OUTCOME, OUTCOME), min_size=1, max_size=12), POLICY)
def test_flips_are_what_the_report_counts_and_swapping_mirrors_them(rows, policy):
    outcomes = dict(zip("abc", (list(column) for column in zip(*rows, strict=True)), strict=True))
    outcomes = {label: [0, *values] for label, values in outcomes.items()}
    evidence = evidence_of(outcomes, recorded=True)
    metric = evidence.table.metrics[0]
    spec = AnalysisSpec("a", "a", on_error=policy.on_error, missing=policy.missing)
    for row in evidence.rows(spec):
        flips = find_flips(evidence.table, ("a", row.variant), metric, policy)
        mirrored = find_flips(evidence.table, (row.variant, "a"), metric, policy)
        counts = flips.counts
        assert (counts[FlipKind.REGRESSION], counts[FlipKind.FIX]) == (row.lost, row.gained)
        assert sum(counts.values()) == len(rows) + 1
        assert sorted(flips.positions().tolist()) == list(range(len(rows) + 1))
        swap = {FlipKind.REGRESSION: FlipKind.FIX, FlipKind.FIX: FlipKind.REGRESSION}
        assert mirrored.counts == {swap.get(kind, kind): n for kind, n in counts.items()}
