"""Parsing gates: from what people write, in code or in YAML."""

import math
from collections.abc import Iterator, Mapping, Sequence
from numbers import Real
from typing import Any

from garden_nb.analysis.gates.gate import COUNTS, OPTIONS, RULES, Gate
from garden_nb.analysis.gates.off_scale import off_scale
from garden_nb.core.metrics import Direction, Metric
from garden_nb.errors import GatesError, Problem, did_you_mean

__all__ = ["parse_gates"]

_CHOICES = {"use": ("point", "ci"), "on_missing": ("fail", "skip"), "severity": ("fail", "warn")}
_COUNT_RULES = ("min", "max")


def parse_gates(
    gates: Mapping[str, Any] | None, variants: Sequence[str], metrics: Sequence[Metric] | None
) -> tuple[Gate, ...]:
    """Return the gates of a mapping such as `{"exact_match": 0.6, "bm25:latency_ms": {"max": 50}}`.

    A key is a metric, for every variant, or `label:metric` for one; `regressions` and
    `case_regressions` are counts, with `min` and `max` only. A number is a floor. A mapping has
    bounds (`min`, `max`, `min_delta`, `max_delta`, `min_delta_pct`, `max_delta_pct`, `margin`) and
    options that hold for all of them: `use` (`point` or `ci`), `min_cases`, `on_missing` (`fail`
    or `skip`), `severity` (`fail` or `warn`). A list has several of these, with their own options.

    Args:
        gates: The mapping, or None.
        variants: The labels that there are.
        metrics: The metrics that there are, or None where they are not known yet.

    Raises:
        GatesError: Unknown metrics, variants, rules or options, bounds that are not numbers or lie
            outside what the metric can be, a floor on a metric of which less is better; all of
            them are listed.
    """
    problems: list[Problem] = []
    if gates is not None and not isinstance(gates, Mapping):
        what = f"got {type(gates).__name__}."
        raise GatesError(Problem("gates", what, 'Accepted: a mapping such as {"accuracy": 0.6}.'))
    parsed: list[Gate] = []
    for key, given in (gates or {}).items():
        found = _Key.of(str(key), variants, metrics, problems)
        for rules in given if isinstance(given, list | tuple) and given else [given]:
            parsed += found.gates(rules) if found is not None else ()
    if problems:
        raise GatesError(problems)
    return tuple(parsed)


class _Key:
    """One key, with the metric and the variant that it names."""

    def __init__(
        self, key: str, named: tuple[str | None, str], metric: Metric | None, to: list[Problem]
    ) -> None:
        self._where = f'gate "{key}"'
        self._label, self._name = named
        self._metric = metric
        self._problems = to

    @classmethod
    def of(
        cls,
        key: str,
        variants: Sequence[str],
        metrics: Sequence[Metric] | None,
        problems: list[Problem],
    ) -> "_Key | None":
        """Return the key, or None for one that names nothing, which is added to `problems`."""
        named = _split(key, variants, metrics)
        by_name = {metric.name: metric for metric in metrics or ()}
        counts = {
            name: Metric(name, direction=Direction.LOWER_IS_BETTER)
            for name in COUNTS
            if name not in by_name
        }
        if metrics is not None and named[1] not in by_name | counts:
            problems.append(_unknown(f'gate "{key}"', named[1], variants, [*by_name, *counts]))
            return None
        return cls(key, named, (counts | by_name).get(named[1]), problems)

    def gates(self, rules: Any) -> Iterator[Gate]:
        """Yield the gates of a number or a mapping, adding to the problems what is wrong."""
        metric = self._metric
        if _is_number(rules):
            if metric is not None and not metric.higher_is_better:
                what = f"a bare number is a floor, but of {self._name} less is better."
                self._refuse(what, f'Write {{"max": {rules}}}.')
                return
            rules = {"min": rules}
        if not isinstance(rules, Mapping) or not rules:
            accepted = f"Accepted: a number (a floor), or a mapping of {', '.join(RULES)}."
            self._refuse(f"got {rules!r}.", accepted)
            return
        options = {name: rules[name] for name in OPTIONS if name in rules}
        wrong = [name for name, value in options.items() if not self._is_option(name, value)]
        bounds = {rule: bound for rule, bound in rules.items() if rule not in OPTIONS}
        if not bounds:
            self._refuse("it has no bound.", f"Accepted: at least one of {', '.join(RULES)}.")
        for rule, bound in bounds.items():
            if self._is_rule(rule) and self._is_bound(rule, bound) and not wrong:
                own = options | ({"use": "ci"} if rule == "margin" else {})
                yield Gate(self._name, rule, float(bound), self._label, **own)

    def _is_option(self, name: str, value: Any) -> bool:
        if name == "min_cases":
            sound = isinstance(value, int) and not isinstance(value, bool) and value >= 0
            accepted = "Accepted: a whole number from 0."
        else:
            sound = isinstance(value, str) and value in _CHOICES[name]
            accepted = f"Accepted: {' or '.join(_CHOICES[name])}."
            if sound and self._is_count() and value == "ci":
                self._refuse("a count has no interval.", 'Leave "use" away.')
                return False
        if not sound:
            self._refuse(f"{name} is {value!r}.", accepted)
        return sound

    def _is_rule(self, rule: Any) -> bool:
        if rule not in RULES:
            self._refuse(f"unknown rule {rule!r}.", did_you_mean(str(rule), (*RULES, *OPTIONS)))
        elif self._is_count() and rule not in _COUNT_RULES:
            self._refuse(f"{rule} does not fit a count.", "Accepted: min or max.")
        else:
            return True
        return False

    def _is_bound(self, rule: str, bound: Any) -> bool:
        if not _is_number(bound):
            self._refuse(f"{rule} is {bound!r}.", "Accepted: a number.")
            return False
        if rule == "margin" and bound <= 0:
            self._refuse(f"margin is {bound!r}.", "Accepted: a number above 0.")
            return False
        wrong = off_scale(self._metric, rule, float(bound)) if self._metric else None
        if wrong is not None:
            self._refuse(*wrong)
        return wrong is None

    def _is_count(self) -> bool:
        return self._name in COUNTS

    def _refuse(self, what: str, accepted: str) -> None:
        problem = Problem(self._where, what, accepted)
        if problem not in self._problems:
            self._problems.append(problem)


def _unknown(where: str, name: str, variants: Sequence[str], metrics: list[str]) -> Problem:
    """Return what is wrong with a name that is no metric: perhaps its variant is unknown."""
    for metric in metrics:
        if name.endswith(f":{metric}"):
            label = name.removesuffix(f":{metric}")
            return Problem(where, f"there is no variant {label!r}.", did_you_mean(label, variants))
    return Problem(where, f"there is no metric {name!r}.", did_you_mean(name, metrics))


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
