"""What gates compare, so that a view without a kernel can judge a bound that is changed in it."""

from garden_nb.analysis.gates import Compared, Gauged, Measured, write_interval, write_measured
from garden_nb.analysis.report import Report
from garden_nb.present.contract import Gauge, Reading
from garden_nb.present.words import label, sentence

__all__ = ["count_gauges", "gauged_labels", "gauges"]

_COUNTED = ("regressions", "case_regressions")


def gauged_labels(report: Report) -> list[str]:
    """Return the labels that gates are about, stopped variants last."""
    return list(dict.fromkeys((*report.variants, *report.stopped)))


def gauges(report: Report) -> list[Gauge]:
    """Return for each metric what its gates compare, in the order of `gauged_labels`."""
    return [_gauge(report, each) for each in report.gauged if not _is_count(each)]


def count_gauges(report: Report) -> list[Gauge]:
    """Return the same for what is counted, which depends on the correction."""
    return [_gauge(report, each) for each in report.gauged if _is_count(each)]


def _is_count(gauged: Gauged) -> bool:
    return gauged.metric.name in _COUNTED


def _gauge(report: Report, gauged: Gauged) -> Gauge:
    metric = gauged.metric
    found = [gauged.measured.get(name, Measured()) for name in gauged_labels(report)]

    def read(rule: str) -> list[Reading]:
        return [_reading(gauged, rule, each.for_rule(rule)) for each in found]

    counted = _is_count(gauged)
    return {
        "metric": label(metric.name),
        "higher_is_better": metric.higher_is_better,
        "counted": counted,
        "scale": None if metric.low is None or metric.high is None else (metric.low, metric.high),
        "n_cases": [each.n_cases for each in found],
        "n_pairs": [] if counted else [each.n_pairs for each in found],
        "value": read("min"),
        "delta": [] if counted else read("min_delta"),
        "delta_pct": [] if counted else read("min_delta_pct"),
    }


def _reading(gauged: Gauged, rule: str, compared: Compared) -> Reading:
    """Return number and words; behind them the interval with its words, or why there is none."""
    name, scale = gauged.metric.name, gauged.scale
    number = compared.value
    words = sentence(write_measured(name, rule, number, scale))
    if number is None:
        return (None,)
    if compared.ends is None:
        return (number, words, compared.doubt) if compared.doubt else (number, words)
    interval = sentence(write_interval(name, rule, compared, scale))
    return (number, words, *compared.ends, interval)
