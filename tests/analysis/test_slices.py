"""Slices: own family, small ones greyed, and the check that overall and slices agree."""

import numpy as np
from outcomes import evidence_of, passes

from garden_nb.analysis.comparison import Status
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.analysis.slices import reversed_metrics

AB = AnalysisSpec("a", "a")


def test_slices_are_the_comparisons_of_their_cases_in_a_family_of_their_own():
    rng = np.random.default_rng(1)
    n = 120
    categories = tuple(["big"] * 60 + ["middle"] * 50 + ["tiny"] * 7 + [None] * 3)
    outcomes = {"a": passes(rng, n, 0.5), "b": passes(rng, n, 0.9)}
    evidence = evidence_of(outcomes, categories=categories)
    slices = evidence.slices(AB)
    assert [(s.category, s.n_cases, s.small) for s in slices] == [
        ("big", 60, False), ("middle", 50, False), ("tiny", 7, True),
    ]  # fmt: skip
    alone = evidence_of({k: v[:60] for k, v in outcomes.items()}).report(AB).comparison("b", "ok")
    (row,) = slices[0].comparisons
    assert (row.delta, row.p_value, row.gained, row.lost) == (
        alone.delta, alone.p_value, alone.gained, alone.lost,
    )  # fmt: skip
    assert row.p_adj >= alone.p_adj
    assert slices[0].estimates[0].n_cases == 60


def test_no_slice_contradicts_itself():
    rng = np.random.default_rng(2)
    categories = tuple(str(i % 6) for i in range(240))
    evidence = evidence_of(
        {label: passes(rng, 240, 0.3 + k / 5) for k, label in enumerate("abc")},
        categories=categories,
    )
    for part in evidence.slices(AnalysisSpec("b", "a")):
        for row in part.comparisons:
            excluded = row.ci_adj_low > 0 or row.ci_adj_high < 0
            assert excluded == (row.p_adj < 0.05)
            assert excluded == (row.status in {Status.IMPROVEMENT, Status.REGRESSION})


def test_hundreds_of_categories_keep_the_largest():
    categories = tuple(str(i // 2) if i < 200 else "rest" for i in range(230))
    evidence = evidence_of({"a": [1] * 230, "b": [0] * 230}, categories=categories)
    slices = evidence.slices(AB)
    assert len(slices) == 50
    assert slices[0].category == "rest"


def test_overall_means_that_point_against_every_slice_are_named():
    # b is better on easy and on hard cases, but was tried on the hard ones only where a was not
    a = [1] * 50 + [0] * 5 + [None] * 45 + [0] * 10
    b = [1] * 5 + [None] * 50 + [0] * 35 + [1] * 20
    a = [1] * 45 + [0] * 5 + [0] * 10 + [None] * 40
    b = [1] * 10 + [None] * 40 + [1] * 3 + [0] * 47
    categories = tuple(["easy"] * 50 + ["hard"] * 50)
    evidence = evidence_of({"a": a, "b": b}, categories=categories, recorded=True)
    report = evidence.report(AB)
    overall = {e.variant: e.value for e in report.estimates}
    assert overall["a"] > overall["b"]
    slices = evidence.slices(AB)
    assert [s.comparisons[0].delta >= 0 for s in slices] == [True, True]
    assert reversed_metrics(report.estimates, slices, "a") == (("b", "ok"),)
