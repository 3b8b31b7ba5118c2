"""The pictures of a page: drawn together, and each as if it had been drawn alone."""

import re
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
import vl_convert
from drawn import size_of, words_of
from pixels import pixels_of

from garden_nb.analysis.cube import ADJUSTMENTS
from garden_nb.present.charts import delta_spec
from garden_nb.present.charts.overlay import TAG, overlay, skeleton
from garden_nb.present.plots import draw_plots
from garden_nb.present.svg import to_svg, to_svgs
from random_runs import Shape, report_of

SHAPES = [
    Shape(n_cases=40, n_variants=4),
    Shape(n_cases=25, n_variants=3, repeats=3, fails=0.15, gaps=0.05),
    Shape(n_cases=3, n_variants=2, n_metrics=1),
]


def choices_of(shape, **choices):
    report = report_of(shape, 3, **choices)
    spec = report.frozen.spec
    return {
        f"{adjust} {policy}": report._evidence.report(replace(spec, adjust=adjust, on_error=policy))
        for adjust, policy in product(ADJUSTMENTS, ("fail", "drop"))
    }


def image_of(svg):
    return pixels_of(bytes(vl_convert.svg_to_png(svg))).astype(int)


@pytest.mark.parametrize("shape", SHAPES)
def test_pictures_drawn_together_are_those_drawn_alone(shape):
    reports = choices_of(shape, margin=0.05)
    specs = [delta_spec(each, beside=[*reports.values()]) for each in reports.values()]
    together = to_svgs(specs)
    assert len(together) == len(specs)
    for drawn, spec in zip(together, specs, strict=True):
        alone = to_svg(spec)
        assert words_of(drawn) == words_of(alone)
        if drawn != alone:  # the room right of the rows is that of the longest word of all
            size = np.minimum(*(each.shape for each in map(image_of, (drawn, alone))))
            one, other = (image_of(each)[: size[0], : size[1]] for each in (drawn, alone))
            assert (np.abs(one - other) > 40).any(axis=2).mean() < 0.003
        assert TAG not in drawn


def test_choices_against_one_baseline_share_axes_and_size():
    plots, svgs = draw_plots(choices_of(SHAPES[1]))
    assert len(set(plots.values())) == len(svgs) > 1
    ticks = [re.findall(r">([+−×]?[\d.]+)<", svg) for svg in svgs]
    assert ticks.count(ticks[0]) == len(svgs)
    assert {size_of(svg) for svg in svgs} == {size_of(svgs[0])}


def test_a_picture_has_the_numbers_of_its_own_choice():
    reports = choices_of(Shape(n_cases=30, n_variants=3, n_metrics=1))
    plots, svgs = draw_plots(reports)
    for key, report in reports.items():
        words = [word for word in words_of(svgs[plots[key]]) if not re.match(r"[+−]?\d", word)]
        for row in report.comparisons:
            assert row.status.word in words


def test_what_is_drawn_once_grows_with_what_differs():
    reports = choices_of(SHAPES[0])
    specs = [delta_spec(each, beside=[*reports.values()]) for each in reports.values()]
    assert {skeleton(each) for each in specs} == {skeleton(specs[0])}
    point = overlay(specs)["vconcat"][0]["layer"][-2]
    assert point["mark"]["type"] == "point"
    rows = len(specs[0]["vconcat"][0]["data"]["values"])
    assert rows <= len(point["data"]["values"]) < rows * len(specs)


def test_other_baselines_and_gates_are_other_skeletons():
    report = report_of(SHAPES[0])
    plain = skeleton(delta_spec(report.frozen))
    report.gates = {report.frozen.metrics[0].name: {"min_delta": 0.0}}
    gated = skeleton(delta_spec(report.frozen))
    report.choose(baseline=report.variants[0], gates={})
    assert len({plain, gated, skeleton(delta_spec(report.frozen))}) == 3
