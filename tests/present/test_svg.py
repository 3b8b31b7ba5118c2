"""Pictures: small, without scripts or addresses, and nothing lost on the way."""

import json
from dataclasses import replace

import numpy as np
import vl_convert
from drawn import words_of as words
from pixels import pixels_of
from sketch import FLASH, LITE, MINI, UNCLEAR, WORSE, rename

from garden_nb.present.charts import delta_spec
from garden_nb.present.svg import to_svg


def test_a_picture_shows_every_word_of_its_chart(report):
    shown = words(to_svg(delta_spec(report)))
    for word in ("accuracy", "latency_ms", LITE, MINI, "worse", "better", "×0.8", "−10", "+2"):
        assert word in shown


def test_a_picture_is_small_and_needs_nothing(report):
    svg = to_svg(delta_spec(report))
    assert svg.startswith("<svg ")
    assert len(svg) < 7_000
    assert "<script" not in svg
    assert svg.count("http") == 1  # the namespace
    assert "aria-" not in svg
    assert " class=" not in svg


def test_long_labels_keep_both_ends(report):
    name = "anthropic/claude-opus-with-a-very-long-name-20260101"
    shown = words(to_svg(delta_spec(rename(report, {LITE: name}))))
    assert "claude-opus-w…ame-20260101" in shown


def test_variants_keep_their_order_where_some_have_no_data(report):
    empty = replace(WORSE, delta=None, ci_low=None, ci_high=None, ci_adj_low=None, ci_adj_high=None)
    shown = words(to_svg(delta_spec(replace(report, comparisons=(empty, UNCLEAR)))))
    assert shown.index(LITE) < shown.index(MINI)


def test_hostile_labels_stay_text(report):
    names = {LITE: "</text><script>alert(1)</script>", FLASH: 'a" onload="x', MINI: "{{datum}}"}
    shown = words(to_svg(delta_spec(rename(report, names))))
    assert "script>" in shown  # the last segment of what reads like a path
    assert "{{datum}}" in shown


def test_a_picture_looks_as_the_renderer_drew_it(report):
    spec = delta_spec(replace(report, spec=replace(report.spec, margin=0.05)))
    drawn = vl_convert.vegalite_to_svg(json.dumps(spec))
    small = to_svg(spec)
    before, after = (pixels_of(bytes(vl_convert.svg_to_png(svg))) for svg in (drawn, small))
    assert len(small) < len(drawn) / 3
    assert before.shape == after.shape
    far = (np.abs(before.astype(int) - after) > 40).any(axis=2)
    assert far.mean() < 0.003  # places are rounded to a tenth of a pixel
