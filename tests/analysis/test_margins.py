"""Margins: by metric, or one number for all success metrics, on the scale of each."""

import pytest

from garden_nb.analysis.comparison import Status
from garden_nb.errors import InputError
from garden_nb.present.document import to_json
from garden_nb.present.reading import read_document
from random_runs import Shape, report_of


def _statuses(report, metric):
    return {row.status for row in report.comparisons if row.metric == metric}


def test_a_number_is_the_margin_of_success_metrics_and_a_name_goes_before_it():
    report = report_of(Shape(n_cases=60))
    report.margin = 1.0
    assert _statuses(report, "ok") == {Status.EQUIVALENT}
    guardrails = [m.name for m in report.frozen.metrics if m.role == "guardrail"]
    assert all(Status.EQUIVALENT not in _statuses(report, name) for name in guardrails)
    report.margin = {"ok": 1e-6}
    assert Status.EQUIVALENT not in _statuses(report, "ok")
    assert report.margin == {"ok": 1e-6}
    report.margin = None
    assert report.margin is None


def test_margins_by_metric_are_kept_in_the_document():
    report = report_of(Shape(n_cases=20))
    report.margin = {"ok": 0.02, "latency_ms": 50}
    assert report.margin == {"ok": 0.02, "latency_ms": 50.0}
    saved = read_document(to_json(report.frozen, report._evidence.table))
    assert saved.spec == report.frozen.spec


@pytest.mark.parametrize(
    ("margin", "said"),
    [
        (5, "margin is 5, but ok differs by 1 at most. Write 0.05."),
        ({"ok": 5}, "Write 0.05."),
        ({"okk": 0.1}, 'Did you mean "ok"?'),
        ({"ok": 0}, "Accepted: a number above 0"),
        (-1, "Accepted: a number above 0"),
        ("2 %", "Accepted: a number above 0"),
    ],
)
def test_margins_off_the_scale_are_refused(margin, said):
    report = report_of(Shape(n_cases=20))
    with pytest.raises(InputError) as caught:
        report.margin = margin
    assert said in str(caught.value)
    assert report.margin is None
