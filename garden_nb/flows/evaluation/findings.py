"""Findings: what the analysis says of a flow's variants, as rows of a statistical report."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from garden_nb.analysis.comparison import Comparison, Estimate
from garden_nb.analysis.estimate import estimate_variant
from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.gates import COUNTS, GateResult, Measured, evaluate_gates
from garden_nb.analysis.matrix import Matrix, Policy
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.analysis.table import BoolArray
from garden_nb.core.metrics import Kind, Role
from garden_nb.core.records import Record
from garden_nb.engine.judge import ScoreType
from garden_nb.flows.evaluation.gating import outcome_of
from garden_nb.flows.evaluation.labels import qualified
from garden_nb.flows.evaluation.metric_result import MetricResult
from garden_nb.flows.evaluation.report_rows import (
    CategorySummary,
    ComparisonResult,
    GateOutcome,
    PowerAnalysis,
)
from garden_nb.flows.evaluation.task import Task
from garden_nb.stats.agreement.wilson_interval import wilson_interval

__all__ = ["Findings", "category_shares"]


class Findings:
    """What the analysis says, in the words of a flow.

    Args:
        task: What was evaluated.
        evidence: The records.
        frame_metrics: The metrics of frame-level scorers by label.
        shares: The shares of categorical labels by label of the variant.
    """

    def __init__(
        self,
        task: Task,
        evidence: Evidence,
        frame_metrics: Mapping[str, Sequence[MetricResult]],
        shares: Mapping[str, Sequence[MetricResult]],
    ) -> None:
        self._task = task
        self._evidence = evidence
        self._extra = {
            label: (*shares.get(label, ()), *frame_metrics.get(label, ())) for label in task.labels
        }
        self._plan = evidence.table.plan
        self._spec = task.spec(self._plan)
        self._report = evidence.report(self._spec)

    def metrics(self, label: str, shown: str | None) -> list[MetricResult]:
        """Return one variant's metrics, named after `shown` where that is given."""
        variant = self._task.model_of(label)
        own = [_metric(e) for e in self._report.estimates if e.variant == label]
        return [
            replace(metric, name=qualified(shown, metric.name), variant=variant)
            for metric in (*own, *self._extra[label])
        ]

    def gates(self, label: str, shown: str | None) -> list[GateOutcome]:
        """Return what the gates on one variant decided."""
        variant = self._task.model_of(label)
        return [
            outcome_of(result, shown, variant)
            for result in self._decided
            if result.gate.variant in (label, None)
        ]

    @property
    def _decided(self) -> list[GateResult]:
        task = self._task
        known = {*COUNTS, *(metric.name for metric in self._evidence.table.known_metrics)}
        gates = task.gating.gates
        inside = tuple(gate for gate in gates if gate.metric in known)
        outside = tuple(gate for gate in gates if gate.metric not in known)
        decided = self._evidence.report(replace(self._spec, gates=inside)).gates
        others = evaluate_gates(outside, self._measured(), task.labels, self._plan.reference)
        return [*decided, *others]

    def _measured(self) -> dict[tuple[str, str], Measured]:
        base = {m.name: m.point_estimate for m in self._extra[self._plan.reference]}
        measured = {}
        for label, metrics in self._extra.items():
            for metric in metrics:
                value, before = metric.point_estimate, base.get(metric.name)
                delta = None if value is None or before is None else value - before
                percent = 100 * delta / abs(before) if delta is not None and before else None
                measured[label, metric.name] = Measured(value, delta, percent)
        return measured

    def comparisons(self, role: Role) -> list[ComparisonResult]:
        """Return every contender against the baseline, in the family or outside it."""
        rows = [row for row in self._report.comparisons if row.role == role]
        other = self._dropped(self._spec) if self._evidence.table.any_failed else {}
        return [self._compared(row, other.get((row.variant, row.metric))) for row in rows]

    def _dropped(self, spec: AnalysisSpec) -> dict[tuple[str, str], Comparison]:
        report = self._evidence.report(replace(spec, on_error="drop"))
        return {(row.variant, row.metric): row for row in report.comparisons}

    def _compared(self, row: Comparison, dropped: Comparison | None) -> ComparisonResult:
        family = row.role == Role.SUCCESS
        name = {label: self._task.model_of(label) or label for label in self._task.labels}
        words = f"{row.variant} is {row.status.word} than {row.baseline} on {row.metric}"
        if row.status.word in {"unclear", "no data", "equivalent"}:
            words = f"{row.variant} against {row.baseline} on {row.metric}: {row.status.word}"
        return ComparisonResult(
            metric=row.metric,
            variant=name[row.variant],
            baseline=name[row.baseline],
            delta=row.delta,
            ci_lower=row.ci_adj_low if family else row.ci_low,
            ci_upper=row.ci_adj_high if family else row.ci_high,
            p_value=row.p_value,
            p_adj=row.p_adj,
            status=row.status.value,
            effect_size=self._effect_size(row),
            method=row.method,
            n_pairs=row.n_pairs,
            gained=row.gained,
            lost=row.lost,
            interpretation=". ".join([words, *(note.rstrip(".") for note in row.notes)]) + ".",
            depends_on_failures=row.depends_on_failures,
            delta_dropped=dropped.delta if dropped else None,
            status_dropped=dropped.status.value if dropped else None,
        )

    def _effect_size(self, row: Comparison) -> float | None:
        """Return the difference in standard deviations of the cases' differences (Cohen's d_z)."""
        cube = self._evidence.cube(Policy(self._spec.on_error, self._spec.missing))
        values = cube.matrices[row.metric].values
        before, after = (self._plan.variants.index(one) for one in (row.baseline, row.variant))
        differences = values[:, after] - values[:, before]
        differences = differences[~np.isnan(differences)]
        if differences.size < 2:
            return None
        spread = float(differences.std(ddof=1))
        mean = float(differences.mean())
        return mean / spread if spread > 1e-9 * abs(mean) else None  # what rounding leaves is none

    def power_analyses(self) -> list[PowerAnalysis]:
        """Return what each comparison of a binary score could have shown."""
        binary = {m.name for m in self._evidence.table.metrics if m.kind is Kind.BINARY}
        return [
            PowerAnalysis(
                metric=row.metric,
                variant=self._task.model_of(row.variant) or row.variant,
                n_pairs=row.n_pairs,
                mde=row.mde,
                mde_adj=row.mde_adj,
                mde_two_proportion=row.mde_two_proportion,
            )
            for row in self._report.comparisons
            if row.metric in binary and row.role == Role.SUCCESS
        ]

    def categories(self, label: str, shown: str | None) -> list[CategorySummary]:
        """Return one variant's scores within every category, the largest category first."""
        if label not in self._plan.variants:  # it was stopped
            return []
        column = self._plan.variants.index(label)
        level = self._spec.confidence
        return [
            _summary(
                category,
                estimate_variant(matrix.of_cases(cases), column, label, 0, level),
                qualified(shown, matrix.metric.name),
                self._task.model_of(label),
            )
            for category, cases in self._categories
            for matrix in self._scored
        ]

    @cached_property
    def _scored(self) -> list[Matrix]:
        """The scores of all variants and cases."""
        cube = self._evidence.cube(Policy(self._spec.on_error, self._spec.missing))
        return [cube.matrices[name] for name in cube.success]

    @cached_property
    def _categories(self) -> list[tuple[str, BoolArray]]:
        """Each category with the places of its cases."""
        given = self._plan.categories
        counts = Counter(category for category in given if category is not None)
        ordered = sorted(counts, key=lambda name: (-counts[name], name))
        codes = {name: code for code, name in enumerate(ordered)}
        places = np.array([-1 if name is None else codes[name] for name in given])
        return [(name, places == code) for name, code in codes.items()]


