"""Evaluating gates: measured numbers meet their bounds."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from garden_nb.analysis.gates.gate import COUNTS, Gate, GateResult, GateVerdict
from garden_nb.analysis.gates.measured import Compared, Measured, write_interval, write_measured
from garden_nb.analysis.numbers import Scale, format_count
from garden_nb.core.metrics import Metric, default_metric

__all__ = ["evaluate_gates"]

_PASS, _FAIL = GateVerdict.PASS, GateVerdict.FAIL
_UNCLEAR, _SKIPPED = GateVerdict.INCONCLUSIVE, GateVerdict.SKIPPED


class _Found(NamedTuple):
    """What a gate says of one variant; `few` and `vague` tell why that is nothing."""

    label: str
    compared: Compared
    verdict: GateVerdict
    few: bool = False
    vague: bool = False


def evaluate_gates(
    gates: Sequence[Gate],
    measured: Mapping[tuple[str, str], Measured],
    variants: Sequence[str],
    baseline: str,
    scales: Mapping[Metric, Scale] | None = None,
) -> tuple[GateResult, ...]:
    """Return what each gate decided.

    Args:
        gates: The gates.
        measured: What is compared, by (variant, metric).
        variants: All labels, in order.
        baseline: The reference; delta rules and counts do not apply to it.
        scales: The metrics, and how their values are written.

    References:
        Schultzberg, Ankargren, Frånberg (2024), arXiv:2402.11609: requirements that must all be
        met are each tested at the full level.
    """
    known = {metric.name: (metric, scale) for metric, scale in (scales or {}).items()}
    results = []
    for gate in gates:
        labels = [gate.variant] if gate.variant is not None else list(variants)
        if gate.needs_baseline:
            labels = [label for label in labels if label != baseline]
        metric, scale = known.get(gate.metric) or (default_metric(gate.metric), Scale())
        found = [
            _found(gate, label, measured.get((label, gate.metric), Measured()), metric)
            for label in labels
        ]
        results.append(_decided(gate, found, (metric, scale)))
    return tuple(results)


def _found(gate: Gate, label: str, measured: Measured, metric: Metric) -> _Found:
    compared = measured.for_rule(gate.rule)
    if compared.value is None:
        return _Found(label, compared, _SKIPPED if gate.on_missing == "skip" else _FAIL)
    if (compared.n_cases or 0) < gate.min_cases:
        return _Found(label, compared, _UNCLEAR, few=True)
    counted = gate.metric in COUNTS
    if (gate.use == "ci" and compared.ends is None) or (counted and compared.doubt):
        return _Found(label, compared, _UNCLEAR, vague=True)
    better = metric.higher_is_better
    ends = compared.ends if gate.use == "ci" and compared.ends is not None else (compared.value,)
    within = [gate.passes(end, better) for end in ends]
    verdict = _PASS if all(within) else _UNCLEAR if any(within) else _FAIL
    return _Found(label, compared, verdict)


def _decided(gate: Gate, found: Sequence[_Found], shown: tuple[Metric, Scale]) -> GateResult:
    if not found:
        reason = "nothing to compare: it is about the baseline itself"
        return GateResult(gate, _SKIPPED, (), reason)
    verdicts = {each.verdict for each in found}
    order = (_FAIL, _UNCLEAR, _PASS, _SKIPPED)
    verdict = next(each for each in order if each in verdicts)
    checked = tuple(
        (each.label, each.compared.value, each.verdict in {_PASS, _SKIPPED}) for each in found
    )
    unclear = tuple(each.label for each in found if each.verdict is _UNCLEAR)
    return GateResult(gate, verdict, checked, _reason(gate, found, verdict, shown), unclear)


def _reason(
    gate: Gate, found: Sequence[_Found], verdict: GateVerdict, shown: tuple[Metric, Scale]
) -> str:
    absent = [each.label for each in found if each.compared.value is None]
    if verdict is _SKIPPED or (verdict is _FAIL and absent and gate.on_missing == "fail"):
        return f"no data for {', '.join(absent)}"
    metric, scale = shown

    def words(each: _Found) -> str:
        if gate.use == "ci":
            return write_interval(gate.metric, gate.rule, each.compared, scale)
        return write_measured(gate.metric, gate.rule, each.compared.value, scale)

    if verdict is _FAIL:
        return ", ".join(f"{f.label} has {words(f)}" for f in found if f.verdict is _FAIL)
    if verdict is _UNCLEAR:
        unsure = (f for f in found if f.verdict is _UNCLEAR)
        return ", ".join(_unsure(gate, each, words(each)) for each in unsure)
    floor, _ = gate.side(metric.higher_is_better)
    passing = [each for each in found if each.verdict is _PASS]
    extreme = (min if floor else max)(passing, key=lambda each: _end(gate, each, floor=floor))
    whose = passing[0].label
    if gate.variant is None and len(passing) > 1:
        whose = "every variant with data" if absent else "every variant"
    return f"{whose}; {'lowest' if floor else 'highest'} {words(extreme)}"


def _unsure(gate: Gate, found: _Found, words: str) -> str:
    if found.few:
        cases = format_count(found.compared.n_cases or 0, "case")
        return f"{found.label} has only {cases} of {gate.min_cases:,}"
    if found.vague:
        why = f" ({found.compared.doubt})" if found.compared.doubt else ""
        return f"{found.label} has {words} and nothing to judge it by{why}"
    return f"{found.label} has {words}, on both sides of the bound"


def _end(gate: Gate, found: _Found, *, floor: bool) -> float:
    """Return the end of the interval, or the number, that decides."""
    value, ends = found.compared.value, found.compared.ends
    if gate.use == "ci" and ends is not None:
        return ends[0] if floor else ends[1]
    return 0.0 if value is None else value
