"""A report as a JSON document, by a published schema: to read, and to open again."""

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import cache
from importlib.resources import files
from typing import Any

from garden_nb.analysis.gates import Gate
from garden_nb.analysis.report import AnalysisSpec, Report
from garden_nb.analysis.table import TrialTable
from garden_nb.present.reasons import short_reason
from garden_nb.present.trials import pack_trials

__all__ = ["SCHEMA", "document_schema", "plain", "to_json"]

SCHEMA = 1
"""The number of the layout; another one where readers of this would misread."""


def to_json(
    report: Report,
    table: TrialTable | None = None,
    *,
    failures: Mapping[str, Mapping[str, int]] | None = None,
    view: Mapping[str, Any] | None = None,
) -> str:
    """Return `report` as a JSON document: every number unrounded, absent ones null.

    The fields are those of `garden_nb.analysis.report.Report`, behind the number of the layout,
    as `document_schema` says. Text is kept as it was given.

    Args:
        report: The report.
        table: The trials behind it; with them the document can be opened as a live report. Scores
            by case are kept, no prompt, output or explanation.
        failures: By variant, how many trials failed in which way.
        view: What front ends show when the document is opened in one: a folded payload.
    """
    evidence = None
    if table is not None:
        metrics = [plain(asdict(metric)) for metric in table.metrics]
        plan = plain(asdict(table.plan))
        evidence = {"plan": plan, "metrics": metrics, "trials": pack_trials(table)}
    gates = [{**plain(asdict(result)), "gate": _gate(result.gate)} for result in report.gates]
    document = {
        "schema": SCHEMA,
        **plain(asdict(replace(report, gauged=()))),
        "spec": _choices(report.spec),
        "gates": gates,
        "unscored": {
            name: {"outputs": found.outputs, "reason": short_reason(found.reason)}
            for name, found in report.unscored.items()
        },
        "failures": plain(failures or {}),
        "evidence": evidence,
        "view": view,
    }
    del document["gauged"]  # it follows from the rest
    return json.dumps(document, indent=1, allow_nan=False) + "\n"


@cache
def document_schema() -> dict[str, Any]:
    """Return the JSON schema (draft 2020-12) of the document."""
    text = (files("garden_nb.present") / "report.schema.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


def plain(value: Any) -> Any:
    """Return `value` in JSON's own types; what is not a finite number is None."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    return int(value) if isinstance(value, int) else str(value)


def _choices(spec: AnalysisSpec) -> dict[str, Any]:
    """Return the choices; margins and bounds may be infinite, which JSON has no number for."""
    margin = None if spec.margin is None else _bound(spec.margin)
    return {
        **plain(asdict(spec)),
        "margin": margin,
        "gates": [_gate(gate) for gate in spec.gates],
    }


def _gate(gate: Gate) -> dict[str, Any]:
    return {**plain(asdict(gate)), "bound": _bound(gate.bound)}


def _bound(number: float) -> float | str:
    return number if math.isfinite(number) else str(number)
