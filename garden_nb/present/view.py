"""The view of a report: everything that is shown for one choice, as text."""

from collections.abc import Sequence

from garden_nb.analysis.comparison import Comparison
from garden_nb.analysis.numbers import format_count, format_ratio
from garden_nb.analysis.report import Report
from garden_nb.core.metrics import Role
from garden_nb.present.context import context_facts
from garden_nb.present.contract import ContenderLine, View
from garden_nb.present.gate_lines import gate_line, gates_line
from garden_nb.present.gauges import count_gauges
from garden_nb.present.methods import method_sentences, plot_note
from garden_nb.present.tables import metric_table, shown_status, verdict_interval
from garden_nb.present.words import label, sentence

__all__ = ["view"]

_ALT_ROWS = 12


def view(report: Report, facts: Sequence[str] = ()) -> View:
    """Return what to show for `report`: clean text in which all numbers are written out.

    Args:
        report: The report.
        facts: What else to say in its context.
    """
    return {
        "headline": sentence(report.decision.headline),
        "action": report.decision.action.value,
        "contenders": _contenders(report),
        "gates_line": gates_line(report),
        "context": [*context_facts(report), *map(sentence, facts)],
        "tables": [metric_table(report, metric) for metric in report.metrics],
        "plot_alt": _plot_alt(report),
        "plot_note": plot_note(report),
        "gates": [gate_line(result) for result in report.gates],
        "counts": count_gauges(report),
        "methods": method_sentences(report),
    }


def _contenders(report: Report) -> list[ContenderLine]:
    if report.interim:
        return []
    return [
        {
            "variant": label(contender.variant),
            "status": contender.status.word,
            "text": sentence(contender.text),
        }
        for contender in report.decision.contenders
    ]


def _plot_alt(report: Report) -> str:
    if not report.comparisons:
        return "There is no contender to plot."
    rows = [_row_words(report, row) for row in report.comparisons[:_ALT_ROWS]]
    more = len(report.comparisons) - _ALT_ROWS
    tail = f" {format_count(more, 'more row')} in the tables." if more > 0 else ""
    return f"Differences to {label(report.spec.baseline)}: {'; '.join(rows)}.{tail}"


def _row_words(report: Report, row: Comparison) -> str:
    metric = next(metric for metric in report.metrics if metric.name == row.metric)
    if row.ratio is not None and metric.role is Role.GUARDRAIL:
        number = format_ratio(row.ratio, row.ratio_low, row.ratio_high)
    else:
        number = report.scale(metric.name).interval(row.delta, *verdict_interval(row))
    status = shown_status(report, row) or "no verdict yet"
    return f"{label(row.variant)} {number} on {label(metric.name)}, {status}"
