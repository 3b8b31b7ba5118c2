"""The whole of a flow: from its task to its reports."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import pandas as pd

from garden_nb.analysis.evidence import Evidence
from garden_nb.core.metrics import Role
from garden_nb.core.records import Record
from garden_nb.engine.judge import Judge, ScoreType
from garden_nb.flows.evaluation.failure_modes import Failures, classify_failures, mode_summaries
from garden_nb.flows.evaluation.findings import Findings, category_shares
from garden_nb.flows.evaluation.flips import failure_flips
from garden_nb.flows.evaluation.inference import Answers, infer
from garden_nb.flows.evaluation.metric_result import MetricResult
from garden_nb.flows.evaluation.record_results import record_results, variant_info
from garden_nb.flows.evaluation.report_markdown import report_markdown
from garden_nb.flows.evaluation.report_rows import FailureModeSummary, RecordResult
from garden_nb.flows.evaluation.scored_frame import inference_results, scored_frame
from garden_nb.flows.evaluation.session import Session
from garden_nb.flows.evaluation.split_scorers import frame_metrics
from garden_nb.flows.evaluation.statistical_report import StatisticalReport
from garden_nb.flows.evaluation.summary import summarise
from garden_nb.flows.evaluation.task import Task
from garden_nb.flows.report import Report

__all__ = ["Evaluated", "evaluate", "finished"]


@dataclass(frozen=True)
class Scored:
    """One variant's answers.

    Attributes:
        records: By case id, scores by column.
        shown: The same as a report shows them.
        frame: The frame with outputs and scores.
        results: What inference gave, one per row.
        metrics: The metrics of frame-level scorers.
    """

    records: Mapping[str, Record]
    shown: tuple[RecordResult, ...]
    frame: pd.DataFrame
    results: list[dict[str, Any]]
    metrics: tuple[MetricResult, ...]


@dataclass(frozen=True)
class Evaluated:
    """What became of a task; makes the report of one variant and of all together.

    Attributes:
        task: The task.
        scored: Each variant's answers.
        failures: In which way records fail.
        notes: What people should know.
        shown: The report of all variants that people see already, or None.
        stopped: Variants that could not be called, and why.
        interim: Whether trials are missing.
    """

    task: Task
    scored: Mapping[str, Scored]
    failures: Failures
    notes: tuple[str, ...]
    shown: Report | None
    stopped: Mapping[str, str]
    interim: bool

    @cached_property
    def _analysed(self) -> list[Record]:
        labels = self.task.labels
        records = [r for label in labels for r in self.scored[label].records.values()]
        return self.task.analysed(records)

    @cached_property
    def _evidence(self) -> Evidence:
        plan = self.task.plan(self.task.labels, self.task.baseline)
        return self.task.evidence(self._analysed, plan, self.stopped)

    @cached_property
    def _findings(self) -> Findings:
        task, scored = self.task, self.scored
        shares = {label: category_shares(task, scored[label].records) for label in task.labels}
        metrics = {label: scored[label].metrics for label in task.labels}
        return Findings(task, self._evidence, metrics, shares)

    def single(self, label: str) -> dict[str, Any]:
        """Return the result of one variant as `agent_eval_flow` gives it."""
        task, own = self.task, self.scored[label]
        records = [record for record in self._analysed if record.variant == label]
        view = None if task.models else self.shown
        view = view or task.view(task.evidence(records, task.plan((label,), label)))
        report = self._report("single", (label,), view, named=False)
        return {
            "inference_results": own.results,
            "scored_data": own.frame,
            "report": report,
            "markdown": report_markdown(report),
            "all_passed": report.all_passed,
            "score_types": task.judging.score_types,
        }

    def together(self) -> StatisticalReport:
        """Return the report that compares all variants."""
        view = self.shown or self.task.view(self._evidence)
        return self._report("comparison", self.task.labels, view, named=True)

    def _report(
        self, mode: str, labels: tuple[str, ...], view: Report, *, named: bool
    ) -> StatisticalReport:
        found = self._findings
        shown = {label: label if named else None for label in labels}
        infos = [variant_info(self.task, one, self.scored[one].records) for one in labels]
        if not named:
            infos = [replace(info, is_baseline=False) for info in infos]
        return StatisticalReport(
            report_mode=mode,
            variants=tuple(infos),
            records=tuple(r for label in labels for r in self.scored[label].shown),
            metrics=tuple(m for one in labels for m in found.metrics(one, shown[one])),
            gates=tuple(gate for one in labels for gate in found.gates(one, shown[one])),
            comparisons=tuple(found.comparisons(Role.SUCCESS)) if named else (),
            guardrails=tuple(found.comparisons(Role.GUARDRAIL)) if named else (),
            power_analyses=tuple(found.power_analyses()) if named else (),
            category_summaries=tuple(
                row for one in labels for row in found.categories(one, shown[one])
            ),
            failure_modes=tuple(row for one in labels for row in self._modes(one, shown[one])),
            failure_flips=self._flips() if named else (),
            notes=self.notes,
            view=view,
            interim=self.interim,
            provenance=view.frozen.provenance,
        )

    def _modes(self, label: str, shown: str | None) -> list[FailureModeSummary]:
        taxonomy = self.task.options.failure_taxonomy
        n_tried = len(self.scored[label].records)
        return mode_summaries(self.failures.modes, label, n_tried, taxonomy, shown)

    def _flips(self) -> Any:
        task = self.task
        failing: dict[str, dict[str, str]] = {label: {} for label in task.labels}
        for (label, case_id), mode in self.failures.modes.items():
            failing[label][case_id] = mode
        for label, case_id in self.failures.unset:
            failing[label][case_id] = ""
        tried = {label: frozenset(self.scored[label].records) for label in task.labels}
        return failure_flips(failing, tried, task.baseline, task.models)


def evaluate(task: Task, session: Session, notes: tuple[str, ...] = ()) -> Evaluated:
    """Return what becomes of a task: its agents called, judged, scored, their failures named."""
    answers, frames = infer(task, session)
    scored: dict[str, Scored] = {}
    told = list(notes)
    for label in task.labels:
        scored[label], broken = _scored(task, label, answers, frames[label])
        told += [f"{label}: {note}" if task.models else note for note in broken]
    rows = {
        (label, row.record_id): (row, scored[label].records[row.record_id])
        for label in task.labels
        for row in scored[label].shown
    }
    failures = Failures({}, (), ())
    if not session.interrupted:
        judge = next((one for one in task.judging.judges if isinstance(one, Judge)), None)
        failures = classify_failures(rows, _binary(task, scored), task.options, session, judge)
    scored = {label: _with_modes(one, label, failures) for label, one in scored.items()}
    told += [*session.notes, *failures.notes]
    return Evaluated(
        task,
        scored,
        failures,
        tuple(dict.fromkeys(told)),
        session.shown if task.hook is None else None,
        dict(session.stopped),
        session.interrupted,
    )


def _scored(
    task: Task, label: str, answers: Answers, merged: pd.DataFrame
) -> tuple[Scored, list[str]]:
    records = answers[label]
    ids = [case.id for case in task.eval_set.cases]
    found = {name for record in records.values() for name in record.scores}
    names = [*task.judging.columns, *sorted(found - set(task.judging.columns))]
    frame = scored_frame(merged, ids, records, task.judging, names)
    results = inference_results(task.eval_set, records)
    metrics, broken = frame_metrics(task.scorers.of_frames, frame, results, names)
    shown = tuple(record_results(task, label, records))
    return Scored(records, shown, frame, results, tuple(metrics)), broken


def _binary(task: Task, scored: Mapping[str, Scored]) -> list[str]:
    """Return the names of the pass/fail scores."""
    types = task.judging.columns
    others = {
        name
        for one in scored.values()
        for record in one.records.values()
        for name, score in record.scores.items()
        if score.binary and name not in types
    }
    return [n for n, field in types.items() if field.type is ScoreType.BINARY] + sorted(others)


def _with_modes(scored: Scored, label: str, failures: Failures) -> Scored:
    shown = tuple(
        replace(row, failure_mode=failures.modes.get((label, row.record_id)))
        for row in scored.shown
    )
    return replace(scored, shown=shown)


def finished(report: StatisticalReport, task: Task) -> tuple[StatisticalReport, str]:
    """Return a report with its summary, where one was asked for, and its Markdown."""
    markdown = report_markdown(report)
    model = task.options.summary_model
    if model is None:
        return report, markdown
    if report.interim:  # an interrupt stops all calls, this one included
        note = "There is no summary, since the run was interrupted."
        report = replace(report, notes=(*report.notes, note))
        return report, report_markdown(report)
    made = summarise(model, markdown, task.options.summary_label)
    notes = (*report.notes, made.note) if made.note else report.notes
    report = replace(report, summary=made.text, summary_checked=made.checked, notes=notes)
    return report, report_markdown(report)
