"""The payload of a report: every choice that works without a kernel, computed and written out."""

import gzip
import json
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from garden_nb.analysis.report import AnalysisSpec, Report
from garden_nb.core.metrics import Role
from garden_nb.present.beside import Beside
from garden_nb.present.contract import Control, Payload, SliceView
from garden_nb.present.gauges import gauged_labels, gauges
from garden_nb.present.plots import draw_plots
from garden_nb.present.slice_tables import slice_views
from garden_nb.present.state import basis_of, state_of
from garden_nb.present.view import view
from garden_nb.present.words import correction_words, label

__all__ = ["build_payload", "fold", "pack", "slice_key", "state_key", "stub", "unpack"]

SCHEMA = 1
_POLICIES = {"fail": "count as wrong", "drop": "drop the case"}


def build_payload(
    reports: Iterable[Report],
    current: Report,
    report_id: str,
    *,
    wire: bool = False,
    beside: Beside | None = None,
) -> dict[str, Any]:
    """Return everything a view of `current` needs, with the views of all `reports` to choose from.

    Args:
        reports: One report per choice of baseline, correction and failure policy.
        current: The report that is shown first.
        report_id: What ties the views of this report together; letters and digits.
        wire: Whether a kernel listens to the view.
        beside: What is shown beside the numbers; by default nothing.
    """
    beside = beside or Beside()
    by_key = {_key_of(report): report for report in (*reports, current)}
    plots, svgs = ({}, []) if beside.to_come else draw_plots(by_key)
    offered = beside.to_come or [report.spec for report in by_key.values()]
    by_slice = {_slice_key(report): report for report in by_key.values()}
    by_gauge = {_gauge_key(report): report for report in by_key.values()}
    parts = {key: slice_views(each, beside.slices(each.spec)) for key, each in by_slice.items()}
    payload: Payload = {
        "schema": SCHEMA,
        "id": report_id,
        "title": label(current.name or ""),
        "variants": [label(variant) for variant in current.variants],
        "state": state_of(current.spec),
        "basis": basis_of(current.spec),
        "controls": [*_controls(current, offered, wire=wire), *_slice_control(parts)],
        "views": {key: view(report, beside.facts) for key, report in by_key.items()},
        "labels": [label(variant) for variant in gauged_labels(current)],
        "gauges": {key: gauges(report) for key, report in by_gauge.items()},
        "slices": parts,
        "metrics": [label(name) for name in _success(current)],
        "changed": {label(name): list(each) for name, each in beside.changed.items()},
        "plots": plots,
        "svgs": pack(svgs),
        "wire": wire,
    }
    if beside.to_come:
        payload["drawing"] = True
    plain: dict[str, Any] = json.loads(_compact(payload))
    return plain


def state_key(baseline: str, adjust: str | None, on_error: str) -> str:
    """Return the key of a choice among views, as `JSON.stringify` writes the same three texts.

    >>> state_key("bm25", None, "fail")
    '["bm25","none","fail"]'
    """
    return _compact([label(baseline), adjust or "none", on_error])


def slice_key(baseline: str, adjust: str | None, on_error: str) -> str:
    """Return the key of a choice among slices: over them there is one correction, or none."""
    return state_key(baseline, adjust and "holm", on_error)


def fold(payload: Mapping[str, Any]) -> dict[str, Any]:
    """Return a payload in a tenth of its size: what tells reports apart, and the rest packed.

    The state stands outside, so that another choice is saved without packing anew. So does
    `drawing`, which is saved nowhere.
    """
    packed = {key: value for key, value in payload.items() if key != "drawing"}
    return stub(payload) | {"packed": pack(packed)}


def stub(payload: Mapping[str, Any]) -> dict[str, Any]:
    """Return what tells a payload from others, where its packed rest is kept beside it."""
    kept = ("schema", "id", "state", "wire", "drawing")
    return {key: payload[key] for key in kept if key in payload}


def pack(content: Any) -> str:
    """Return JSON content as base64 of gzip; equal content gives equal text."""
    return b64encode(gzip.compress(_compact(content).encode(), mtime=0)).decode()


def unpack(packed: str) -> Any:
    """Return what `pack` was given."""
    return json.loads(gzip.decompress(b64decode(packed)))


def _compact(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _state_of(spec: AnalysisSpec) -> tuple[str, str, str]:
    return label(spec.baseline), spec.adjust or "none", spec.on_error


def _slice_key(report: Report) -> str:
    return slice_key(report.spec.baseline, report.spec.adjust, report.spec.on_error)


def _gauge_key(report: Report) -> str:
    """Return what the numbers that gates compare depend on."""
    return _compact([label(report.spec.baseline), report.spec.on_error])


def _key_of(report: Report) -> str:
    return state_key(report.spec.baseline, report.spec.adjust, report.spec.on_error)


def _success(report: Report) -> list[str]:
    """Return the names of all success metrics in one order, whichever are chosen."""
    compared = [metric.name for metric in report.metrics if metric.role is Role.SUCCESS]
    return sorted([*compared, *report.left_out])


def _controls(current: Report, offered: Iterable[AnalysisSpec], *, wire: bool) -> list[Control]:
    """Return the choices that there are; what cannot be chosen has no control.

    Where a kernel listens any variant may be the baseline, also one that no view is against.
    """
    states = zip(*map(_state_of, offered), strict=True)
    baselines, adjusts, policies = (list(dict.fromkeys(values)) for values in states)
    order = [label(variant) for variant in current.variants]
    controls: list[Control] = []
    shown = [name for name in order if wire or name in baselines]
    if len(shown) > 1:
        options = [[name, name] for name in shown]
        controls.append({"key": "baseline", "label": "Baseline", "options": options})
    if len(adjusts) > 1 and current.comparisons:
        options = [[name, correction_words(None if name == "none" else name)] for name in adjusts]
        controls.append({"key": "adjust", "label": "Correction", "options": options})
    if len(policies) > 1 and any(count.failed for count in current.counts):
        options = [[name, _POLICIES.get(name, name)] for name in policies]
        controls.append({"key": "on_error", "label": "Failures", "options": options})
    return controls


def _slice_control(parts: Mapping[str, Sequence[SliceView]]) -> list[Control]:
    """Return the choice among slices; they are the same ones for every baseline."""
    shown = next(iter(parts.values()))
    if not shown:
        return []
    options = [[part["category"], f"{part['category']} ({part['n']})"] for part in shown]
    return [{"key": "slice", "label": "Slice", "options": [["", "all cases"], *options]}]
