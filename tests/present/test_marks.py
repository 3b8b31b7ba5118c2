"""One grammar: no status is known by its colour alone, and every ink has one for dark paper."""

import pytest

from garden_nb.present.dark import in_dark
from garden_nb.present.marks import BETTER, DARK, INK, MARKS, OPEN, PAPER, SHAPES, SOFT, TONES
from garden_nb.present.marks import WORSE as RED


def test_no_status_is_known_by_colour_alone():
    assert TONES["better"] == BETTER
    assert TONES["worse"] == RED
    assert len({SHAPES[status] for status in SHAPES}) == len(SHAPES)
    assert len({MARKS[status] for status in SHAPES}) == len(SHAPES)
    assert set(TONES.values()) <= set(DARK)
    assert TONES["unclear"] == OPEN


def _luminance(ink):
    parts = [int(ink[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    lit = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * lit[0] + 0.7152 * lit[1] + 0.0722 * lit[2]


@pytest.mark.parametrize("ink", [INK, SOFT, BETTER, RED, OPEN])
def test_words_can_be_read_on_light_and_on_dark_paper(ink):
    for one, paper in ((ink, PAPER), (DARK[ink], DARK[PAPER])):
        light, dark = sorted((_luminance(one), _luminance(paper)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5  # WCAG 2.1, 1.4.3


def test_dark_paper_changes_inks_and_no_names():
    spec = {
        "background": PAPER,
        "title": {"text": INK, "subtitle": [SOFT], "color": INK},
        "data": {"values": [{"name": PAPER}]},
        "datasets": {"a": [{"name": PAPER}]},
        "layer": [{"mark": {"color": RED}, "encoding": {"color": {"scale": {"range": [BETTER]}}}}],
    }
    dark = in_dark(spec)
    assert dark["background"] == DARK[PAPER]
    assert dark["title"] == {"text": INK, "subtitle": [SOFT], "color": DARK[INK]}
    assert dark["data"] == spec["data"]
    assert dark["datasets"] == spec["datasets"]
    assert dark["layer"][0]["mark"]["color"] == DARK[RED]
    assert dark["layer"][0]["encoding"]["color"]["scale"]["range"] == [DARK[BETTER]]
