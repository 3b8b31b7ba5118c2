"""Reading a report's JSON document: the way back from `to_json`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from garden_nb.analysis.gates import Gate
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.analysis.table import Plan, TrialTable
from garden_nb.analysis.unscored import Unscored
from garden_nb.core.metrics import Direction, Kind, Metric, Role
from garden_nb.errors import InputError, Problem
from garden_nb.present.document import SCHEMA, document_schema
from garden_nb.present.trials import unpack_trials

__all__ = ["SavedReport", "read_document"]

_SHOWN = 5
_MADE_BY = "Accepted: what report.to_json() writes."


@dataclass(frozen=True, slots=True)
class SavedReport:
    """What a report can be computed from again.

    Attributes:
        table: The trials.
        spec: The choices.
        provenance: Digests and versions.
        unscored: Of each metric of which scores are missing: how many, and why.
        failures: By variant, how many trials failed in which way.
    """

    table: TrialTable
    spec: AnalysisSpec
    provenance: Mapping[str, str]
    unscored: Mapping[str, Unscored]
    failures: Mapping[str, Mapping[str, int]]


def read_document(text: str) -> SavedReport:
    """Return what is in a JSON document that `to_json` wrote.

    Args:
        text: The document.

    Raises:
        InputError: It is no such document, was written by a newer version, or has no trials.
    """
    document = _parsed(text)
    _check(document)
    known = document["evidence"].get("metrics") or document["metrics"]
    metrics = tuple(_metric(found) for found in known)
    plan = _plan(document["evidence"]["plan"])
    spec = _spec(document["spec"])
    labels = {plan.baseline, spec.planned_baseline} - set(plan.labels)
    chosen = set(spec.metrics or ()) - {metric.name for metric in metrics}
    if spec.baseline not in plan.variants or labels or chosen or _misfits(plan):
        what = "baseline, variants, metrics, categories and clusters do not fit each other."
        raise InputError(Problem("evidence", what, "Write the file anew: report.to_json(path)."))
    return SavedReport(
        table=unpack_trials(document["evidence"]["trials"], plan, metrics),
        spec=spec,
        provenance=document["provenance"],
        unscored={name: Unscored(**found) for name, found in document["unscored"].items()},
        failures=document.get("failures", {}),
    )


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        what = f"is no JSON ({error})."
        raise InputError(Problem("report", what, _MADE_BY)) from None


def _check(document: Any) -> None:
    """Refuse what does not follow the schema, with the places where it does not."""
    import jsonschema  # noqa: PLC0415  # a fifth of a second that only opening needs

    number = document.get("schema") if isinstance(document, dict) else None
    if isinstance(number, int) and number > SCHEMA:
        what = f"was written in layout {number}; this version reads {SCHEMA}."
        raise InputError(Problem("report", what, "Upgrade: pip install -U garden-nb."))
    found = jsonschema.Draft202012Validator(document_schema()).iter_errors(document)
    problems = [Problem(error.json_path, f"{_brief(error.message)}.", _MADE_BY) for error in found]
    if problems:
        raise InputError(problems[:_SHOWN])
    if document["evidence"] is None:
        hint = "Write it with its trials: report.to_json(path)."
        raise InputError(Problem("report", "was written without its trials.", hint))


def _brief(message: str) -> str:
    """Return a message that may quote a whole document as one that can be read."""
    return message if len(message) <= 200 else f"{message[:120]} … {message[-60:]}"


def _plan(found: Mapping[str, Any]) -> Plan:
    known = {field.name for field in fields(Plan)}
    kept: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in found.items()
        if key in known
    }
    metrics = found["metrics"]
    if metrics is not None:
        kept["metrics"] = {name: _metric(metric) for name, metric in metrics.items()}
    return Plan(**kept)


def _misfits(plan: Plan) -> bool:
    n = len(plan.case_ids)
    return any(len(by_case) not in (0, n) for by_case in (plan.categories, plan.clusters))


def _metric(found: Mapping[str, Any]) -> Metric:
    kept = {field.name: found[field.name] for field in fields(Metric) if field.name in found}
    kept |= {"kind": Kind(kept["kind"]), "role": Role(kept["role"])}
    return Metric(**kept | {"direction": Direction(kept["direction"])})


def _spec(found: Mapping[str, Any]) -> AnalysisSpec:
    kept = {field.name: found[field.name] for field in fields(AnalysisSpec) if field.name in found}
    if kept.get("metrics") is not None:
        kept["metrics"] = tuple(kept["metrics"])
    kept["margins"] = tuple((name, float(size)) for name, size in found.get("margins", ()))
    kept["margin"] = None if kept["margin"] is None else float(kept["margin"])
    known = [field.name for field in fields(Gate)]
    kept["gates"] = tuple(
        Gate(
            **{name: gate[name] for name in known if name in gate} | {"bound": float(gate["bound"])}
        )
        for gate in found["gates"]
    )
    return AnalysisSpec(**kept)
