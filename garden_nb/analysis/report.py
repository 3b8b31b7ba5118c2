"""The report: what the records of a run say, as data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from garden_nb.analysis.comparison import Comparison, Estimate
from garden_nb.analysis.decision import Decision
from garden_nb.analysis.gates import Gate, GateResult, Gauged
from garden_nb.analysis.margins import Margins, margin_of
from garden_nb.analysis.numbers import Scale
from garden_nb.analysis.unscored import Unscored
from garden_nb.core.metrics import Metric

__all__ = ["AnalysisSpec", "Report", "VariantCounts"]


@dataclass(frozen=True, slots=True)
class AnalysisSpec:
    """How records are judged.

    Attributes:
        baseline: The reference variant.
        planned_baseline: The baseline that was named before the run.
        adjust: Correction over the family: `holm`, `fdr_bh`, `maxt` or None.
        confidence: Confidence level of the intervals.
        on_error: Failed trials count as the worst value (`fail`) or leave the pair (`drop`).
        missing: Absent trials: `pairwise`, `fail` or `common`.
        margin: Differences of success metrics up to this size count as equivalent; None where
            none was given.
        method: `auto`, or one method for all.
        gates: The requirements.
        seed: The seed of everything drawn.
        metrics: The success metrics that are compared: the family of the correction; None for
            all, as planned. Guardrails stay, and gates hold on metrics that are left out too.
        margins: Margins by metric, guardrails among them; they go before `margin`.
    """

    baseline: str
    planned_baseline: str
    adjust: str | None = "holm"
    confidence: float = 0.95
    on_error: str = "fail"
    missing: str = "pairwise"
    margin: float | None = None
    method: str = "auto"
    gates: tuple[Gate, ...] = ()
    seed: int = 0
    metrics: tuple[str, ...] | None = None
    margins: Margins = ()

    def margin_of(self, metric: Metric) -> float | None:
        """Return the margin of one metric, or None."""
        return margin_of(metric, self.margin, self.margins)


@dataclass(frozen=True, slots=True)
class VariantCounts:
    """How complete one variant's trials are.

    Attributes:
        variant: The variant.
        planned: Trials planned.
        done: Trials with a record, failed ones included.
        failed: Trials that failed.
        reused: Trials taken from the journal.
    """

    variant: str
    planned: int
    done: int
    failed: int
    reused: int


@dataclass(frozen=True)
class Report:
    """The comparison of a run's variants: a frozen, pure function of records and spec.

    Attributes:
        spec: How the records were judged.
        variants: The labels, in the order given.
        metrics: The metrics that are compared, success metrics first.
        estimates: One per variant and metric.
        comparisons: One per contender and metric; success metrics first.
        best_sets: For each success metric the variants that are not shown worse than the leader.
        gates: What each gate decided.
        decision: What the report advises.
        counts: How complete the trials are, one per variant.
        n_cases: Cases in the eval set.
        repeats: Repeats planned per case and variant.
        family_size: How many comparisons the correction is over.
        interim: Whether trials are still missing, so that no verdict is given.
        name: The run's name, or None.
        provenance: Digests of eval set and variants, versions of libraries.
        stopped: Variants that could not be called to the end, and why; they are not compared.
        halted: Why an interim run was cut short; empty otherwise.
        anytime: Whether the verdicts are such that hold whenever one looks, as a rule looked on.
        early: Variants that this rule judged before their last trial, and why.
        unscored: Of each metric of which scores are missing though there are outputs: how many,
            and the most frequent reason.
        left_out: The success metrics that were measured and, after the run, not chosen.
        gauged: What gates compare, or would compare, those on metrics left out among them.
    """

    spec: AnalysisSpec
    variants: tuple[str, ...]
    metrics: tuple[Metric, ...]
    estimates: tuple[Estimate, ...]
    comparisons: tuple[Comparison, ...]
    best_sets: Mapping[str, tuple[str, ...]]
    gates: tuple[GateResult, ...]
    decision: Decision
    counts: tuple[VariantCounts, ...]
    n_cases: int
    repeats: int
    family_size: int = 0
    interim: bool = False
    name: str | None = None
    provenance: Mapping[str, str] = field(default_factory=dict)
    stopped: Mapping[str, str] = field(default_factory=dict)
    halted: str = ""
    anytime: bool = False
    early: Mapping[str, str] = field(default_factory=dict)
    unscored: Mapping[str, Unscored] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    gauged: tuple[Gauged, ...] = ()

    def comparison(self, variant: str, metric: str) -> Comparison:
        """Return the row of one contender and metric.

        Raises:
            KeyError: There is no such row.
        """
        for row in self.comparisons:
            if row.variant == variant and row.metric == metric:
                return row
        raise KeyError((variant, metric))

    def estimate(self, variant: str, metric: str) -> Estimate:
        """Return the estimate of one variant and metric.

        Raises:
            KeyError: There is no such estimate.
        """
        return self._estimates[variant, metric]

    def scale(self, metric: str) -> Scale:
        """Return how the values of a metric are written everywhere in this report."""
        return self._scales[metric]

    @cached_property
    def _estimates(self) -> dict[tuple[str, str], Estimate]:
        return {(row.variant, row.metric.name): row for row in self.estimates}

    @cached_property
    def _scales(self) -> dict[str, Scale]:
        values: dict[Metric, list[float | None]] = {metric: [] for metric in self.metrics}
        for row in self.estimates:
            values.setdefault(row.metric, []).append(row.value)
        return {metric.name: Scale.of(metric, found) for metric, found in values.items()}
