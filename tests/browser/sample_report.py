"""A payload made by hand: three variants, whose words tell the states apart."""

import json
from typing import Any

from nbformat import v4

from garden_nb.present.html import to_html
from garden_nb.present.payload import pack, state_key

GATES = [["accuracy", "min", 0.7], ["accuracy", "min", 0.75]]
BASIS = {"gates": GATES, "confidence": 0.95, "margin": None}
MIME = "application/vnd.garden.report+json"
FLASH, LITE, MINI = "gemini-2.5-flash", "gemini-2.5-flash-lite", "gpt-4o-mini"
VARIANTS = (FLASH, LITE, MINI)
_PASSED = {FLASH: 157, LITE: 144, MINI: 154}
_OPPOSITE = {"better": "worse", "worse": "better", "unclear": "unclear"}
_STATUS = {(LITE, FLASH): "worse", (MINI, FLASH): "unclear", (MINI, LITE): "better"}


def status_of(variant: str, baseline: str) -> str:
    """Return what the sample says of a pair."""
    if (variant, baseline) in _STATUS:
        return _STATUS[variant, baseline]
    return _OPPOSITE[_STATUS[baseline, variant]]


def headline_of(baseline: str) -> str:
    """Return the decision sentence of the sample against a baseline."""
    better = [v for v in VARIANTS if v != baseline and status_of(v, baseline) == "better"]
    return f"Switch to {' or '.join(better)}." if better else f"Keep {baseline}."


def _view(baseline: str, adjust: str, on_error: str) -> dict[str, Any]:
    others = [variant for variant in VARIANTS if variant != baseline]
    correction = "Holm over 2 comparisons" if adjust == "holm" else "uncorrected"
    failures = "count as wrong" if on_error == "fail" else "are left out"
    statuses = {variant: status_of(variant, baseline) for variant in others}
    return {
        "headline": headline_of(baseline),
        "action": "switch" if "better" in statuses.values() else "keep",
        "contenders": [
            {
                "variant": variant,
                "status": status,
                "text": "a drop of 5 points is not excluded; about 100 more cases would settle it"
                if status == "unclear"
                else "on accuracy (17 cases lost, 4 gained)",
            }
            for variant, status in statuses.items()
        ],
        "gates_line": {"status": "fail", "text": "1 failed", "reason": ""},
        "context": ["final", "200 cases × 1 run", f"2 failed trials {failures}", correction],
        "tables": [_table(baseline, adjust)],
        "plot_alt": f"Differences to {baseline} ({adjust}, {on_error})",
        "plot_note": f"Thick: 95 % interval; {correction}.",
        "gates": [
            {"status": "pass", "text": "accuracy ≥ 0.7", "reason": "every variant"},
            {"status": "fail", "text": "accuracy ≥ 0.75", "reason": f"{LITE} has 0.72"},
        ],
        "methods": ["Cases are paired by id.", f"The correction is {adjust}."],
    }


def _table(baseline: str, adjust: str) -> dict[str, Any]:
    columns = [("variant", "left"), ("value", "right"), ("p", "right"), ("verdict", "left")]
    rows = []
    for variant in VARIANTS:
        reference = variant == baseline
        status = None if reference else status_of(variant, baseline)
        cells = {"value": f"{_PASSED[variant] / 2:.1f} %", "verdict": status or "reference"}
        cells["p"] = "–" if reference else "0.009" if adjust == "holm" else "0.005"
        detail = [f"{_PASSED[variant]} of 200 cases.", "By the McNemar score test."]
        row = {"variant": variant, "baseline": reference, "status": status}
        rows.append({**row, "cells": cells, "detail": detail})
    return {
        "caption": "accuracy",
        "note": "share of cases passed, higher is better",
        "columns": [{"key": key, "label": key, "align": align} for key, align in columns],
        "rows": rows,
    }


