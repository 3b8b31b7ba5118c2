"""The result of one metric."""

from dataclasses import dataclass

__all__ = ["MetricResult"]


@dataclass(frozen=True, slots=True)
class MetricResult:
    """One metric of one variant, with its interval; also what a scorer of a whole frame returns.

    Attributes:
        name: The metric's name; `label:name` in a report of several variants.
        point_estimate: Its value, None without data.
        ci_lower: Lower end of its interval, None where there is none.
        ci_upper: Upper end.
        method: How the interval was made.
        sample_size: Cases that the value is about, failed ones that count included.
        variant: The full id of the model; None outside a garden.
        n_failed: Trials that failed; they count as the worst value where the metric has one.
        n_missing: Cases without a value for another reason, such as a judge's broken answer.
        unit: The unit of the value, empty for scores.
    """

    name: str
    point_estimate: float | None
    ci_lower: float | None = None
    ci_upper: float | None = None
    method: str = ""
    sample_size: int | None = None
    variant: str | None = None
    n_failed: int = 0
    n_missing: int = 0
    unit: str = ""
