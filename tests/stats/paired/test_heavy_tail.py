"""Means that no interval can be trusted of, and why: giant cases, or too few that differ."""

import numpy as np

from garden_nb.analysis.evidence import build_report
from garden_nb.analysis.table import Plan
from garden_nb.core.records import Record, Score
from garden_nb.stats.paired.heavy_tail import heavy_tail


def test_nearly_constant_differences_are_not_heavy_tailed_but_too_few():
    base = np.full(100, 500.0)
    other = base.copy()
    other[:3] += (1.0, 2.0, 1.5)
    found = heavy_tail(base, other)
    assert (found.flag, found.n_odd) == (False, 3)
    noise = np.random.default_rng(0).normal(size=100) * 1e-11
    still = heavy_tail(base, base + noise)
    assert (still.flag, still.skewness, still.n_odd) == (False, 0.0, None)


def test_giant_cases_are_flagged_as_such():
    base = np.ones(100)
    other = base.copy()
    other[0] = 1000.0
    assert heavy_tail(base, other)[0]
    assert heavy_tail(base, other).n_odd is None


def test_a_report_says_that_too_few_cases_differ():
    cases = tuple(f"c{i}" for i in range(100))
    records = [
        Record(case, label, 0, scores={"depth": Score(500.0 + (label == "b" and i < 3) * (i + 1))})
        for i, case in enumerate(cases)
        for label in "ab"
    ]
    row = build_report(records, Plan(cases, ("a", "b"), "a")).comparison("b", "depth")
    assert (row.status, row.heavy_tail, row.odd_cases) == ("not_testable", False, 3)
    assert row.p_value is None
    assert "only 3 of 100 cases differ in another way than the rest" in " ".join(row.notes)
