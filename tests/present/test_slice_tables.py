"""Slices in a payload: the largest categories for every choice, within the size of a report."""

import json
from dataclasses import replace

import numpy as np
import pytest

from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.numbers import format_p
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.analysis.table import Plan
from garden_nb.core.records import Record, Score
from garden_nb.flows.report import Report
from garden_nb.present.payload import fold, state_key
from garden_nb.present.slice_tables import MOST_SHOWN, slice_views

SIZES = {"billing": 90, "refunds": 50, "a<b>": 30, "d": 12, "e": 8, "f": 6, "g": 4}


def _report(variants: int = 4) -> Report:
    draw = np.random.default_rng(0)
    categories = tuple(name for name, size in SIZES.items() for _ in range(size))
    labels = tuple(f"v{j}" for j in range(variants))
    cases = tuple(f"c{i}" for i in range(len(categories)))
    records = [
        Record(
            case,
            label,
            0,
            scores={name: Score(float(draw.random() < 0.5 + j / 10), binary=True) for name in "mn"},
            latency_ms=float(draw.integers(100, 900)),
        )
        for case in cases
        for j, label in enumerate(labels)
    ]
    plan = Plan(cases, labels, "v0", categories=categories)
    return Report(Evidence(records, plan), AnalysisSpec("v0", "v0"))


@pytest.fixture(scope="module")
def report() -> Report:
    return _report()


@pytest.fixture(scope="module")
def payload(report) -> dict:
    return report.payload()


def test_the_largest_categories_can_be_chosen(payload):
    (control,) = [each for each in payload["controls"] if each["key"] == "slice"]
    assert control["label"] == "Slice"
    assert control["options"][:2] == [["", "all cases"], ["billing", "billing (90 cases)"]]
    assert len(control["options"]) == 1 + MOST_SHOWN
    assert payload["state"]["slice"] == ""


@pytest.mark.parametrize("adjust", ["holm", "fdr_bh", None])
@pytest.mark.parametrize("baseline", ["v0", "v2"])
def test_every_choice_shows_the_numbers_of_the_report_s_own_slices(payload, baseline, adjust):
    fresh = _report()
    fresh.choose(baseline=baseline, adjust=adjust)
    shown = payload["slices"][state_key(baseline, adjust and "holm", "fail")]
    assert json.loads(json.dumps(slice_views(fresh.frozen, fresh.slices))) == shown
    for part, own in zip(shown, fresh.slices, strict=False):
        assert part["n"] == f"{own.n_cases} cases"
        assert part["small"] == (own.n_cases < 20)
        table = part["tables"][0]
        written = {row["variant"]: row["cells"]["p"] for row in table["rows"]}
        for row in own.comparisons:
            if row.metric == "m":
                assert written[row.variant] == format_p(row.p_adj)
                assert own.category in table["caption"]
        heads = [column["label"] for column in table["columns"]]
        assert ("adj. p over slices" in heads) == (adjust is not None)


def test_guardrails_stay_out_and_small_slices_say_so(payload):
    parts = {part["category"]: part for part in payload["slices"]['["v0","holm","fail"]']}
    assert [table["caption"] for table in parts["a<b>"]["tables"]] == ["m in a<b>", "n in a<b>"]
    assert parts["billing"]["tables"][0]["note"].startswith("90 cases · share of cases passed")
    assert parts["d"]["tables"][0]["note"].startswith("12 cases, small: a first impression ·")


def test_a_run_without_categories_has_no_choice_of_slices():
    plain = _report()
    table = plain._evidence.table
    plan = replace(table.plan, categories=())
    bare = Report(Evidence([], plan), AnalysisSpec("v0", "v0")).payload()
    assert "slice" not in [each["key"] for each in bare["controls"]]
    assert set(map(len, bare["slices"].values())) == {0}


def test_four_variants_two_metrics_and_six_slices_are_saved_in_45_kb(payload):
    folded = json.dumps(fold(payload))
    assert len(folded) <= 45_000, len(folded)
