"""The metrics that a chart of one metric is about: those asked for, else those that fit."""

from collections.abc import Sequence

from garden_nb.analysis.report import Report
from garden_nb.core.metrics import Kind, Metric, Role
from garden_nb.errors import InputError, Problem, did_you_mean

__all__ = ["guardrail_of", "named_metric", "spread_of", "success_of"]

_USUAL = ("cost_usd", "latency_ms")


def named_metric(name: str, metrics: Sequence[Metric], role: str) -> Metric:
    """Return the metric called `name`.

    Args:
        name: The name.
        metrics: Those that there are.
        role: What the metric is chosen for, as people call the choice.

    Raises:
        InputError: There is none of that name; those that there are are listed.
    """
    for metric in metrics:
        if metric.name == name:
            return metric
    names = [metric.name for metric in metrics]
    what = f"there is no such metric {name!r}."
    raise InputError(Problem(role, what, did_you_mean(name, names)))


def success_of(report: Report, name: str | None, chart: str) -> Metric:
    """Return the success metric to draw: the one asked for, else the first that has a value.

    Raises:
        InputError: There is none.
    """
    found = _with_values(report, Role.SUCCESS)
    if name is not None:
        return named_metric(name, found, "metric")
    if not found:
        hint = "Name a scorer: scorers=[exact_match]."
        raise InputError(Problem(chart, "no success metric has a value.", hint))
    return found[0]


def guardrail_of(report: Report, name: str | None, chart: str) -> Metric:
    """Return the guardrail to draw: the one asked for, else cost, else latency, else the first.

    Raises:
        InputError: There is none.
    """
    found = _with_values(report, Role.GUARDRAIL)
    if name is not None:
        return named_metric(name, found, "against")
    if not found:
        hint = "Let agents report their usage, or name a score that ends in _usd, _ms or _tokens."
        raise InputError(Problem(chart, "no cost, latency or other guardrail is known.", hint))
    return min(found, key=lambda m: _USUAL.index(m.name) if m.name in _USUAL else len(_USUAL))


def spread_of(report: Report, name: str | None, chart: str) -> Metric:
    """Return the metric whose spread to draw: the one asked for, else the first graded score.

    Raises:
        InputError: There is none that takes more than two values.
    """
    known = _with_values(report, Role.SUCCESS) + _with_values(report, Role.GUARDRAIL)
    graded = [metric for metric in known if metric.kind is not Kind.BINARY]
    if name is not None:
        chosen = named_metric(name, known, "metric")
        if chosen not in graded:
            what = f"{name} is pass or fail: its mean says all of its distribution."
            raise InputError(Problem(chart, what, "See `estimates` and `deltas`."))
        return chosen
    success = [metric for metric in graded if metric.role is Role.SUCCESS]
    if not success:
        names = ", ".join(f'"{metric.name}"' for metric in graded)
        hint = f"Choose another: charts.of(metric=...), one of {names}." if graded else ""
        hint = hint or "Score with ratings or similarities, or see `estimates`."
        raise InputError(Problem(chart, "no score takes more than two values.", hint))
    return success[0]


def _with_values(report: Report, role: Role) -> list[Metric]:
    known = {row.metric.name for row in report.estimates if row.value is not None}
    return [metric for metric in report.metrics if metric.role is role and metric.name in known]
