"""The task of a flow: what is evaluated, by whom, against what."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from secrets import randbits
from typing import Any

import pandas as pd

from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.analysis.table import MEASURED, Plan
from garden_nb.core.metrics import Metric
from garden_nb.core.records import Record
from garden_nb.core.variants import Variant
from garden_nb.engine.runner import RunRequest
from garden_nb.flows.evaluation.eval_set import EvalSet
from garden_nb.flows.evaluation.flow_options import FlowOptions
from garden_nb.flows.evaluation.gating import Gating
from garden_nb.flows.evaluation.judging import Judging, reason_column
from garden_nb.flows.evaluation.labels import split_key
from garden_nb.flows.evaluation.split_scorers import SplitScorers
from garden_nb.flows.provenance import about_run, provenance_of
from garden_nb.flows.report import Report

__all__ = ["Task"]

_TIMEOUT_S = 600.0
"""An agent that has not answered in ten minutes has failed."""


@dataclass(frozen=True)
class Task:
    """What a flow evaluates.

    Attributes:
        eval_set: The cases.
        variants: The agents; their labels are short.
        models: The full id of the model of each label; empty for a single agent.
        baseline: The baseline's label.
        judging: The judges.
        scorers: The scorers.
        gating: The gates.
        options: Everything else.
        hook: Adds columns between inference and judging, or None.
        metrics: What some scores mean, where neither judge nor scorer says so.
        repeats: Trials per case and variant.
    """

    eval_set: EvalSet
    variants: tuple[Variant, ...]
    models: Mapping[str, str]
    baseline: str
    judging: Judging
    scorers: SplitScorers
    gating: Gating
    options: FlowOptions
    hook: Callable[[pd.DataFrame], Any] | None = None
    metrics: Mapping[str, Metric] = field(default_factory=dict)
    repeats: int = 1

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels, in order."""
        return tuple(variant.label for variant in self.variants)

    @cached_property
    def seed(self) -> int:
        """The seed: as given, else one that is drawn once."""
        return randbits(32) if self.options.seed is None else self.options.seed

    @property
    def score_names(self) -> tuple[str, ...]:
        """The scores that have a mean: judges' columns first, then scorers."""
        return (*self.judging.metrics, *(scorer.name for scorer in self.scorers.of_cases))

    @property
    def filled_columns(self) -> tuple[str, ...]:
        """The columns that judges and scorers add to the frame."""
        judged = [c for name in self.judging.columns for c in (name, reason_column(name))]
        return (*judged, *(scorer.name for scorer in self.scorers.of_cases))

    @cached_property
    def request(self) -> RunRequest:
        """The run that calls every agent on every case."""
        scorers = () if self.hook else (*self.judging.scorers, *self.scorers.of_cases)
        return RunRequest(
            cases=self.eval_set.cases,
            variants=self.variants,
            scorers=scorers,
            repeats=self.repeats,
            seed=self.seed,
            about=self._about,
            concurrency=self.options.concurrency,
            score_concurrency=self.options.judge_concurrency,
            timeout_s=_TIMEOUT_S,
        )

    @property
    def _about(self) -> dict[str, Any]:
        """What the journal keeps, so that a run can be read again; scores as it names them."""
        plan, kept = self.plan(self.labels, self.baseline), self.judging.journal_names
        metrics = {
            kept.get(name, name): replace(metric, name=kept.get(name, name))
            for name, metric in (plan.metrics or {}).items()
        }
        scores = tuple(kept.get(name, name) for name in plan.scores)
        known = (*self.score_names, *MEASURED)
        gates = {k: v for k, v in self.gating.known_to(known, self.labels).items() if k not in kept}
        plan = replace(plan, metrics=metrics, scores=scores)
        return about_run(plan, self.eval_set.cases, gates, None, {})

    def model_of(self, label: str) -> str | None:
        """Return the full id of a label's model; None for a single agent."""
        return self.models.get(label)

    def plan(self, labels: tuple[str, ...], baseline: str) -> Plan:
        """Return what the run sets out to do, for some of the variants."""
        cases = self.eval_set.cases
        declared = {s.name: s.metric for s in self.scorers.of_cases if s.metric is not None}
        return Plan(
            case_ids=tuple(case.id for case in cases),
            variants=labels,
            baseline=baseline,
            repeats=self.repeats,
            metrics={**declared, **self.judging.metrics, **self.metrics},
            scores=self.score_names,
            categories=tuple(case.category for case in cases),
            name=self.options.name,
            seed=self.seed,
            resamples=self.options.n_resamples,
        )

    def evidence(
        self, records: list[Record], plan: Plan, stopped: Mapping[str, str] | None = None
    ) -> Evidence:
        """Return the evidence of records whose scores are named by column.

        Args:
            records: The records.
            plan: What the run set out to do.
            stopped: Variants that could not be called, and why; they are not compared.
        """
        return Evidence(records, plan.without(stopped or {}), provenance_of(self.request))

    def spec(self, plan: Plan) -> AnalysisSpec:
        """Return how the flow judges; against another variant where the baseline was stopped."""
        return AnalysisSpec(
            plan.reference,
            plan.baseline,
            adjust=self.options.adjust_method,
            confidence=self.options.confidence_level,
            seed=self.seed,
        )

    def view(self, evidence: Evidence) -> Report:
        """Return the report that people can change; frame-level metrics have no gates there."""
        plan = evidence.table.plan
        view = Report(evidence, self.spec(plan))
        known = [metric.name for metric in evidence.table.known_metrics]
        mapping = self.gating.known_to(known, self.labels)
        left = {
            k: v
            for k, v in mapping.items()
            if split_key(k, self.labels)[0] in {None, *plan.variants}
        }
        if len(plan.variants) < len(self.variants) and not plan.stopped:
            left = self.gating.of_one(plan.reference, known)
        view.choose(gates=left)
        return view

    def named(self, records: list[Record]) -> list[Record]:
        """Return records with their scores by column; labels have no place in the analysis."""
        return [replace(record, scores=self.judging.scores(record)) for record in records]

    def analysed(self, records: list[Record]) -> list[Record]:
        """Return records with the scores that have a mean."""
        labels = set(self.judging.columns) - set(self.judging.metrics)
        return [
            replace(r, scores={n: s for n, s in r.scores.items() if n not in labels})
            for r in records
        ]
