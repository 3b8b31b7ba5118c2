"""A garden of judges: what becomes of the judgements of several judges on the same outputs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from garden_nb.core.cases import Case
from garden_nb.core.digest import digest
from garden_nb.core.metrics import Direction, Kind, Metric, Role
from garden_nb.core.records import Record, Score
from garden_nb.engine.judge import ScoreField, ScoreType
from garden_nb.engine.scorers import Scorer
from garden_nb.flows.evaluation.agreement import agreement_of, self_agreement_of
from garden_nb.flows.evaluation.findings import Findings
from garden_nb.flows.evaluation.judge_rows import JudgeAgreement, SelfAgreement
from garden_nb.flows.evaluation.metric_result import MetricResult
from garden_nb.flows.evaluation.record_results import record_results, variant_info
from garden_nb.flows.evaluation.session import Session
from garden_nb.flows.evaluation.statistical_report import StatisticalReport
from garden_nb.flows.evaluation.task import Task

__all__ = ["PEOPLE", "JudgeGarden", "human_metric", "human_scorer"]

PEOPLE = "people"
"""What the agreement with human labels is called."""


def human_metric(field: ScoreField) -> Metric:
    """Return how right a judge is by people's labels: equal or not, or how far off."""
    if field.type in {ScoreType.BINARY, ScoreType.CATEGORICAL}:
        return Metric(f"{field.name}_agrees", Kind.BINARY, low=0.0, high=1.0)
    name, less = f"{field.name}_abs_error", Direction.LOWER_IS_BETTER
    if field.low is None or field.high is None:
        return Metric(name, direction=less)
    return Metric(name, Kind.BOUNDED, less, low=0.0, high=field.high - field.low)


def human_scorer(field: ScoreField, human: Mapping[str, float]) -> Scorer:
    """Return a scorer of judgements by people's labels; missing where there is none.

    A score that the judge did not give counts as the worst, as a judgement that failed does: a
    judge that gives none on hard cases does not agree more often for that.

    Args:
        field: The score.
        human: People's values by case id, labels as their places.
    """
    metric = human_metric(field)

    def compare(output: Any, case: Case) -> Score:
        given, wanted = output.get(field.name), human.get(case.id)
        if wanted is None:
            return Score(None, "no person scored this case")
        if given is None:
            return Score(metric.worst, "the judge gave no such score", metric.kind is Kind.BINARY)
        if metric.kind is Kind.BINARY:
            return Score(float(given == wanted), binary=True)
        return Score(abs(given - wanted))

    version = digest("human", 2, field.name, field.type.value, dict(human))
    return Scorer(metric.name, compare, version, metric=metric)


