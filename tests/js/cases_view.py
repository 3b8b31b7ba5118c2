"""What the explorer shows of a small run, made by the code that makes it."""

import json
from typing import Any

from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.analysis.table import Plan, TrialTable
from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.records import Failure, Output, Record, Score, Usage
from garden_nb.flows.cases.case_browser import CaseBrowser
from garden_nb.flows.cases.case_place import CasePlace
from garden_nb.flows.cases.case_table import CaseTable
from garden_nb.flows.cases.record_source import RecordSource
from garden_nb.flows.report import Report

FLASH, LITE, MINI = "gemini-2.5-flash", "gemini-2.5-flash-lite", "gpt-4o-mini"
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
N_CASES = 60


def _record(variant: str, i: int) -> Record:
    day = _DAYS[i % 7]
    said = _DAYS[(i + 3) % 7] if variant == LITE and i % 5 == 0 else day
    right = said == day and not (variant == FLASH and i % 7 == 3)
    if variant == LITE and i in {4, 9}:
        return Record(f"dates-{i:03d}", variant, failure=Failure("timeout", "no answer in 30 s"))
    wording = "was a" if variant == FLASH else "fell on a"
    answer = f"{i + 1} February 2024 {wording} {said if right else said.upper() + '?'}."
    if i == 10:
        answer = f"{answer} {'Because the calendar repeats itself. ' * 120}"
    usage = Usage(120, 15, None, 0.0004 if variant == FLASH else 0.0001, 1)
    scores = {
        "accuracy": Score(float(right), "", binary=True),
        "rubric": Score(4.0 if right else 1.5, f"It names {said}, and {day} is right."),
    }
    return Record(f"dates-{i:03d}", variant, 0, Output(answer, usage), None, scores, 800.0 - 3 * i)


def _run() -> tuple[list[Record], Plan, CaseSet]:
    variants = (FLASH, LITE, MINI)
    ids = tuple(f"dates-{i:03d}" for i in range(N_CASES))
    records = [_record(variant, i) for variant in variants for i in range(N_CASES)]
    categories = tuple("leap" if i % 4 == 0 else "plain" for i in range(N_CASES))
    plan = Plan(ids, variants, FLASH, scores=("accuracy", "rubric"), categories=categories)
    cases = (
        Case(
            case_id,
            {"question": f"Which weekday was {i + 1} February 2024?"},
            _DAYS[i % 7],
            categories[i],
        )
        for i, case_id in enumerate(ids)
    )
    return records, plan, CaseSet(tuple(cases), question="question")


def sample_table() -> CaseTable:
    """Return the cases of a run of three variants."""
    records, plan, cases = _run()
    return CaseTable(TrialTable.from_records(records, plan), RecordSource(records), cases)


def whole_report(**choices: Any) -> Report:
    """Return the report of the run, with texts."""
    records, plan, cases = _run()
    spec = AnalysisSpec(FLASH, FLASH)
    report = Report(Evidence(records, plan), spec, RecordSource(records), cases)
    report.choose(gates={"accuracy": 0.75, "cost_usd": {"max": 0.0005}}, **choices)
    return report


def sample_view(page: int = 1, selected: int | None = None) -> dict[str, Any]:
    """Return what the explorer shows of the run."""
    table = sample_table()
    browser = CaseBrowser(table, table.choice(FLASH))
    browser.advance(10)
    browser.choose(browser.choice, CasePlace(page, 20, selected))
    return json.loads(json.dumps({**browser.view(), "error": ""}))
