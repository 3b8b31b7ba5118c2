"""Names and small words, said the same way in every view."""

from garden_nb.analysis.report import Report
from garden_nb.core.metrics import Metric
from garden_nb.present.clean import clean, shorten

__all__ = [
    "alpha_of",
    "correction_words",
    "direction_words",
    "label",
    "level_words",
    "method_words",
    "sentence",
    "state_words",
]

_LABEL_LIMIT = 120
_SENTENCE_LIMIT = 1000
_CORRECTIONS = {"holm": "Holm", "fdr_bh": "FDR (BH)", "maxt": "max-T"}
_METHODS = {
    "tango": "Tango score interval, McNemar score test",
    "repeated_binary": "score test on case means",
    "paired_t": "paired t on case means",
    "cluster_cr2": "cluster-robust t on case means (CR2)",
    "log_ratio": "paired t on log ratios",
    "ppi++": "prediction-powered inference (PPI++)",
    "e_value": "e-value of the discordant cases, valid at any time",
    "bootstrap": "percentile bootstrap over cases",
    "wilson": "Wilson score interval",
    "t": "t on case means",
}


def label(name: object) -> str:
    """Return a name as views show it: clean, on one line, of bounded length."""
    text = str(name)
    if len(text) > 2 * _LABEL_LIMIT:  # cleaning makes nothing shorter: the rest is never shown
        text = f"{text[:_LABEL_LIMIT]}{text[-_LABEL_LIMIT:]}"
    return shorten(clean(text), _LABEL_LIMIT)


def sentence(text: object) -> str:
    """Return a sentence that may hold names as views show it; a long one says what it lacks."""
    whole = str(text)
    cleaned = clean(whole[: _SENTENCE_LIMIT + 1])
    if len(cleaned) <= _SENTENCE_LIMIT:
        return cleaned
    more = max(1, len(whole) - _SENTENCE_LIMIT)
    return f"{cleaned[:_SENTENCE_LIMIT]}… ({more:,} more characters)"


def correction_words(adjust: str | None) -> str:
    """Return the name of a correction as people write it."""
    return "none" if adjust is None else _CORRECTIONS.get(adjust, label(adjust))


def method_words(method: str) -> str:
    """Return what a method is called outside the code."""
    return _METHODS.get(method, label(method))


def state_words(state: str) -> str:
    """Return how a run stands as people read it: who stops one interrupts it.

    >>> state_words("cancelled"), state_words("finished")
    ('interrupted', 'finished')
    """
    return "interrupted" if state == "cancelled" else state


def direction_words(metric: Metric) -> str:
    """Return which way a metric should move."""
    return "higher is better" if metric.higher_is_better else "lower is better"


def alpha_of(report: Report) -> float:
    """Return the level below which a p-value tells two variants apart."""
    return round(1.0 - report.spec.confidence, 12)


def level_words(report: Report) -> str:
    """Return the confidence level in per cent, as `95 %`."""
    return f"{round(report.spec.confidence * 100, 8):g} %"