@dataclass(frozen=True)
class JudgeGarden:
    """The judgements of several judges on the same outputs.

    Attributes:
        task: The task; its variants are the judges.
        fields: The scores that every judge gives.
        human: People's values by score and case id.
        records: All judgements.
        notes: What people should know.
        stopped: Judges that could not be called, and why.
        interim: Whether judgements are missing.
    """

    task: Task
    fields: tuple[ScoreField, ...]
    human: Mapping[str, Mapping[str, float]]
    records: Sequence[Record]
    notes: tuple[str, ...]
    stopped: Mapping[str, str]
    interim: bool

    @classmethod
    def run(
        cls,
        task: Task,
        fields: tuple[ScoreField, ...],
        human: Mapping[str, Mapping[str, float]],
        session: Session,
    ) -> "JudgeGarden":
        """Ask every judge about every output."""
        plan = task.plan(task.labels, task.baseline)

        def view(run: Any) -> Any:
            return task.view(task.evidence(run.records(), plan, run.unusable))

        records = session.run(task.request, "", view)
        notes, stopped = tuple(session.notes), dict(session.stopped)
        return cls(task, fields, human, records, notes, stopped, session.interrupted)

    def first(self, label: str) -> dict[str, Record]:
        """Return a judge's first judgement of each case."""
        return {r.case_id: r for r in self.records if r.variant == label and r.repeat == 0}

    def values(self, label: str, field: ScoreField) -> dict[str, float]:
        """Return the values of a judge's first judgements by case id."""
        found = {case_id: _value(r, field) for case_id, r in self.first(label).items()}
        return {case_id: value for case_id, value in found.items() if value is not None}

    def agreements(self) -> list[JudgeAgreement]:
        """Return how far each judge agrees with people, and the others with the baseline."""
        task = self.task
        categories = {case.id: case.category for case in task.eval_set.cases}
        level = task.options.confidence_level
        base = task.baseline
        rows = []
        for field in self.fields:
            compare = partial(agreement_of, field, categories=categories, confidence=level)
            for label in task.labels:
                mine = self.values(label, field)
                if field.name in self.human:
                    human = self.human[field.name]
                    rows.append(compare((self._name(label), PEOPLE), (mine, human)))
                if label != base:
                    theirs = self.values(base, field)
                    rows.append(compare((self._name(label), self._name(base)), (mine, theirs)))
        return rows

    def self_agreements(self) -> list[SelfAgreement]:
        """Return how often each judge says the same again; nothing without repeats."""
        if self.task.repeats < 2:
            return []
        level = self.task.options.confidence_level
        return [
            self_agreement_of(field, self._name(label), self._repeats(label, field), level)
            for field in self.fields
            for label in self.task.labels
        ]

    def report(self) -> StatisticalReport:
        """Return the report that compares the judges."""
        task = self.task
        agreements, own = self.agreements(), self.self_agreements()
        plan = task.plan(task.labels, task.baseline)
        evidence = task.evidence(list(self.records), plan, self.stopped)
        extra = {label: _metrics(self._name(label), agreements, own) for label in task.labels}
        found = Findings(task, evidence, extra, {})
        view = task.view(evidence)
        every: Callable[[Callable[..., list[Any]]], tuple[Any, ...]] = lambda rows: tuple(  # noqa: E731
            row for label in task.labels for row in rows(label, label)
        )
        return StatisticalReport(
            report_mode="comparison",
            variants=tuple(variant_info(task, one, self.first(one)) for one in task.labels),
            records=tuple(
                r for one in task.labels for r in record_results(task, one, self.first(one))
            ),
            metrics=every(found.metrics),
            gates=every(found.gates),
            comparisons=tuple(found.comparisons(Role.SUCCESS)),
            guardrails=tuple(found.comparisons(Role.GUARDRAIL)),
            power_analyses=tuple(found.power_analyses()),
            category_summaries=every(found.categories),
            failure_modes=(),
            failure_flips=(),
            notes=self._notes(),
            view=view,
            interim=self.interim,
            provenance=view.frozen.provenance,
            judge_agreements=tuple(agreements),
            self_agreements=tuple(own),
        )

    def _notes(self) -> tuple[str, ...]:
        if self.human:
            return self.notes
        note = "Without people's labels nobody knows which judge is right, only how far they agree."
        return (*self.notes, note)

    def _name(self, label: str) -> str:
        return self.task.model_of(label) or label

    def _repeats(self, label: str, field: ScoreField) -> dict[str, list[float]]:
        found: dict[str, list[float]] = {}
        for record in self.records:
            value = _value(record, field)
            if record.variant == label and value is not None:
                found.setdefault(record.case_id, []).append(value)
        return found


def _value(record: Record, field: ScoreField) -> float | None:
    if record.output is None:
        return None
    value = record.output.value.get(field.name)
    return None if value is None else float(value)


def _metrics(
    judge: str, agreements: Sequence[JudgeAgreement], own: Sequence[SelfAgreement]
) -> list[MetricResult]:
    """Return agreement as metrics, so that gates can name it."""
    found = []
    for row in agreements:
        if row.judge != judge:
            continue
        whom = "" if row.against == PEOPLE else "_with_baseline"
        kappa = (row.kappa, row.kappa_ci_lower, row.kappa_ci_upper)
        bias = (row.bias, row.bias_ci_lower, row.bias_ci_upper)
        if row.kappa is not None:
            found.append(MetricResult(f"{row.score}_kappa{whom}", *kappa, "asymptotic", row.n))
        if row.bias is not None:
            found.append(MetricResult(f"{row.score}_bias{whom}", *bias, "t", row.n))
    found += [
        MetricResult(
            f"{row.score}_self_agreement",
            row.agreement,
            row.ci_lower,
            row.ci_upper,
            "t",
            row.n_cases,
        )
        for row in own
        if row.judge == judge
    ]
    return found
