"""What gates compare with their bounds, and how it is written."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from garden_nb.analysis.gates.gate import COUNTS
from garden_nb.analysis.numbers import MISSING, Scale, format_count, percent_scale
from garden_nb.core.metrics import Metric

__all__ = ["Compared", "Gauged", "Measured", "write_interval", "write_measured"]

Ends = tuple[float, float]


class Compared(NamedTuple):
    """One number that a rule compares, with its interval.

    Attributes:
        value: The number, None without data.
        ends: The ends of its interval at the confidence of the report, None where there is none.
        n_cases: The cases behind it, None where that is not known.
        doubt: Why there is no interval, or no count yet; empty where that goes without saying.
    """

    value: float | None = None
    ends: Ends | None = None
    n_cases: int | None = None
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class Measured:
    """What a gate compares with its bound, for one variant and metric.

    Attributes:
        value: The variant's mean, None without data.
        delta: Contender - baseline, None for the baseline itself or without data.
        delta_pct: The same in percent of the baseline's mean, None where that is 0.
        value_ends: The interval of `value`.
        delta_ends: The interval of `delta`, for this comparison alone: a requirement that all
            must meet needs no correction.
        delta_pct_ends: The same in percent of the baseline's mean.
        n_cases: Cases behind `value`.
        n_pairs: Cases behind `delta`.
        value_doubt: Why `value` has no interval.
        delta_doubt: Why `delta` has none.
    """

    value: float | None = None
    delta: float | None = None
    delta_pct: float | None = None
    value_ends: Ends | None = None
    delta_ends: Ends | None = None
    delta_pct_ends: Ends | None = None
    n_cases: int | None = None
    n_pairs: int | None = None
    value_doubt: str = ""
    delta_doubt: str = ""

    def for_rule(self, rule: str) -> Compared:
        """Return the number that `rule` compares."""
        if rule.endswith("_delta_pct"):
            return Compared(self.delta_pct, self.delta_pct_ends, self.n_pairs, self.delta_doubt)
        if rule.endswith("_delta") or rule == "margin":
            return Compared(self.delta, self.delta_ends, self.n_pairs, self.delta_doubt)
        return Compared(self.value, self.value_ends, self.n_cases, self.value_doubt)


@dataclass(frozen=True, slots=True)
class Gauged:
    """What all gates on one metric compare.

    Attributes:
        metric: The metric, or one of `COUNTS` as a metric of which less is better.
        scale: How its values are written.
        measured: By variant.
    """

    metric: Metric
    scale: Scale
    measured: Mapping[str, Measured]


def write_measured(metric: str, rule: str, value: float | None, scale: Scale) -> str:
    """Return the number that `rule` compares, as reasons write it.

    Args:
        metric: The metric's name, or what is counted.
        rule: The rule.
        value: The number.
        scale: How the values of its metric are written.
    """
    if value is None:
        return MISSING
    if metric in COUNTS:
        cases = metric == "case_regressions"
        return format_count(int(value), "case") if cases else f"{int(value)} shown"
    if rule.endswith("_pct"):
        return percent_scale(value).delta(value)
    return scale.delta(value) if "delta" in rule or rule == "margin" else scale.value(value)


def write_interval(metric: str, rule: str, compared: Compared, scale: Scale) -> str:
    """Return the number that `rule` compares with its interval, as reasons write it."""
    value, ends = compared.value, compared.ends
    if value is None or ends is None:
        return write_measured(metric, rule, value, scale)
    if rule.endswith("_pct"):
        return percent_scale(value).interval(value, *ends)
    if "delta" in rule or rule == "margin":
        return scale.interval(value, *ends)
    return scale.estimate(value, *ends)
