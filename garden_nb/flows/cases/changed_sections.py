"""The cases that changed under each contender of a report, gathered for its views."""

from dataclasses import replace

from garden_nb.analysis.matrix import Policy
from garden_nb.errors import InputError, JournalError
from garden_nb.flows.cases.case_choice import KINDS, CaseChoice
from garden_nb.flows.cases.case_table import CaseTable
from garden_nb.flows.cases.few import few
from garden_nb.flows.report import Report
from garden_nb.present.flips import ChangedCases, changed_cases

__all__ = ["changed_sections"]

_MOST = 3


def changed_sections(
    report: Report, *, texts: bool = True, metric: str | None = None
) -> list[ChangedCases]:
    """Return the cases that changed against the report's baseline; nothing where none is compared.

    Args:
        report: The report.
        texts: Whether to keep what was asked, answered and explained.
        metric: The metric that tells how cases fare; the first success metric by default.
    """
    try:
        table = report.case_table()
    except InputError:
        return []
    start = table.choice(report.baseline, Policy(report.on_error, report.missing))
    start = replace(start, metric=metric or start.metric)
    try:
        return _sections(table, start, texts=texts)
    except JournalError:
        table.drop_texts()
        return _sections(table, start, texts=texts)


def _sections(table: CaseTable, start: CaseChoice, *, texts: bool) -> list[ChangedCases]:
    groups = []
    for contender in table.trials.plan.variants:
        if contender == start.baseline:
            continue
        choice = replace(start, contender=contender)
        flips = table.flips(choice)
        chosen = few(flips.positions(KINDS["changed"]).tolist(), flips, _MOST)
        groups.append((flips, [table.pair_with_texts(at, choice) for at in chosen]))
    return changed_cases(groups, texts=texts)
