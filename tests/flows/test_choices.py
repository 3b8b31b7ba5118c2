"""What is chosen in a report: misspelt names and wrong values change nothing, and say so."""

import copy

import pytest

from garden_nb.errors import InputError
from random_runs import Shape, report_of


def report():
    return report_of(Shape(n_cases=20, n_metrics=3))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("basline", "report.basline does not exist. Did you mean 'baseline'?"),
        ("gate", "Did you mean 'gates'?"),
        ("qqq", "There are: baseline, gates, metrics, adjust"),
        ("decision", "report.decision cannot be assigned."),
        ("to_html", "report.to_html cannot be assigned."),
    ],
)
def test_what_is_no_choice_cannot_be_assigned(name, said):
    each = report()
    before = each.frozen
    with pytest.raises(AttributeError) as caught:
        setattr(each, name, "fuzzy")
    assert said in str(caught.value)
    assert each.frozen is before


@pytest.mark.parametrize(
    ("name", "near"), [("to_htm", "to_html"), ("esitmates", "estimates"), ("chart", "charts")]
)
def test_what_there_is_not_names_what_comes_nearest(name, near):
    with pytest.raises(AttributeError, match=f"Did you mean '{near}'"):
        getattr(report(), name)


def test_a_fault_inside_of_a_property_is_told_as_it_is():
    each = report()
    del each.__dict__["_evidence"]
    with pytest.raises(AttributeError, match="_evidence"):
        _ = each.frozen
    assert not hasattr(each, "_repr_html_")
    assert copy.copy(report()).variants == report().variants


def test_metrics_are_the_family_and_none_is_all():
    each = report()
    planned = each.frozen
    each.metrics = ["rating", "ok"]
    assert each.metrics == ("ok", "rating")
    assert {row.metric for row in each.comparisons if row.role == "success"} == {"ok", "rating"}
    assert each.frozen.family_size == 4
    assert each.frozen.left_out == ("similarity",)
    each.metrics = ["similarity", "rating", "ok"]
    assert each.metrics is None
    assert each.frozen == planned


@pytest.mark.parametrize(
    ("metrics", "said"),
    [
        ("okk", 'Did you mean "ok"?'),
        (["okk"], "there is no success metric 'okk'. Did you mean \"ok\"?"),
        (["latency_ms"], "no success metric 'latency_ms'"),
        ([], "there is none"),
        (7, "None for all"),
    ],
)
def test_wrong_metrics_are_refused(metrics, said):
    each = report()
    with pytest.raises(InputError) as caught:
        each.choose(metrics=metrics, adjust=None)
    assert said in str(caught.value)
    assert each.adjust == "holm"


def test_all_that_is_wrong_is_told_at_once():
    with pytest.raises(InputError) as caught:
        report().choose(metrics=["x"], baseline="y", confidence=95, margin=-1)
    assert [each.where for each in caught.value.problems] == [
        "metrics",
        "baseline",
        "confidence",
        "margin",
    ]
    with pytest.raises(TypeError, match='Did you mean "adjust"'):
        report().choose(adjusted="holm")
