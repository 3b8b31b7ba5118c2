"""Images: from a cell of a column to what a model takes."""

import base64
import hashlib
import mimetypes
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from garden_nb.errors import InputError, Problem

__all__ = ["image_digest", "image_part", "image_sources"]

_ELSEWHERE = ("http://", "https://", "data:")


def image_sources(cell: Any) -> tuple[str, ...]:
    """Return the URLs and paths in a cell: none, one, or a list of them."""
    items = [cell] if isinstance(cell, str) or not isinstance(cell, Sequence) else cell
    texts = (str(item).strip() for item in items if isinstance(item, str | Path))
    return tuple(text for text in texts if text)


def image_part(source: str) -> dict[str, Any]:
    """Return an image as a part of a message; a file is read and sent along.

    Raises:
        InputError: There is no such file, or its name does not say what kind of image it is.
    """
    url = source if source.startswith(_ELSEWHERE) else _data_url(Path(source))
    return {"type": "image_url", "image_url": {"url": url}}


def image_digest(source: str) -> str | None:
    """Return the digest of an image's file, or None where the source says all there is to know."""
    if source.startswith(_ELSEWHERE):
        return None
    try:
        return hashlib.sha256(Path(source).read_bytes()).hexdigest()
    except OSError:
        return None  # the call will say so


def _data_url(path: Path) -> str:
    kind, _ = mimetypes.guess_type(path.name)
    if kind is None or not kind.startswith("image/"):
        accepted = "Accepted: a URL, or a file with an ending such as .png or .jpg."
        raise InputError(Problem("image", f"{str(path)!r} is no image by its name.", accepted))
    try:
        encoded = base64.b64encode(path.read_bytes()).decode("ascii")
    except OSError as error:
        where = f"Looked in {path.absolute().parent}."
        what = f"cannot read {str(path)!r} ({error.strerror})."
        raise InputError(Problem("image", what, where)) from None
    return f"data:{kind};base64,{encoded}"
