"""Runs that are read again from the journal: no cases, no agents, nothing called."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.analysis.table import Plan
from garden_nb.core.metrics import Direction, Kind, Metric, Role
from garden_nb.engine.runner import stored_records
from garden_nb.engine.store import JournalReader
from garden_nb.errors import InputError, Problem
from garden_nb.flows.cases.journal_source import JournalSource
from garden_nb.flows.garden import Garden
from garden_nb.flows.report import Report
from garden_nb.flows.runs import find_run

__all__ = ["reopen_garden", "reopen_report"]


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
    row = find_run(reader.runs(), name)
    about = row.about
    if "plan" not in about:
        hint = "Run it again: what is journaled is reused."
        raise InputError(Problem(f"run {row.name!r}", "was kept without its plan.", hint))
    plan = replace(_plan(about["plan"], row.name), early=about.get("early", {}))
    plan = replace(plan, halted=about.get("halted", ""))
    plan = plan.without(about.get("stopped", {}))
    expected = about["expected"]
    records = stored_records(reader, row.id, row.scorers, expected, texts=False)
    evidence = Evidence(records.values(), plan, row.versions)
    names = [*plan.case_ids, *plan.labels]
    source = JournalSource(Path(store).absolute(), row.id, names, expected.get)
    report = Report(evidence, AnalysisSpec(plan.reference, plan.baseline), source)
    report.choose(gates=about["gates"])
    return report


def reopen_garden(
    store: str | Path, name: str | None = None, namespace: Mapping[str, Any] | None = None
) -> Garden:
    """Return the garden of a run, to go on with it.

    Args:
        store: The journal's file.
        name: The run's name; the newest run by default.
        namespace: The notebook's variables, for what the garden names.

    Raises:
        JournalError: There is no journal, or it cannot be read.
        InputError: It has no such run, or the garden was not made of models and a file alone.
    """
    row = find_run(JournalReader(Path(store)).runs(), name)
    spec = row.about.get("spec")
    if spec is None:
        hint = "Run its cell again: what is journaled is reused."
        what = "was made of functions or a frame, which a journal cannot keep."
        raise InputError(Problem(f"run {row.name!r}", what, hint))
    return Garden.from_spec(
        spec, namespace=namespace, name=row.name, store=Path(store), fresh=False
    )


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
