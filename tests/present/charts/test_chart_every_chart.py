"""What holds for every chart: legible, narrow, the same in two versions, safe from its names."""

import json
from dataclasses import replace
from functools import cache

import pytest
import vl_convert
from drawn import crowded, size_of, words_of

from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.flows.charts import CHARTS, Charts
from garden_nb.present.svg import to_svg
from random_runs import Shape, report_of

FEW = Shape(n_cases=80, n_variants=4, n_metrics=3, categories=3, fails=0.02)
MANY = replace(FEW, n_variants=20)
ONE = replace(FEW, n_variants=2, n_metrics=2)
GATES = {"ok": {"min": 0.5, "min_delta": -0.1}, "latency_ms": {"max": 400}}


@cache
def charts_of(shape):
    report = report_of(shape, gates=GATES, margin=0.05)
    return Charts(report._evidence, report._spec)


@pytest.mark.parametrize("name", CHARTS)
@pytest.mark.parametrize(
    ("shape", "width"), [(ONE, 600), (FEW, 600), (FEW, 1200), (MANY, 600)], ids=str
)
def test_no_text_stands_on_another_and_the_width_is_kept(name, shape, width):
    svg = getattr(charts_of(shape).of(width=width), name).to_svg()
    assert crowded(svg) == []
    assert size_of(svg)[0] <= width + 20


@pytest.mark.parametrize("name", CHARTS)
def test_every_variant_is_named(name):
    charts = charts_of(MANY)
    words = " ".join(words_of(getattr(charts, name).to_svg()))
    contenders = [v for v in charts.evidence.table.plan.variants if v != charts.spec.baseline]
    assert all(variant.rpartition("/")[2] in words for variant in contenders)


@pytest.mark.parametrize("name", CHARTS)
def test_the_chart_is_valid_and_looks_the_same_in_the_version_that_jupyterlab_ships(name):
    chart = getattr(charts_of(FEW), name)
    spec = chart.to_dict(validate=True)
    newest = vl_convert.vegalite_to_svg(json.dumps(spec), vl_version="6.4")
    older = {**spec, "$schema": "https://vega.github.io/schema/vega-lite/v5.json"}
    assert words_of(vl_convert.vegalite_to_svg(json.dumps(older), vl_version="5.8")) == words_of(
        newest
    )


@pytest.mark.parametrize("name", CHARTS)
def test_the_picture_shows_nothing_but_marks_and_text(name):
    svg = to_svg(getattr(charts_of(FEW), name))
    assert "<script" not in svg
    assert svg.count("http") == 1  # the namespace
    assert "aria-" not in svg


HOSTILE = (
    "</text><script>alert(1)</script>",
    'a" onload="x',
    "{{datum}} \u202eevil\x00",
    "' + alert(1) + '",
)


@pytest.mark.parametrize("name", CHARTS)
def test_hostile_names_stay_text(name):
    report = report_of(FEW)
    table = report._evidence.table
    plan = replace(
        table.plan,
        variants=HOSTILE,
        baseline=HOSTILE[0],
        categories=tuple(HOSTILE[i % 4] for i in range(len(table.plan.case_ids))),
    )
    evidence = Evidence((), plan)
    evidence.table = replace(table, plan=plan)
    charts = Charts(evidence, AnalysisSpec(HOSTILE[0], HOSTILE[0]))
    svg = getattr(charts, name).to_svg()
    shown = " ".join(words_of(svg))
    assert "<script" not in svg
    assert "\u202e" not in shown
    assert 'a" onload="x' in shown
    assert crowded(svg) == []
