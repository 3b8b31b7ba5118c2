"""Slices: the rows of the analysis, the largest first, small ones greyed, n in brackets."""

import pytest

from garden_nb.errors import InputError
from garden_nb.present.charts import slices_spec
from random_runs import Shape, report_of


def drawn(report, **choices):
    return slices_spec(report.frozen, report.slices, **choices)


def test_each_contender_has_a_panel_of_all_cases_and_every_slice():
    report = report_of(Shape(n_cases=60, categories=3), baseline="fuzzy")
    _, grid = drawn(report)["vconcat"]
    assert [panel["title"]["text"] for panel in grid["concat"]] == ["llama3:8b", "lab/model-a"]
    sizes = [part.n_cases for part in report.slices]
    assert sizes == sorted(sizes, reverse=True)
    for panel, variant in zip(grid["concat"], ("llama3:8b", "lab/model-a"), strict=True):
        rows = panel["data"]["values"]
        assert [row["name"] for row in rows] == [
            "all cases (60)",
            *(f"{part.category} ({part.n_cases})" for part in report.slices),
        ]
        assert [row["small"] for row in rows[1:]] == [part.small for part in report.slices]
        deltas = [
            comparison.delta
            for part in report.slices
            for comparison in part.comparisons
            if (comparison.variant, comparison.metric) == (variant, "ok")
        ]
        assert [row["delta"] for row in rows[1:]] == pytest.approx(
            [100 * delta for delta in deltas], rel=1e-4, abs=1e-9
        )


def test_all_panels_share_their_axis_and_the_first_has_the_names():
    report = report_of(Shape(n_cases=60, categories=3))
    _, grid = drawn(report)["vconcat"]
    layers = [panel["layer"][1]["encoding"] for panel in grid["concat"]]
    assert layers[0]["x"]["scale"] == layers[1]["x"]["scale"]
    assert layers[0]["y"]["axis"] is not None
    assert layers[1]["y"]["axis"] is None


def test_small_slices_are_greyed_and_it_is_said():
    report = report_of(Shape(n_cases=30, categories=4))
    spec = drawn(report)
    assert "fewer than 20 cases" in spec["title"]["subtitle"][1]
    mark = spec["vconcat"][1]["concat"][0]["layer"][2]
    assert mark["encoding"]["opacity"]["condition"] == {"test": "datum.small", "value": 0.4}


def test_what_is_absent_is_said():
    with pytest.raises(InputError, match="the cases have no category"):
        drawn(report_of(Shape()))
    with pytest.raises(InputError, match="there is no contender"):
        drawn(report_of(Shape(n_variants=1, categories=2)))
    with pytest.raises(InputError, match="there is no such metric 'latency_ms'"):
        drawn(report_of(Shape(categories=2)), metric="latency_ms")
