"""The pixels of PNG pictures, read by the letter of the specification."""

import struct
import zlib

import numpy as np


def pixels_of(png):
    """Return the colours of a picture: (height, width, 3)."""
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
