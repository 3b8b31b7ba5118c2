"""What gates compare, so that a view without a kernel can judge a bound that is changed in it."""

from garden_nb.analysis.gates import Measured, write_measured
from garden_nb.analysis.measured_of import measured_of
from garden_nb.analysis.report import Report
from garden_nb.core.metrics import Metric
from garden_nb.present.contract import Gauge
from garden_nb.present.tables import metric_scale
from garden_nb.present.words import label, sentence

__all__ = ["gauged_labels", "gauges"]


def gauged_labels(report: Report) -> list[str]:
    """Return the labels that gates are about, stopped variants last."""
    return list(dict.fromkeys((*report.variants, *report.stopped)))


def gauges(report: Report) -> list[Gauge]:
    """Return for each metric what its gates compare, in the order of `gauged_labels`."""
    measured = measured_of(report.estimates, report.comparisons)
    found = []
    for metric in report.metrics:
        values = [
            measured.get((variant, metric.name), Measured()) for variant in gauged_labels(report)
        ]
        found.append(_gauge(report, metric, values))
    return found


def _gauge(report: Report, metric: Metric, values: list[Measured]) -> Gauge:
    scale = metric_scale(report, metric)

    def written(rule: str) -> list[tuple[float | None, str]]:
        numbers = [value.for_rule(rule) for value in values]
        return [(number, sentence(write_measured(rule, number, scale))) for number in numbers]

    return {
        "metric": label(metric.name),
        "higher_is_better": metric.higher_is_better,
        "value": written("min"),
        "delta": written("min_delta"),
        "delta_pct": written("min_delta_pct"),
    }
