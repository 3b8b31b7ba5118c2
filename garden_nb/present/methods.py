"""How the numbers came about, and what they do not say."""

from garden_nb.analysis.numbers import format_plain
from garden_nb.analysis.report import Report
from garden_nb.core.metrics import Metric, Role
from garden_nb.present.context import family_words
from garden_nb.present.words import (
    alpha_of,
    correction_words,
    label,
    level_words,
    method_words,
    sentence,
)

__all__ = ["method_sentences", "plot_note"]


def plot_note(report: Report) -> str:
    """Return how to read the intervals of the plot."""
    level, alpha = level_words(report), format_plain(alpha_of(report))
    if report.interim:
        return f"Line: {level} interval, not for a verdict: trials are missing."
    if report.spec.adjust is None:
        return f"Line: {level} interval; it excludes 0 exactly when p is below {alpha}."
    return (
        f"Thick: {level} interval. Thin: the interval at the level this verdict was judged at; "
        f"it excludes 0 exactly when the adjusted p is below {alpha}."
    )


def method_sentences(report: Report) -> list[str]:
    """Return how the numbers came about, and what they do not say."""
    interim = "Trials are still missing: whoever looks early finds differences by chance."
    sentences = [
        *([interim] if report.interim else []),
        *([_ANYTIME] if report.anytime and not report.interim else []),
        *(_compared(report) if report.comparisons else [_AVERAGED]),
        "Each interval holds by itself, not all of them together.",
        *([_UNCLEAR] if report.comparisons else []),
        "Verdicts hold for cases like these; they say nothing of other kinds of cases.",
        *_provenance(report),
    ]
    return [sentence(text) for text in sentences]


_AVERAGED = "Repeats are averaged within a case before anything else."
_UNCLEAR = "Unclear does not mean equal: it means that these cases cannot tell."
_ANYTIME = (
    "With an early stop every verdict is by the rule that may stop the run, which holds whenever"
    " one looks (e-values, Ville 1939) and asks for larger differences than a test of all cases."
)


def _compared(report: Report) -> list[str]:
    """Return how variants were compared."""
    return [
        "Comparisons are paired by case; repeats are averaged within a case before anything else.",
        *(_method(report, metric) for metric in report.metrics),
        _correction(report),
        *_chosen(report),
    ]


def _method(report: Report, metric: Metric) -> str:
    rows = [row for row in report.comparisons if row.metric == metric.name]
    methods = " or ".join(dict.fromkeys(_cited(row.method) for row in rows if row.method))
    role = ", outside the corrected family" if metric.role is Role.GUARDRAIL else ""
    return f"{label(metric.name)}: {methods or 'no test'}{role}."


_SOURCES = {
    "tango": "Tango 1998; McNemar 1947",
    "repeated_binary": "Tango 1998, with the variance of case means",
    "paired_t": "Student 1908",
    "cluster_cr2": "Pustejovsky, Tipton 2018",
    "log_ratio": "Student 1908, on logarithms",
    "ppi++": "Angelopoulos, Duchi, Zrnic 2023",
    "e_value": "Ville 1939; Waudby-Smith, Ramdas 2024",
    "bootstrap": "Efron 1979; Hesterberg 2015",
    "wilson": "Wilson 1927",
    "t": "Student 1908",
}


def _cited(method: str) -> str:
    """Return what a method is called outside the code, and whose it is."""
    source = _SOURCES.get(method)
    return f"{method_words(method)} ({source})" if source else method_words(method)


def _correction(report: Report) -> str:
    over = family_words(report)
    if report.spec.adjust is None:
        return f"No correction over {over}: the more are compared, the more differ by chance."
    return f"{correction_words(report.spec.adjust)} correction over {over} on success metrics."


def _chosen(report: Report) -> list[str]:
    """Return what a choice of metrics after the run does to the error rate."""
    if not report.left_out:
        return []
    left = ", ".join(map(label, report.left_out))
    chosen = f"Metrics were chosen after the run ({left} left out)"
    return [f"{chosen}: no correction pays for that, and the best of many differs by chance."]


def _provenance(report: Report) -> list[str]:
    facts = [f"{label(key)} {label(value)}" for key, value in report.provenance.items()]
    return [f"Made from: {', '.join(facts)}."] if facts else []
