"""Runs that are read again from the journal: no cases, no agents, nothing called."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.analysis.table import Plan
from garden_nb.core.cases import CaseSet
from garden_nb.core.metrics import Direction, Kind, Metric, Role
from garden_nb.engine.runner import stored_records
from garden_nb.engine.store import JournalReader, RunRow
from garden_nb.errors import InputError, Problem, did_you_mean
from garden_nb.flows.report import Report

__all__ = ["about_run", "reopen_report"]


def about_run(plan: Plan, cases: CaseSet, gates: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return what the journal keeps with a run, so that its report can be made again."""
    fields = asdict(plan)
    fields["metrics"] = {name: asdict(metric) for name, metric in (plan.metrics or {}).items()}
    expected = {case.id: case.expected_digest for case in cases}
    return {"plan": fields, "expected": expected, "gates": dict(gates or {})}


def reopen_report(store: str | Path, name: str | None = None) -> Report:
    """Return the report of a run in a journal; nothing is called.

    Args:
        store: The journal's file.
        name: The run's name; the newest run by default.

    Raises:
        JournalError: There is no journal, or it cannot be read.
        InputError: It has no such run.
    """
    reader = JournalReader(Path(store))
    row = _find(reader.runs(), name)
    about = row.about
    if "plan" not in about:
        hint = "Run it again: what is journaled is reused."
        raise InputError(Problem(f"run {row.name!r}", "was kept without its plan.", hint))
    plan = _plan(about["plan"], row.name)
    records = stored_records(reader, row.id, row.scorers, about["expected"])
    evidence = Evidence(records.values(), plan, row.versions)
    report = Report(evidence, AnalysisSpec(plan.baseline, plan.baseline))
    report.choose(gates=about["gates"])
    return report


def _find(rows: list[RunRow], name: str | None) -> RunRow:
    if not rows:
        raise InputError(Problem("runs", "the journal has none."))
    if name is None:
        return rows[0]
    for row in rows:
        if row.name == name:
            return row
    names = list(dict.fromkeys(row.name for row in rows))
    raise InputError(Problem("run", f"there is no run {name!r}.", did_you_mean(name, names)))


def _plan(fields: Mapping[str, Any], name: str) -> Plan:
    kept = {key: value for key, value in fields.items() if key in Plan.__dataclass_fields__}
    for key in ("case_ids", "variants", "scores", "categories", "clusters"):
        kept[key] = tuple(kept[key])
    kept["metrics"] = {key: _metric(value) for key, value in (kept["metrics"] or {}).items()}
    return Plan(**{**kept, "name": name})


def _metric(fields: Mapping[str, Any]) -> Metric:
    kept = {key: value for key, value in fields.items() if key in Metric.__dataclass_fields__}
    kept["kind"], kept["role"] = Kind(kept["kind"]), Role(kept["role"])
    kept["direction"] = Direction(kept["direction"])
    return Metric(**kept)
