"""What a saved report weighs: bytes of its output in a notebook, and of its page."""

import json
from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest

from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.metrics import Kind, default_metric
from garden_nb.core.records import Output
from garden_nb.flows.cases.record_source import RecordSource
from garden_nb.flows.report import Report
from random_runs import Shape, report_of, run_of

PROSE = (files("garden_nb.demo") / "questions.csv").read_text(encoding="utf-8").split()


def told(shape):
    """Return the report of a run whose questions and answers are paragraphs."""
    records, plan = run_of(shape)
    starts = np.random.default_rng(0)

    def text(words):
        start = starts.integers(len(PROSE) - words)
        return " ".join(PROSE[start : start + words])

    records = [
        replace(each, output=Output(text(100), each.output.usage)) if each.output else each
        for each in records
    ]
    cases = CaseSet([Case(name, {"question": text(40)}, text(10)) for name in plan.case_ids])
    spec = AnalysisSpec(plan.baseline, plan.baseline)
    return Report(Evidence(records, plan), spec, RecordSource(records), cases)


def weight_of(report):
    """Return the bytes of a report in a notebook, and as a page."""
    bundle = json.dumps(report._repr_mimebundle_(), ensure_ascii=False)
    return len(bundle.encode()), len(report.to_html().encode())


@pytest.mark.parametrize(("fails", "most"), [(0.0, 150_000), (0.02, 150_000)])
def test_four_variants_on_two_hundred_cases_weigh_at_most_150_kb(fails, most):
    """Failures double the views: each choice is there with them counted and with them dropped."""
    shape = Shape(n_cases=200, n_variants=4, n_metrics=1, fails=fails, categories=6)
    report = told(shape)
    payload = report.payload()
    assert len(payload["views"]) == 4 * 4 * (2 if fails else 1)  # baselines, corrections, policies
    assert {len(parts) for parts in payload["slices"].values()} == {6}
    assert {len(each) for each in payload["changed"].values()} == {6 if fails else 3}
    notebook, page = weight_of(report)
    assert notebook <= most
    assert page <= 150_000


@pytest.fixture(scope="module")
def large():
    """Return a report on ten metrics, seven of success, of twenty variants and 1,000 cases."""
    report = report_of(Shape(n_cases=1000, n_variants=20, n_metrics=4, categories=6))
    table = report._evidence.table
    rng = np.random.default_rng(0)
    checks = {
        f"check_{k}": (rng.random(table.done.shape) < 0.6 + 0.1 * k).astype(float)
        for k in range(10 - len(table.metrics))
    }
    added = tuple(default_metric(name, Kind.BINARY) for name in checks)
    report._evidence.table = replace(
        table, metrics=(*added, *table.metrics), scores={**table.scores, **checks}
    )
    return report


def test_twenty_variants_on_ten_metrics_and_a_thousand_cases_weigh_at_most_600_kb(large):
    assert len(large.frozen.metrics) == 10
    assert max(weight_of(large)) <= 600_000


def test_above_eight_variants_the_saved_report_says_that_other_baselines_need_a_kernel(large):
    payload = large.payload()
    assert len(payload["views"]) == 4
    assert "baseline" not in [control["key"] for control in payload["controls"]]
    fact = "20 variants: another baseline needs a kernel"
    assert all(fact in view["context"] for view in payload["views"].values())
    assert fact in large.to_html()
    few = report_of(Shape(n_cases=20, n_variants=4)).payload()
    assert not any("needs a kernel" in fact for v in few["views"].values() for fact in v["context"])
