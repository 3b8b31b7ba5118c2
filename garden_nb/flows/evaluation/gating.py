"""Gates of a flow: read before the run, decided after it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from garden_nb.analysis.gates import COUNTS, Gate, GateResult, GateVerdict, parse_gates
from garden_nb.core.metrics import Metric, default_metric
from garden_nb.errors import InputError, Problem, did_you_mean
from garden_nb.flows.evaluation.gate_spec import GateSpec
from garden_nb.flows.evaluation.labels import QUALIFIER, qualified, split_key
from garden_nb.flows.evaluation.report_rows import GateOutcome
from garden_nb.flows.evaluation.thresholds import Thresholds

__all__ = ["Gating", "outcome_of"]


@dataclass(frozen=True, slots=True)
class Gating:
    """The gates of a flow.

    Attributes:
        gates: One per bound and variant; without labels one per bound.
        rules: The same as a mapping, for a report that people can change.
    """

    gates: tuple[Gate, ...]
    rules: Mapping[str, Any]

    @classmethod
    def of(
        cls,
        gates: Any,
        labels: Sequence[str],
        metrics: Sequence[Metric],
        problems: list[Problem],
        *,
        more_metrics: bool = False,
    ) -> "Gating":
        """Return the gates, adding to `problems` everything that is wrong with them.

        A bare key in code gates every variant; from a section of thresholds.yaml it is refused
        where there are several, since the merged report is gated by name.

        Args:
            gates: Floors, `GateSpec` or lists of them by metric or `label:metric`; or `Thresholds`
                from a file.
            labels: The labels of a garden; empty for a single agent.
            metrics: The metrics that are known before the run.
            problems: The list that takes every problem found.
            more_metrics: Whether frame-level scorers may give others.
        """
        if gates is not None and not isinstance(gates, Mapping):
            what = f"got {type(gates).__name__}."
            problems.append(
                Problem("gates", what, 'Accepted: a mapping such as {"accuracy": 0.6}.')
            )
            return cls((), {})
        rules = {str(key): _rules(value) for key, value in (gates or {}).items()}
        found = [
            problem
            for key in rules
            if (problem := _key_problem(key, gates, labels, [m.name for m in metrics])) is not None
        ]
        wrong = {problem.where for problem in found}
        sound = {key: rule for key, rule in rules.items() if _where(key, gates) not in wrong}
        known = list(metrics)
        if more_metrics:
            names = {split_key(key, labels)[1] for key in sound} - {m.name for m in metrics}
            names -= set(COUNTS)
            known += [default_metric(name) for name in names]
        try:
            parsed = parse_gates(sound, labels, known)
        except InputError as error:
            found += [_placed(problem, gates) for problem in error.problems]
            parsed = ()
        problems += found
        return cls(_spread(parsed, labels), sound)

    def known_to(self, metrics: Sequence[str], labels: Sequence[str]) -> dict[str, Any]:
        """Return the gates on certain metrics as a mapping."""
        known = {*metrics, *COUNTS}
        return {k: v for k, v in self.rules.items() if split_key(k, labels)[1] in known}

    def of_one(self, label: str, metrics: Sequence[str]) -> dict[str, Any]:
        """Return the gates on one variant's own metrics as a mapping without labels."""
        found: dict[str, list[dict[str, Any]]] = {}
        for gate in self.gates:
            if gate.variant == label and gate.metric in metrics and not gate.needs_baseline:
                rules = {gate.rule: gate.bound, **gate.options}
                found.setdefault(gate.metric, []).append(rules)
        return found


def outcome_of(result: GateResult, label: str | None, variant: str | None) -> GateOutcome:
    """Return what a gate on one variant decided.

    Args:
        result: The decision.
        label: The label by which the metric is named, or None.
        variant: The full id of the model, or None.
    """
    skipped = result.verdict is GateVerdict.SKIPPED
    return GateOutcome(
        metric_name=qualified(label, result.gate.metric),
        rule=result.gate.rule,
        threshold=result.gate.bound,
        value=result.checked[0][1] if result.checked else None,
        passed=not result.blocking,
        skipped=skipped,
        reason=result.reason,
        variant=variant,
    )


def _rules(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_rules(item) for item in value]
    return value.rules() if isinstance(value, GateSpec) else value


def _spread(gates: Sequence[Gate], labels: Sequence[str]) -> tuple[Gate, ...]:
    """Return one gate per variant for those that are about every one."""
    return tuple(
        replace(gate, variant=label)
        for gate in gates
        for label in ([gate.variant] if gate.variant is not None or not labels else labels)
    )


def _where(key: str, gates: Any) -> str:
    place = gates.places.get(key) if isinstance(gates, Thresholds) else None
    return place or f'gate "{key}"'


def _key_problem(
    key: str, gates: Any, labels: Sequence[str], metrics: Sequence[str]
) -> Problem | None:
    """Return what is wrong with the variant that a key names, or does not name."""
    label, name = split_key(key, labels)
    where = _where(key, gates)
    if label is None and QUALIFIER in name and name not in metrics:
        wrong = name.rpartition(QUALIFIER)[0]
        if not labels:
            hint = f'There is one agent: write "{name.rpartition(QUALIFIER)[2]}".'
            return Problem(where, f"there is no variant {wrong!r}.", hint)
        return Problem(where, f"there is no variant {wrong!r}.", did_you_mean(wrong, list(labels)))
    if label is None and labels and isinstance(gates, Thresholds):
        spelled = " or ".join(f'"{qualified(one, name)}"' for one in labels)
        what = f"{key!r} names no variant, and the metrics of the merged report all do."
        return Problem(where, what, f"Write {spelled}.")
    return None


def _placed(problem: Problem, gates: Any) -> Problem:
    """Return a problem at the key's place in its file, where it came from one."""
    if not isinstance(gates, Thresholds):
        return problem
    for key, place in gates.places.items():
        name = key.rpartition(QUALIFIER)[2]
        if problem.where in {f'gate "{key}"', f'gate "{name}"'}:
            return Problem(place, f"{problem.where}: {problem.what}", problem.accepted)
    return problem
