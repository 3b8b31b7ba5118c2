"""Gates: requirements on variants, and what they decided."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from numbers import Real
from typing import Any

from garden_nb.analysis.numbers import MISSING, Scale
from garden_nb.core.metrics import Metric
from garden_nb.errors import GatesError, Problem, did_you_mean

__all__ = [
    "Gate",
    "GateResult",
    "GateVerdict",
    "Measured",
    "evaluate_gates",
    "parse_gates",
    "write_measured",
]

RULES = ("min", "max", "min_delta", "max_delta", "min_delta_pct", "max_delta_pct")
SLACK = 1e-12
"""Bounds are inclusive up to floating-point noise."""


class GateVerdict(StrEnum):
    """What a gate decided; people read pass, fail, unclear, skipped."""

    PASS = "pass"
    FAIL = "fail"
    INCONCLUSIVE = "inconclusive"
    SKIPPED = "skipped"

    @property
    def word(self) -> str:
        """The word that people read."""
        return "unclear" if self is GateVerdict.INCONCLUSIVE else self.value


@dataclass(frozen=True, slots=True)
class Gate:
    """One requirement.

    Attributes:
        metric: The metric it is about.
        rule: `min`, `max` (the variant's own mean), `min_delta`, `max_delta` (contender -
            baseline), `min_delta_pct`, `max_delta_pct` (the same in percent of the baseline).
        bound: The bound, inclusive.
        variant: The variant it is about, or None for every variant.
    """

    metric: str
    rule: str
    bound: float
    variant: str | None = None

    @property
    def key(self) -> str:
        """The gate's name as it is written: `metric` or `label:metric`."""
        return self.metric if self.variant is None else f"{self.variant}:{self.metric}"

    @property
    def needs_baseline(self) -> bool:
        """Whether the rule compares with the baseline."""
        return "delta" in self.rule

    def passes(self, value: float) -> bool:
        """Return whether `value` respects the bound."""
        if self.rule.startswith("min"):
            return value >= self.bound - SLACK
        return value <= self.bound + SLACK


@dataclass(frozen=True, slots=True)
class GateResult:
    """What one gate decided.

    Attributes:
        gate: The gate.
        verdict: What it decided over all variants that it is about.
        checked: For each variant: label, the value compared (None without data), passed or not.
        reason: One line for people.
    """

    gate: Gate
    verdict: GateVerdict
    checked: tuple[tuple[str, float | None, bool], ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Measured:
    """What a gate compares with its bound, for one variant and metric.

    Attributes:
        value: The variant's mean, None without data.
        delta: Contender - baseline, None for the baseline itself or without data.
        delta_pct: The same in percent of the baseline's mean, None where that is 0.
    """

    value: float | None = None
    delta: float | None = None
    delta_pct: float | None = None

    def for_rule(self, rule: str) -> float | None:
        """Return the number that `rule` compares."""
        if rule.endswith("_delta_pct"):
            return self.delta_pct
        return self.delta if rule.endswith("_delta") else self.value


def parse_gates(
    gates: Mapping[str, Any] | None, variants: Sequence[str], metrics: Sequence[Metric] | None
) -> tuple[Gate, ...]:
    """Return the gates of a mapping such as `{"exact_match": 0.6, "bm25:latency_ms": {"max": 50}}`.

    A number is a floor. A key is a metric, for every variant, or `label:metric` for one.

    Args:
        gates: The mapping, or None.
        variants: The labels that there are.
        metrics: The metrics that there are, or None where they are not known yet.

    Raises:
        GatesError: Unknown metrics, variants or rules, bounds that are not numbers, a floor on a
            metric of which less is better; all of them are listed.
    """
    problems: list[Problem] = []
    parsed: list[Gate] = []
    if gates is not None and not isinstance(gates, Mapping):
        what = f"got {type(gates).__name__}."
        raise GatesError(Problem("gates", what, 'Accepted: a mapping such as {"accuracy": 0.6}.'))
    for key, rules in (gates or {}).items():
        parsed += _parse_one(str(key), rules, (variants, metrics), problems)
    if problems:
        raise GatesError(problems)
    return tuple(parsed)


def _parse_one(
    key: str,
    rules: Any,
    known: tuple[Sequence[str], Sequence[Metric] | None],
    problems: list[Problem],
) -> list[Gate]:
    variants, metrics = known
    where = f'gate "{key}"'
    label, name = _split(key, variants, metrics)
    by_name = {metric.name: metric for metric in metrics or ()}
    if metrics is not None and name not in by_name:
        problems.append(_unknown(where, name, variants, list(by_name)))
        return []
    if _is_number(rules):
        metric = by_name.get(name)
        if metric is not None and not metric.higher_is_better:
            what = f"a bare number is a floor, but of {name} less is better."
            problems.append(Problem(where, what, f'Write {{"max": {rules}}}.'))
            return []
        rules = {"min": rules}
    if not isinstance(rules, Mapping) or not rules:
        accepted = f"Accepted: a number (a floor), or a mapping of {', '.join(RULES)}."
        problems.append(Problem(where, f"got {rules!r}.", accepted))
        return []
    return _bounds(label, name, rules, problems)


def _unknown(where: str, name: str, variants: Sequence[str], metrics: list[str]) -> Problem:
    """Return what is wrong with a name that is no metric: perhaps its variant is unknown."""
    for metric in metrics:
        if name.endswith(f":{metric}"):
            label = name.removesuffix(f":{metric}")
            return Problem(where, f"there is no variant {label!r}.", did_you_mean(label, variants))
    return Problem(where, f"there is no metric {name!r}.", did_you_mean(name, metrics))


def _bounds(
    label: str | None, name: str, rules: Mapping[str, Any], problems: list[Problem]
) -> list[Gate]:
    gates = []
    for rule, bound in rules.items():
        where = f'gate "{name}"'
        if rule not in RULES:
            problems.append(Problem(where, f"unknown rule {rule!r}.", did_you_mean(rule, RULES)))
        elif not _is_number(bound):
            problems.append(Problem(where, f"{rule} is {bound!r}.", "Accepted: a number."))
        else:
            gates.append(Gate(name, rule, float(bound), label))
    return gates


def _split(
    key: str, variants: Sequence[str], metrics: Sequence[Metric] | None
) -> tuple[str | None, str]:
    """Return label and metric of a key; the longest label that fits wins (`llama3:8b:accuracy`)."""
    if metrics is not None and any(metric.name == key for metric in metrics):
        return None, key
    for label in sorted(variants, key=len, reverse=True):
        if key.startswith(f"{label}:"):
            return label, key[len(label) + 1 :]
    return None, key


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)


