"""Bounds that no value of a metric can meet, or that every value meets."""

from garden_nb.analysis.numbers import format_plain
from garden_nb.core.metrics import Metric

__all__ = ["off_scale"]


def off_scale(metric: Metric, rule: str, bound: float) -> tuple[str, str] | None:
    """Return what is wrong with a bound outside the metric's scale and what to write, or None.

    Where only the highest value of a metric is known, as seen in its values, a floor above it is
    refused up to 100: it was meant in per cent.

    >>> from garden_nb.core.metrics import Kind, default_metric
    >>> off_scale(default_metric("ok", Kind.BINARY), "min", 60.0)
    ('min is 60, but ok lies in [0, 1].', 'Write 0.60.')
    """
    low, high = metric.low, metric.high
    if high is None or rule.endswith("_pct"):
        return None
    differs = rule in {"min_delta", "max_delta", "margin"}
    if low is None:
        wrong = high < bound <= 100 and rule in {"min", "min_delta", "margin"}
        lies = f"is at most {format_plain(high)} in every case"
    else:
        span = high - low
        wrong = abs(bound) > span if differs else not low <= bound <= high
        lies = f"lies in [{format_plain(low)}, {format_plain(high)}]"
        if differs:
            lies = f"differs by {format_plain(span)} at most"
    if not wrong:
        return None
    what = f"{rule} is {format_plain(bound)}, but {metric.name} {lies}."
    share = high == 1 and low in {0, None}
    if share and 1 < abs(bound) <= 100:  # per cent
        return what, f"Write {format_plain(bound / 100)}."
    if low is None or differs:
        return what, "Write it in the metric's own unit."
    return what, f"Accepted: a number from {format_plain(low)} to {format_plain(high)}."
