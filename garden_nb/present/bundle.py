"""The display bundle of a report: what a notebook saves."""

from collections.abc import Mapping
from typing import Any

from garden_nb.analysis.report import Report
from garden_nb.present.html import to_html
from garden_nb.present.payload import fold
from garden_nb.present.text import to_text

__all__ = ["MIME_TYPE", "to_bundle"]

MIME_TYPE = "application/vnd.garden.report+json"


def to_bundle(payload: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """Return a report's display bundle: own type, HTML and text, and nothing that dies on saving.

    Args:
        payload: What `build_payload` returned.
        report: The report that it shows first.
    """
    return {
        MIME_TYPE: fold(payload),
        "text/html": to_html(payload),
        "text/plain": to_text(report),
    }
