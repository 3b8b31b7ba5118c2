"""Evidence: the records of a run, from which any report is a look-up."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache

import numpy as np

from garden_nb.analysis.comparison import Comparison, Estimate, Status
from garden_nb.analysis.cube import Cube
from garden_nb.analysis.decision import Decision, decide, nothing_ran
from garden_nb.analysis.estimate import estimate_variant
from garden_nb.analysis.gates import COUNTS, GateResult, Gauged, evaluate_gates
from garden_nb.analysis.matrix import Policy
from garden_nb.analysis.measured_of import counts_of, measured_of
from garden_nb.analysis.numbers import Scale
from garden_nb.analysis.power import power_of
from garden_nb.analysis.report import AnalysisSpec, Report, VariantCounts
from garden_nb.analysis.rows import Reading, compare_rows
from garden_nb.analysis.sentences import Facts, outlook_of, sentences_of
from garden_nb.analysis.slices import Slice, SliceCubes
from garden_nb.analysis.table import Plan, TrialTable
from garden_nb.analysis.unscored import count_unscored
from garden_nb.core.metrics import Direction, Metric, Role
from garden_nb.core.records import Record

__all__ = ["Evidence", "build_report"]

_Names = tuple[str, ...] | None


def build_report(records: Iterable[Record], plan: Plan, spec: AnalysisSpec | None = None) -> Report:
    """Return the report of `records`: a pure function of its arguments.

    Args:
        records: The facts; their order changes nothing.
        plan: What the run set out to do.
        spec: How to judge; by default against the planned baseline.
    """
    evidence = Evidence(records, plan)
    return evidence.report(spec or AnalysisSpec(plan.reference, plan.baseline))


class Evidence:
    """The records of a run as a table, with the cubes that were asked for so far.

    Args:
        records: The facts; their order changes nothing.
        plan: What the run set out to do.
        provenance: Digests and versions, carried into every report.
    """

    def __init__(
        self,
        records: Iterable[Record],
        plan: Plan,
        provenance: Mapping[str, str] | None = None,
    ) -> None:
        records = list(records)
        self.table = TrialTable.from_records(records, plan)
        compared = [record for record in records if record.variant not in plan.stopped]
        self._unscored = {} if plan.recorded else count_unscored(compared)
        self._provenance = dict(provenance or {})
        self._cubes: dict[tuple[Policy, str, _Names], Cube] = {}
        self._slices: dict[tuple[Policy, str], SliceCubes] = {}
        self._report = lru_cache(maxsize=256)(self._build)
        self._compared = lru_cache(maxsize=256)(self._compare)
        self._estimated = lru_cache(maxsize=64)(self._estimate)

    def cube(self, policy: Policy, method: str = "auto", metrics: _Names = None) -> Cube:
        """Return every pair on every metric under a policy; made once.

        Args:
            policy: What failed and absent trials count as.
            method: `auto`, or one method for all.
            metrics: The success metrics that are compared; None for all.
        """
        key = (policy, method, metrics)
        if key not in self._cubes:
            if metrics is None:
                self._cubes[key] = Cube(self.table, policy, method)
            else:
                self._cubes[key] = self.cube(policy, method).of_metrics(metrics)
        return self._cubes[key]

    def report(self, spec: AnalysisSpec) -> Report:
        """Return the report for one set of choices; made once."""
        return self._report(spec)

    def _build(self, spec: AnalysisSpec) -> Report:
        plan, cube = self.table.plan, self._cube(spec)
        estimates = self._estimates(spec)
        scales = _scales(estimates)
        rows = _described(self.rows(spec), scales, spec, plan.repeats)
        best_sets = self._best_sets(spec, estimates, rows)
        gauged = self._gauged(spec)
        gates = evaluate_gates(
            spec.gates,
            {(label, g.metric.name): m for g in gauged for label, m in g.measured.items()},
            plan.labels,
            spec.baseline,
            {g.metric: g.scale for g in gauged},
        )
        success = [row for row in rows if row.role == Role.SUCCESS]
        return Report(
            spec=spec,
            variants=plan.variants,
            metrics=cube.table.metrics,
            estimates=estimates,
            comparisons=rows,
            best_sets=best_sets,
            gates=gates,
            decision=self._decide(spec, success, best_sets, gates),
            counts=self.counts,
            n_cases=len(plan.case_ids),
            repeats=plan.repeats,
            family_size=cube.judged(spec.baseline, spec.adjust, _alpha(spec)).size,
            interim=self.interim and not self.table.ended_early,
            name=plan.name,
            provenance=self._provenance,
            stopped=plan.stopped,
            halted=plan.halted if self.interim and not self.table.ended_early else "",
            anytime=self._anytime(spec),
            early=plan.early if self.table.ended_early else {},
            unscored={
                m.name: found for m in self.table.metrics if (found := self._unscored.get(m.name))
            },
            left_out=tuple(m.name for m in self.table.metrics if m not in cube.table.metrics),
            gauged=gauged,
        )

    def _gauged(self, spec: AnalysisSpec) -> tuple[Gauged, ...]:
        """Return what gates compare, on metrics that are not compared too."""
        whole = replace(spec, metrics=None)
        cube, rows, estimates = self._cube(whole), self.rows(whole), self._estimates(whole)
        measured = measured_of(estimates, rows, cube, interim=self.interim)
        measured |= counts_of(rows, cube, interim=self.interim)
        scales = _scales(estimates) | {
            Metric(name, direction=Direction.LOWER_IS_BETTER): Scale()
            for name in COUNTS
            if all(metric.name != name for metric in self.table.metrics)
        }
        return tuple(
            Gauged(
                metric,
                scale,
                {label: found for (label, name), found in measured.items() if name == metric.name},
            )
            for metric, scale in scales.items()
        )

    def _decide(
        self,
        spec: AnalysisSpec,
        rows: Sequence[Comparison],
        best_sets: Mapping[str, tuple[str, ...]],
        gates: Sequence[GateResult],
    ) -> Decision:
        plan = self.table.plan
        if set(plan.variants) <= set(plan.stopped):
            return nothing_ran(plan.variants)
        alone = len(self.table.plan.variants) == 1
        interim = self.interim and not self.table.ended_early
        return decide(spec.baseline, rows, best_sets, gates, interim=interim, alone=alone)

    @property
    def interim(self) -> bool:
        """Whether planned trials are still missing."""
        return not (self.table.complete or self.table.plan.recorded)

    def _anytime(self, spec: AnalysisSpec) -> bool:
        """Return whether a rule looked on that could judge: a second test would be one too many."""
        plan = self.table.plan
        return plan.early_stop and bool((~np.isnan(self._cube(spec).early(plan.reference))).any())

    def _reading(self, spec: AnalysisSpec) -> Reading:
        early = self.interim or self._anytime(spec)
        return Reading(spec.baseline, spec.adjust, _alpha(spec), spec.margin, early, spec.margins)

    @cached_property
    def counts(self) -> tuple[VariantCounts, ...]:
        """How complete the trials are, one per variant."""
        table = self.table
        planned = table.done.shape[0] * table.done.shape[2]
        done, failed = table.done.sum(axis=(0, 2)), table.failed.sum(axis=(0, 2))
        return tuple(
            VariantCounts(label, planned, int(done[j]), int(failed[j]), table.reused[j])
            for j, label in enumerate(table.plan.variants)
        )

    def rows(self, spec: AnalysisSpec) -> tuple[Comparison, ...]:
        """Return one row per contender and metric: a look-up once their cube is there."""
        return self._compared(replace(spec, gates=()))

    def _compare(self, spec: AnalysisSpec) -> tuple[Comparison, ...]:
        cube = self._cube(spec)
        rows = compare_rows(cube, self._reading(spec))
        if self.table.any_failed:
            other = replace(spec, on_error="drop" if spec.on_error == "fail" else "fail")
            rows = [
                replace(row, depends_on_failures=differs)
                for row, differs in self._other_way(rows, other)
            ]
        if cube.table.any_missing and not self.interim:
            other = replace(spec, missing="pairwise" if spec.missing == "fail" else "fail")
            rows = [
                replace(row, depends_on_missing=differs)
                for row, differs in self._other_way(rows, other)
            ]
        return tuple(rows)

    def _other_way(
        self, rows: Sequence[Comparison], other_way: AnalysisSpec
    ) -> Iterator[tuple[Comparison, bool]]:
        """Yield each row, and whether another policy gives it another status."""
        others = compare_rows(self._cube(other_way), self._reading(other_way))
        for row, other in zip(rows, others, strict=True):
            yield row, row.status is not other.status

    def slices(self, spec: AnalysisSpec) -> tuple[Slice, ...]:
        """Return the comparisons within each category, the largest category first."""
        policy = Policy(spec.on_error, spec.missing)
        key = (policy, spec.method)
        if key not in self._slices:
            self._slices[key] = SliceCubes(self.table, policy, spec.method)
        return self._slices[key].of_metrics(spec.metrics).read(self._reading(spec))

    def _cube(self, spec: AnalysisSpec) -> Cube:
        return self.cube(Policy(spec.on_error, spec.missing), spec.method, spec.metrics)

    def _estimates(self, spec: AnalysisSpec) -> tuple[Estimate, ...]:
        policy = Policy(spec.on_error, spec.missing)
        return self._estimated(policy, spec.method, spec.metrics, spec.confidence)

    def _estimate(
        self, policy: Policy, method: str, metrics: _Names, confidence: float
    ) -> tuple[Estimate, ...]:
        cube = self.cube(policy, method, metrics)
        return tuple(
            estimate_variant(
                cube.matrices[metric.name], count_at, counts.variant, counts.failed, confidence
            )
            for metric in cube.table.metrics
            for count_at, counts in enumerate(self.counts)
        )

    def _best_sets(
        self, spec: AnalysisSpec, estimates: tuple[Estimate, ...], own: tuple[Comparison, ...]
    ) -> dict[str, tuple[str, ...]]:
        """Return for each success metric the variants that are not shown worse than the leader."""
        sets = {}
        cube = self._cube(spec)
        for metric in cube.table.metrics:
            known = [e for e in estimates if e.metric.name == metric.name and e.value is not None]
            if metric.role is not Role.SUCCESS or not known or self.interim:
                continue
            sign = 1 if metric.higher_is_better else -1
            leader = max(known, key=lambda e: sign * (e.value or 0.0)).variant
            rows = compare_rows(cube, self._reading(replace(spec, baseline=leader)), [metric])
            worse = {row.variant for row in rows if row.status is Status.REGRESSION}
            worse |= {
                row.baseline
                for row in own
                if row.metric == metric.name
                and row.variant == leader
                and row.status is Status.IMPROVEMENT
            }
            sets[metric.name] = tuple(e.variant for e in known if e.variant not in worse)
        return sets


def _scales(estimates: tuple[Estimate, ...]) -> dict[Metric, Scale]:
    """Return how the values of each metric are written, everywhere in one report."""
    values: dict[Metric, list[float | None]] = {}
    for estimate in estimates:
        values.setdefault(estimate.metric, []).append(estimate.value)
    return {metric: Scale.of(metric, found) for metric, found in values.items()}


def _described(
    rows: tuple[Comparison, ...],
    scales: Mapping[Metric, Scale],
    spec: AnalysisSpec,
    repeats: int,
) -> tuple[Comparison, ...]:
    """Return the rows with what to say of each."""
    facts = {
        metric.name: Facts(metric, scale, spec.margin_of(metric), repeats)
        for metric, scale in scales.items()
    }
    return tuple(_with_words(row, facts[row.metric], spec) for row in rows)


def _with_words(row: Comparison, facts: Facts, spec: AnalysisSpec) -> Comparison:
    if row.role == Role.SUCCESS and row.p_adj is not None and row.ci_adj_low is not None:
        power = power_of(row, facts.metric, _alpha(spec), facts.margin)
        row = replace(row, **{name: getattr(power, name) for name in power.__slots__})
    return replace(row, outlook=outlook_of(row, facts), notes=sentences_of(row, facts))


def _alpha(spec: AnalysisSpec) -> float:
    return round(1 - spec.confidence, 12)
