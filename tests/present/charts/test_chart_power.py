"""Power curves: through what the analysis says of the present cases, falling with more of them."""

import pytest
from hypothesis import given, settings

from garden_nb.analysis.comparison import Comparison, Status
from garden_nb.errors import InputError
from garden_nb.present.charts import power_spec
from garden_nb.present.charts.planned import Planned
from random_runs import Shape, report_of, reports


@settings(max_examples=40, deadline=None)
@given(reports())
def test_the_curve_goes_through_the_smallest_difference_of_the_analysis(report):
    alpha = round(1 - report.confidence, 12)
    for row in report.comparisons:
        if row.mde is not None:
            assert Planned(row).shows(row.n_pairs, alpha) == pytest.approx(row.mde)
        if row.mde_adj is not None:
            assert Planned(row).shows(row.n_pairs, row.tail) == pytest.approx(row.mde_adj)


@pytest.mark.parametrize("metric", ["ok", "rating"])
def test_more_cases_show_smaller_differences(metric):
    report = report_of(Shape(n_cases=50), adjust="holm")
    for panel in power_spec(report.frozen, metric=metric)["concat"]:
        for level in ("plain", "verdict"):
            points = [p for p in panel["data"]["values"] if p["level"] == level]
            sizes = [p["size"] for p in sorted(points, key=lambda p: p["n"])]
            assert sizes == sorted(sizes, reverse=True)
        assert {point["n"] for point in panel["layer"][-1]["data"]["values"]} == {50}


def test_the_cases_needed_for_the_margin_show_it_and_one_less_does_not():
    row = Comparison("b", "a", "ok", "success", Status.INCONCLUSIVE, 200, "tango")
    row = Comparison(
        **{f: getattr(row, f) for f in row.__slots__} | {"gained": 12, "lost": 8, "se": 0.02}
    )
    planned = Planned(row)
    needed = planned.needed(0.05, 0.05)
    assert planned.shows(needed, 0.05) <= 0.05 < planned.shows(needed - 2, 0.05)
    assert planned.needed(0.5, 0.05) is None  # above the share of cases that differ


def test_panels_say_the_numbers_in_words():
    report = report_of(Shape(n_cases=50), adjust=None, margin=0.02)
    panel = power_spec(report.frozen)["concat"][0]
    now, more = panel["title"]["subtitle"]
    row = next(row for row in report.comparisons if row.metric == "ok")
    assert now == f"50 cases: {100 * row.mde:.1f} points"
    assert more.startswith("about ")
    assert more.endswith(" cases: 2.0 points")


def test_without_any_spread_there_is_no_curve():
    with pytest.raises(InputError, match="no contender has paired cases on ok that differ"):
        power_spec(report_of(Shape(n_cases=1)).frozen, metric="ok")
    with pytest.raises(InputError, match="no contender"):
        power_spec(report_of(Shape(n_variants=1)).frozen)
