"""Pictures: the pixels of the renderer in fewer bytes."""

import json

import vl_convert
from pixels import pixels_of

from garden_nb.present.charts import delta_spec
from garden_nb.present.picture import packed, to_png


def test_the_pixels_are_those_of_the_renderer(report):
    raw = bytes(vl_convert.vegalite_to_png(json.dumps(delta_spec(report)), scale=2))
    small = to_png(delta_spec(report))
    assert (pixels_of(small) == pixels_of(raw)).all()
    assert len(small) < len(raw) / 4


def test_what_has_many_colours_comes_back_as_it_is():
    gradient = {
        "data": {"values": [{"a": k} for k in range(400)]},
        "mark": {"type": "rect"},
        "encoding": {
            "x": {"field": "a", "type": "ordinal"},
            "color": {"field": "a", "type": "quantitative", "scale": {"scheme": "sinebow"}},
        },
    }
    raw = bytes(vl_convert.vegalite_to_png(json.dumps(gradient)))
    assert packed(raw) == raw
    assert packed(packed(raw)) == raw