def _gauges(baseline: str) -> list[dict[str, Any]]:
    rates = [_PASSED[variant] / 200 for variant in VARIANTS]
    deltas = [
        None if variant == baseline else (_PASSED[variant] - _PASSED[baseline]) / 200
        for variant in VARIANTS
    ]
    signed = ["–" if delta is None else f"{delta * 100:+.1f}" for delta in deltas]
    accuracy = {
        "metric": "accuracy",
        "higher_is_better": True,
        "value": [[rate, f"{rate:.1%}".replace("%", " %")] for rate in rates],
        "delta": list(zip(deltas, signed, strict=True)),
        "delta_pct": [
            [None if delta is None else 100 * delta, words]
            for delta, words in zip(deltas, signed, strict=True)
        ],
    }
    times = [[400.0, "400 ms"], [250.0, "250 ms"], [None, "–"]]
    latency = {"metric": "latency_ms", "higher_is_better": False}
    return [accuracy, latency | {"value": times, "delta": times, "delta_pct": times}]


def state_of(baseline: str, adjust: str = "holm", on_error: str = "fail") -> dict[str, Any]:
    """Return the state of a choice among the views."""
    return {"baseline": baseline, "adjust": adjust, "on_error": on_error, **BASIS, "slice": ""}


def _slices(baseline: str, adjust: str) -> list[dict[str, Any]]:
    table = _table(baseline, adjust)
    parts = [("billing", "120 cases", False), ("refunds & returns", "12 cases", True)]
    return [
        {
            "category": name,
            "n": n,
            "small": small,
            "tables": [
                {
                    **table,
                    "caption": f"accuracy in {name}",
                    "note": f"{n}, small: a first impression" if small else n,
                }
            ],
        }
        for name, n, small in parts
    ]


def _svg(baseline: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60" viewBox="0 0 300 60">'
        '<rect width="300" height="60" fill="#ffffff"/><g font-size="11" fill="#1f2328">'
        f'<text x="4" y="14">{baseline}</text></g><path d="M40 40h200" stroke="#b3402a"/></svg>'
    )


def sample_payload(baseline: str = FLASH, **changes: Any) -> dict[str, Any]:
    """Return the payload with `baseline` shown first; `changes` replace whole entries."""
    states = [
        (baseline_, adjust, on_error)
        for on_error in ("fail", "drop")
        for adjust in ("holm", "none")
        for baseline_ in VARIANTS
    ]
    payload = {
        "schema": 1,
        "id": "g0123456789abcdef",
        "title": "qa",
        "variants": list(VARIANTS),
        "state": state_of(baseline),
        "basis": BASIS,
        "controls": [
            {"key": "baseline", "label": "Baseline", "options": [[v, v] for v in VARIANTS]},
            {
                "key": "adjust",
                "label": "Correction",
                "options": [["holm", "Holm"], ["none", "none"]],
            },
            {
                "key": "on_error",
                "label": "Failures",
                "options": [["fail", "count as wrong"], ["drop", "drop the case"]],
            },
            {
                "key": "slice",
                "label": "Slice",
                "options": [
                    ["", "all cases"],
                    ["billing", "billing (120 cases)"],
                    ["refunds & returns", "refunds & returns (12 cases)"],
                ],
            },
        ],
        "views": {state_key(*state): _view(*state) for state in states},
        "labels": list(VARIANTS),
        "gauges": {
            json.dumps([each, policy], separators=(",", ":")): _gauges(each)
            for policy in ("fail", "drop")
            for each in VARIANTS
        },
        "slices": {state_key(*state): _slices(*state[:2]) for state in states},
        "plots": {state_key(*state): VARIANTS.index(state[0]) for state in states},
        "svgs": pack([_svg(variant) for variant in VARIANTS]),
        "wire": False,
    }
    return json.loads(json.dumps({**payload, **changes}))


def sample_notebook(payload: dict[str, Any] | None = None) -> Any:
    """Return an executed notebook whose only output is the report."""
    payload = payload or sample_payload()
    data = {MIME: payload, "text/html": to_html(payload), "text/plain": "Keep it."}
    output = v4.new_output("display_data", data=data)
    notebook = v4.new_notebook(cells=[v4.new_code_cell("report", execution_count=1)])
    notebook.cells[0].outputs = [output]
    return notebook
