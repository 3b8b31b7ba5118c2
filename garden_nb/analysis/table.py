"""The table of trials: records as arrays, before any policy about failures is applied."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from garden_nb.core.metrics import Direction, Kind, Metric, Role, default_metric
from garden_nb.core.records import Record

__all__ = ["MEASURED", "Plan", "TrialTable"]

FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run set out to do, fixed before the first trial.

    Attributes:
        case_ids: The ids of all cases.
        variants: The labels in the order given.
        baseline: The planned baseline.
        repeats: Trials per case and variant.
        metrics: Metrics that differ from the defaults, by name.
        scores: The names that the scorers give, in order; shown even where no trial has a value.
        categories: The category of each case, None where it has none; empty without categories.
        clusters: The cluster of each case; empty without clusters.
        name: The run's name.
        seed: The seed of everything drawn.
        resamples: The least bootstrap resamples, where the bootstrap is the method.
        recorded: Whether the records are all that there will ever be: what is absent then is
            missing, and the report is final.
        stopped: Variants that could not be called to the end, and why; see `without`.
        halted: Why the run was cut short; empty otherwise.
        early_stop: Whether a rule looked on while the run went on: then every verdict has to be one
            that holds whenever one looks.
        early: Variants that were not called to the end because that rule judged them before, and
            why.
    """

    case_ids: tuple[str, ...]
    variants: tuple[str, ...]
    baseline: str
    repeats: int = 1
    metrics: Mapping[str, Metric] | None = None
    scores: tuple[str, ...] = ()
    categories: tuple[str | None, ...] = ()
    clusters: tuple[str | None, ...] = ()
    name: str | None = None
    seed: int = 0
    resamples: int = 10_000
    recorded: bool = False
    stopped: Mapping[str, str] = field(default_factory=dict)
    halted: str = ""
    early_stop: bool = False
    early: Mapping[str, str] = field(default_factory=dict)

    def without(self, stopped: Mapping[str, str]) -> "Plan":
        """Return the plan for those variants that could be called, the only ones to compare.

        Where none could, all of them stay, without data.

        Args:
            stopped: Why, by label.
        """
        left = tuple(label for label in self.variants if label not in stopped)
        return replace(self, variants=left or self.variants, stopped=dict(stopped))

    @property
    def reference(self) -> str:
        """The baseline to start from: the planned one, else the first variant that is compared."""
        return self.baseline if self.baseline in self.variants else self.variants[0]

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all variants, stopped ones last."""
        return tuple(dict.fromkeys((*self.variants, *self.stopped)))


@dataclass(frozen=True)
class TrialTable:
    """Records as arrays.

    Attributes:
        plan: What the run set out to do.
        metrics: The metrics that some record has a value of, success metrics first.
        scores: For each metric an array (n_cases, n_variants, n_repeats), NaN where absent.
        done: (n_cases, n_variants, n_repeats), True where there is a record.
        failed: The same, True where the trial failed.
        reused: Trials taken from the journal, one number per variant.
    """

    plan: Plan
    metrics: tuple[Metric, ...]
    scores: Mapping[str, FloatArray]
    done: BoolArray
    failed: BoolArray
    reused: tuple[int, ...]

    @property
    def known_metrics(self) -> tuple[Metric, ...]:
        """The metrics of the table and the guardrails that could have been measured.

        Of a scale that was seen in the values, not declared, the lowest value is not given.
        """
        names = {metric.name for metric in self.metrics}
        declared = self.plan.metrics or {}
        seen = (
            replace(m, low=None) if m.kind is Kind.BOUNDED and m.name not in declared else m
            for m in self.metrics
        )
        absent = (default_metric(name) for name in MEASURED if name not in names)
        return (*seen, *absent)

    @property
    def complete(self) -> bool:
        """Whether every planned trial has a record, those of stopped variants aside."""
        called = [label not in self.plan.stopped for label in self.plan.variants]
        return bool(self.done[:, called].all())

    def of_metrics(self, names: Collection[str] | None) -> "TrialTable":
        """Return the table with some of its success metrics, and all guardrails.

        Args:
            names: The success metrics to keep; None for all.
        """
        if names is None:
            return self
        kept = (m for m in self.metrics if m.role is not Role.SUCCESS or m.name in names)
        return replace(self, metrics=tuple(kept))

    @property
    def ended_early(self) -> bool:
        """Whether trials are missing of variants only that were judged before their last one."""
        left = {*self.plan.stopped, *self.plan.early}
        called = [label not in left for label in self.plan.variants]
        return not self.complete and bool(self.done[:, called].all())

    @cached_property
    def any_failed(self) -> bool:
        """Whether some trial failed."""
        return bool(self.failed.any())

    @cached_property
    def clusters(self) -> npt.NDArray[np.intp] | None:
        """The number of each case's cluster, or None where cases are independent.

        A case without a cluster is one of its own.
        """
        labels = self.plan.clusters
        if not any(label is not None for label in labels):
            return None
        own = [
            ("case", i) if label is None else ("cluster", label) for i, label in enumerate(labels)
        ]
        numbers = {label: number for number, label in enumerate(dict.fromkeys(own))}
        return np.array([numbers[label] for label in own], dtype=np.intp)

    @cached_property
    def any_missing(self) -> bool:
        """Whether some planned value of a success metric is not there, though nothing failed."""
        return any(
            bool((np.isnan(self.scores[metric.name]) & ~self.failed).any())
            for metric in self.metrics
            if metric.role is Role.SUCCESS
        )

    @classmethod
    def from_records(cls, records: Iterable[Record], plan: Plan) -> "TrialTable":
        """Return the table of `records`; the order of the records changes nothing.

        Records of cases or variants that the plan does not name, and those of stopped variants,
        are left out.
        """
        row = {case_id: i for i, case_id in enumerate(plan.case_ids)}
        column = {label: j for j, label in enumerate(plan.variants)}
        shape = (len(row), len(column), plan.repeats)
        done, failed = np.zeros(shape, dtype=bool), np.zeros(shape, dtype=bool)
        reused = [0] * len(column)
        scores: dict[str, FloatArray] = {}
        graded: dict[str, bool] = {}
        placed = [
            (row[record.case_id], column[record.variant], record.repeat, record)
            for record in records
            if record.case_id in row
            and record.variant in column
            and record.variant not in plan.stopped
            and record.repeat < plan.repeats
        ]
        for i, j, r, record in sorted(placed, key=lambda item: item[:3]):
            done[i, j, r] = True
            failed[i, j, r] = record.failure is not None
            reused[j] += record.reused
            for name, value, binary in _values(record):
                if name not in scores:
                    scores[name] = np.full(shape, np.nan)
                    graded[name] = True
                if value is not None:
                    scores[name][i, j, r] = value
                    graded[name] = graded[name] and binary
        for name in plan.scores:
            if not any(found == name or found.startswith(f"{name}.") for found in scores):
                scores[name], graded[name] = np.full(shape, np.nan), True
        metrics = [_metric(name, scores[name], graded[name], plan) for name in scores]
        labels = {metric.human for metric in metrics}
        metrics = _ordered([m for m in metrics if m.name not in labels], plan.scores)
        return cls(plan, tuple(metrics), scores, done, failed, tuple(reused))


def _values(record: Record) -> Iterable[tuple[str, float | None, bool]]:
    """Yield name, value and whether it is a truth value, of all that a record measures."""
    for name, score in record.scores.items():
        yield name, score.value, score.binary
    if record.failure is not None:
        return
    usage = record.output.usage if record.output else None
    measured: Sequence[tuple[str, float | None]] = [("latency_ms", record.latency_ms)]
    if usage is not None:
        measured = [
            *measured,
            ("cost_usd", usage.cost_usd),
            ("input_tokens", usage.input_tokens),
            ("output_tokens", usage.output_tokens),
            ("steps", usage.steps),
        ]
    for name, value in measured:
        if value is not None:
            yield name, float(value), False


def _metric(name: str, scores: FloatArray, graded: bool, plan: Plan) -> Metric:
    """Return the metric of `scores`: as declared, else by its name and its values."""
    if plan.metrics and name in plan.metrics:
        return plan.metrics[name]
    values = scores[~np.isnan(scores)]
    if graded and bool(np.isin(values, (0.0, 1.0)).all()):
        return default_metric(name, Kind.BINARY)
    metric = default_metric(name)
    if metric.role is Role.SUCCESS and bool(((values >= 0.0) & (values <= 1.0)).all()):
        return Metric(name, Kind.BOUNDED, Direction.HIGHER_IS_BETTER, low=0.0, high=1.0)
    return metric


MEASURED = ("cost_usd", "latency_ms", "input_tokens", "output_tokens", "steps")
"""The guardrails that the engine measures itself."""


def _ordered(metrics: Iterable[Metric], scores: Sequence[str]) -> list[Metric]:
    """Return success metrics in the order of their scorers, then guardrails in a fixed order."""

    def place(metric: Metric) -> tuple[bool, int]:
        if metric.name in MEASURED:
            return True, MEASURED.index(metric.name)
        scorer = metric.name if metric.name in scores else metric.name.partition(".")[0]
        position = scores.index(scorer) if scorer in scores else len(scores)
        return metric.role is Role.GUARDRAIL, position if metric.role is Role.SUCCESS else -1

    return sorted(metrics, key=place)
