"""The display bundle of a report: what a notebook saves."""

from collections.abc import Mapping
from typing import Any

from garden_nb.analysis.report import Report
from garden_nb.present.html import to_html
from garden_nb.present.payload import slice_key, state_key, stub
from garden_nb.present.text import text_of_view

__all__ = ["MIME_TYPE", "to_bundle"]

MIME_TYPE = "application/vnd.garden.report+json"


def to_bundle(payload: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """Return a report's display bundle: own type, HTML and text, and nothing that dies on saving.

    The packed numbers are in it once: the HTML has them, and the own type says which state to show.

    Args:
        payload: What `build_payload` returned.
        report: The report that it shows first.
    """
    spec = report.spec
    shown = payload["views"][state_key(spec.baseline, spec.adjust, spec.on_error)]
    slices = payload["slices"][slice_key(spec.baseline, spec.adjust, spec.on_error)]
    return {
        MIME_TYPE: stub(payload),
        "text/html": to_html(payload),
        "text/plain": text_of_view(shown, slices),
    }
