"""Pictures: the pixels of the renderer in fewer bytes."""

import json
import struct
import zlib

import numpy as np
import vl_convert

from garden_nb.present.charts import delta_spec
from garden_nb.present.picture import packed, to_png


def pixels_of(png):
    """Return the colours of a picture, read by the letter of the PNG specification."""
    at, data, palette = 8, b"", None
    while at < len(png):
        (size,) = struct.unpack_from(">I", png, at)
        name, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        assert zlib.crc32(name + body) == struct.unpack_from(">I", png, at + 8 + size)[0]
        data += body if name == b"IDAT" else b""
        palette = np.frombuffer(body, np.uint8).reshape(-1, 3) if name == b"PLTE" else palette
        at += size + 12
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert depth == 8
    lines = np.frombuffer(zlib.decompress(data), np.uint8)
    if kind == 3:
        rows = lines.reshape(height, 1 + width)
        assert not rows[:, 0].any()
        return palette[rows[:, 1:]]
    rows = lines.reshape(height, 1 + 4 * width)
    assert set(rows[:, 0]) <= {0, 1}
    values = rows[:, 1:].reshape(height, width, 4)
    return np.cumsum(values, axis=1, dtype=np.uint8)[..., :3]


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