def evaluate_gates(
    gates: Sequence[Gate],
    measured: Mapping[tuple[str, str], Measured],
    variants: Sequence[str],
    baseline: str,
    scales: Mapping[str, Scale] | None = None,
) -> tuple[GateResult, ...]:
    """Return what each gate decided.

    Args:
        gates: The gates.
        measured: What is compared, by (variant, metric).
        variants: All labels, in order.
        baseline: The reference; delta rules do not apply to it.
        scales: How the values of each metric are written.
    """
    results = []
    for gate in gates:
        labels = [gate.variant] if gate.variant is not None else list(variants)
        if gate.needs_baseline:
            labels = [label for label in labels if label != baseline]
        values = {
            label: measured.get((label, gate.metric), Measured()).for_rule(gate.rule)
            for label in labels
        }
        scale = (scales or {}).get(gate.metric, Scale())
        results.append(_decided(gate, values, scale))
    return tuple(results)


def _decided(gate: Gate, values: Mapping[str, float | None], scale: Scale) -> GateResult:
    checked = tuple(
        (label, value, value is not None and gate.passes(value)) for label, value in values.items()
    )
    if not checked:
        reason = "nothing to compare: it is about the baseline itself"
        return GateResult(gate, GateVerdict.SKIPPED, (), reason)
    passed = all(ok for _, _, ok in checked)
    verdict = GateVerdict.PASS if passed else GateVerdict.FAIL
    return GateResult(gate, verdict, checked, _reason(gate, checked, scale))


def _reason(gate: Gate, checked: Sequence[tuple[str, float | None, bool]], scale: Scale) -> str:
    absent = [label for label, value, _ in checked if value is None]
    if absent:
        return f"no data for {', '.join(absent)}"
    failed = [(label, value) for label, value, ok in checked if not ok]
    shown = [(label, value) for label, value, _ in checked if value is not None]
    if failed:
        return ", ".join(
            f"{label} has {write_measured(gate.rule, value, scale)}" for label, value in failed
        )
    extreme = (min if gate.rule.startswith("min") else max)(shown, key=lambda item: item[1])
    word = "lowest" if gate.rule.startswith("min") else "highest"
    whose = "every variant" if gate.variant is None and len(shown) > 1 else shown[0][0]
    return f"{whose}; {word} {write_measured(gate.rule, extreme[1], scale)}"


def write_measured(rule: str, value: float | None, scale: Scale) -> str:
    """Return the number that `rule` compares, as reasons write it.

    Args:
        rule: The rule.
        value: The number.
        scale: How the values of its metric are written.
    """
    if rule.endswith("_pct"):
        return MISSING if value is None else f"{value:+.3g} %"
    return scale.delta(value) if "delta" in rule else scale.value(value)