def _summary(category: str, row: Estimate, name: str, variant: str | None) -> CategorySummary:
    return CategorySummary(
        category=category,
        metric=name,
        point_estimate=row.value,
        ci_lower=row.ci_low,
        ci_upper=row.ci_high,
        sample_size=row.n_cases,
        variant=variant,
        method=row.method,
    )


def _metric(row: Estimate) -> MetricResult:
    return MetricResult(
        name=row.metric.name,
        point_estimate=row.value,
        ci_lower=row.ci_low,
        ci_upper=row.ci_high,
        method=row.method,
        sample_size=row.n_cases,
        n_failed=row.n_failed,
        n_missing=row.n_missing,
        unit=row.metric.unit,
    )


def category_shares(task: Task, records: Mapping[str, Record]) -> list[MetricResult]:
    """Return the share of each label of the categorical scores, with Wilson's interval."""
    found = []
    for column, field in task.judging.columns.items():
        if field.type is not ScoreType.CATEGORICAL:
            continue
        scores = [r.scores[column].value for r in records.values() if column in r.scores]
        given = [field.labels[int(value)] for value in scores if value is not None]
        for label in field.labels:
            count, n = given.count(label), len(given)
            low, high = wilson_interval(count, n, task.options.confidence_level)
            found.append(
                MetricResult(
                    name=f"{column}.{label}",
                    point_estimate=count / n if n else None,
                    ci_lower=low if n else None,
                    ci_upper=high if n else None,
                    method="wilson",
                    sample_size=n,
                    n_failed=sum(r.failure is not None for r in records.values()),
                    n_missing=len(scores) - n,
                )
            )
    return found
