"""Charts as PNG pictures, rendered offline and packed small: notebooks keep them."""

import json
import struct
import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np

__all__ = ["to_png"]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_RGBA, _PALETTE = 6, 3
_SUB = 1
"""The filter that the renderer gives every line: each byte less that of the pixel before."""


def to_png(chart: Any, *, scale: float = 2.0) -> bytes:
    """Return a chart as a PNG picture.

    Args:
        chart: A Vega-Lite specification, or an Altair chart.
        scale: Pixels of the picture per pixel of the chart; 2 is sharp on most screens.
    """
    import vl_convert  # noqa: PLC0415  # starts a renderer

    spec = chart if isinstance(chart, dict) else chart.to_dict(validate=False)
    return packed(bytes(vl_convert.vegalite_to_png(json.dumps(spec), scale=scale)))


def packed(png: bytes) -> bytes:
    """Return the same pixels in a seventh of the bytes, where they have few colours.

    Charts have: then each pixel is the number of a colour. Other pictures come back as they are.
    """
    chunks = list(_chunks(png))
    width, height, depth, kind = struct.unpack(">IIBB", chunks[0][1][:10])
    if (depth, kind) != (8, _RGBA):
        return png
    lines = zlib.decompress(b"".join(data for name, data in chunks if name == b"IDAT"))
    rows = np.frombuffer(lines, np.uint8).reshape(height, 1 + 4 * width)
    if not (rows[:, 0] == _SUB).all():
        return png
    pixels = rows[:, 1:].reshape(height, width, 4)
    pixels = np.ascontiguousarray(np.cumsum(pixels, axis=1, dtype=np.uint8)).view(">u4")[..., 0]
    colours, numbers = np.unique(pixels, return_inverse=True)
    if colours.size > 256 or (colours & 0xFF != 0xFF).any():
        return png
    index = np.zeros((height, 1 + width), np.uint8)
    index[:, 1:] = numbers.reshape(height, width)
    palette = b"".join(int(colour >> 8).to_bytes(3) for colour in colours)
    head = struct.pack(">IIBBBBB", width, height, 8, _PALETTE, 0, 0, 0)
    body = zlib.compress(index.tobytes(), 9)
    kept = [(b"IHDR", head), (b"PLTE", palette), (b"IDAT", body), (b"IEND", b"")]
    return _SIGNATURE + b"".join(_chunk(name, data) for name, data in kept)


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(_SIGNATURE)
    while at < len(png):
        (size,) = struct.unpack_from(">I", png, at)
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        at += size + 12


def _chunk(name: bytes, data: bytes) -> bytes:
    check = zlib.crc32(name + data).to_bytes(4)
    return len(data).to_bytes(4) + name + data + check
