"""The cases that changed under each contender of a report, gathered for its views."""

from collections.abc import Sequence
from dataclasses import replace

from garden_nb.analysis.matrix import Policy
from garden_nb.errors import InputError, JournalError
from garden_nb.flows.cases.case_choice import KINDS, CaseChoice
from garden_nb.flows.cases.case_table import CaseTable
from garden_nb.flows.cases.few import few
from garden_nb.flows.report import Report
from garden_nb.present.flips import FLIPS_BUDGET, ChangedCases, changed_cases

__all__ = ["changed_sections"]

_MOST = 3
_ROOM = 24_000  # bytes against one baseline, which a page shows at once


def changed_sections(
    report: Report, baselines: Sequence[str] = (), *, texts: bool = True
) -> dict[str, list[ChangedCases]]:
    """Return by baseline the cases that changed against it, on the first success metric.

    Args:
        report: The report.
        baselines: Whom to compare with; the report's own baseline by default. They share what
            there is room for; where trials failed there are sections for each failure policy.
        texts: Whether to keep what was asked, answered and explained.
    """
    against = list(baselines) or [report.baseline]
    try:
        table = report.case_table()
    except InputError:
        return {}
    metric = next((name for name in report.metrics or () if name in table.metrics), None)
    start = table.choice(report.baseline, Policy(report.on_error, report.missing))
    start = replace(start, metric=metric or start.metric)
    room = min(_ROOM, FLIPS_BUDGET // len(against))
    try:
        return {each: _sections(table, start, each, (texts, room)) for each in against}
    except JournalError:
        table.drop_texts()
        return {each: _sections(table, start, each, (texts, room)) for each in against}


def _sections(
    table: CaseTable, start: CaseChoice, baseline: str, kept: tuple[bool, int]
) -> list[ChangedCases]:
    if not table.trials.any_failed:
        return _counted(table, replace(start, baseline=baseline), "", kept)
    policies = {each: replace(start.policy, on_error=each) for each in ("fail", "drop")}
    return [
        section
        for each, policy in policies.items()
        for section in _counted(table, replace(start, baseline=baseline, policy=policy), each, kept)
    ]


def _counted(
    table: CaseTable, start: CaseChoice, on_error: str, kept: tuple[bool, int]
) -> list[ChangedCases]:
    groups = []
    for contender in table.trials.plan.variants:
        if contender == start.baseline:
            continue
        choice = replace(start, contender=contender)
        flips = table.flips(choice)
        found = [
            at for kind in KINDS["changed"] for at in flips.positions((kind,))[:_MOST].tolist()
        ]
        chosen = few(found, flips, _MOST)
        groups.append((flips, [table.pair_with_texts(at, choice) for at in chosen]))
    texts, room = kept
    return changed_cases(groups, on_error=on_error, texts=texts, budget=room)
