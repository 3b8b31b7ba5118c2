"""The report of a flow: one agent, or several compared."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from garden_nb.flows.evaluation.judge_rows import JudgeAgreement, SelfAgreement
from garden_nb.flows.evaluation.metric_result import MetricResult
from garden_nb.flows.evaluation.report_rows import (
    CategorySummary,
    ComparisonResult,
    FailureFlips,
    FailureModeSummary,
    GateOutcome,
    PowerAnalysis,
    RecordResult,
    VariantInfo,
)
from garden_nb.flows.report import Report

__all__ = ["StatisticalReport"]


@dataclass(frozen=True)
class StatisticalReport:
    """What a flow found out, as data; `view` is the same as a report that people can change.

    Attributes:
        report_mode: `single` or `comparison`.
        variants: One per model.
        records: Every variant on every case; `tag` is the full id of the model.
        metrics: Every variant's metrics; names are unique, so gates and trackers can name them.
        gates: What each gate decided, one per bound and variant.
        comparisons: Every contender against the baseline on every score, one corrected family.
        guardrails: The same on cost, latency, tokens and steps, outside the family.
        power_analyses: One per comparison of a binary score.
        category_summaries: Every variant's metrics within categories.
        failure_modes: How often each variant failed in which way.
        failure_flips: How the ways of failing changed from the baseline to each contender.
        notes: What a reader has to know: judges that judge themselves, scorers that broke.
        view: The report in the notebook: baseline and gates can be changed there.
        summary: A model's words on the report, where it was asked for.
        summary_checked: Whether every number in them occurs in the report; None without summary.
        interim: Whether trials are still missing.
        provenance: Digests, the seed and versions, to replay the report.
        judge_agreements: A garden of judges: how far each agrees with people and the baseline.
        self_agreements: A garden of judges: how often each says the same again.
    """

    report_mode: str
    variants: tuple[VariantInfo, ...]
    records: tuple[RecordResult, ...]
    metrics: tuple[MetricResult, ...]
    gates: tuple[GateOutcome, ...]
    comparisons: tuple[ComparisonResult, ...]
    guardrails: tuple[ComparisonResult, ...]
    power_analyses: tuple[PowerAnalysis, ...]
    category_summaries: tuple[CategorySummary, ...]
    failure_modes: tuple[FailureModeSummary, ...]
    failure_flips: tuple[FailureFlips, ...]
    notes: tuple[str, ...]
    view: Report = field(repr=False, compare=False)
    summary: str | None = None
    summary_checked: bool | None = None
    interim: bool = False
    provenance: Mapping[str, str] = field(default_factory=dict)
    judge_agreements: tuple[JudgeAgreement, ...] = ()
    self_agreements: tuple[SelfAgreement, ...] = ()

    @property
    def all_passed(self) -> bool:
        """Whether every gate passed; none does on a part of the cases, after an interrupt."""
        return all(gate.passed and not self.interim for gate in self.gates)

    def metric(self, name: str) -> MetricResult:
        """Return the metric of that name.

        Raises:
            KeyError: There is none.
        """
        for metric in self.metrics:
            if metric.name == name:
                return metric
        raise KeyError(name)

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        """Return the report for a notebook."""
        show: Callable[..., dict[str, Any]] = self.view._repr_mimebundle_
        return show(**options)
