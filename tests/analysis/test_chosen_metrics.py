"""Metrics that are chosen after the run: the family follows, and the report says so."""

from dataclasses import replace

import numpy as np
import pytest

from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.gates import Gate, GateVerdict
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.analysis.table import Plan
from garden_nb.core.records import Failure, Output, Record, Score, Usage
from garden_nb.flows.report import Report
from garden_nb.present.context import context_facts
from garden_nb.present.methods import method_sentences

NAMES = ("ok", "near", "rank")
AB = AnalysisSpec("a", "a")


def run(names=NAMES, n=40):
    """Return evidence of three success metrics and the cost; some trials failed."""
    rng = np.random.default_rng(4)
    records = []
    for j, variant in enumerate("abc"):
        for i in range(n):
            ok, near, rank = rng.random() < 0.4 + 0.2 * j, rng.random(), int(rng.integers(1, 6))
            usage = Usage(cost_usd=0.01 + 0.002 * rng.random())
            failure = Failure("Timeout", "late") if rng.random() < 0.03 else None
            values = {"ok": Score(float(ok), binary=True), "near": Score(near), "rank": Score(rank)}
            scores = {name: values[name] for name in names}
            records.append(
                Record(f"c{i}", variant, 0, Output("x", usage), failure=failure, scores=scores)
            )
    plan = Plan(
        tuple(f"c{i}" for i in range(n)),
        ("a", "b", "c"),
        "a",
        scores=names,
        categories=tuple("east" if i % 2 else "west" for i in range(n)),
    )
    return Evidence(records, plan)


@pytest.mark.parametrize("adjust", ["holm", "fdr_bh", "maxt", None])
@pytest.mark.parametrize("baseline", ["a", "b"])
def test_chosen_metrics_are_judged_as_if_there_were_no_others(adjust, baseline):
    spec = replace(AB, baseline=baseline, adjust=adjust)
    chosen = run().report(replace(spec, metrics=("near", "ok")))
    alone = run(("ok", "near")).report(spec)
    assert chosen.comparisons == alone.comparisons
    assert chosen.estimates == alone.estimates
    assert chosen.decision == alone.decision
    assert chosen.best_sets == alone.best_sets
    assert chosen.family_size == alone.family_size == (4 if baseline == "a" else 6)
    assert [metric.name for metric in chosen.metrics] == ["ok", "near", "cost_usd"]
    assert (chosen.left_out, alone.left_out) == (("rank",), ())


def test_slices_are_judged_over_the_chosen_metrics():
    evidence, alone = run(), run(("near",))
    assert evidence.slices(replace(AB, metrics=("near",))) == alone.slices(AB)
    assert evidence.slices(AB) == run().slices(AB)


def test_gates_hold_on_metrics_that_are_left_out():
    gates = (Gate("rank", "min", 1.0), Gate("rank", "min", 4.9), Gate("rank", "min_delta", -4.0))
    kept = run().report(replace(AB, gates=gates))
    chosen = run().report(replace(AB, gates=gates, metrics=("ok",)))
    assert chosen.gates == kept.gates
    assert [gate.verdict for gate in chosen.gates] == [
        *(GateVerdict.PASS, GateVerdict.FAIL, GateVerdict.PASS)
    ]


def test_the_report_says_that_metrics_were_chosen_after_the_run():
    chosen, planned = run().report(replace(AB, metrics=("ok", "near"))), run().report(AB)
    assert "metrics chosen after the run (left out: rank)" in context_facts(chosen)
    assert any("no correction pays for that" in text for text in method_sentences(chosen))
    said = [*context_facts(planned), *method_sentences(planned)]
    assert not any("chosen after the run" in text for text in said)
    every = run().report(replace(AB, metrics=NAMES))
    assert context_facts(every) == context_facts(planned)


def test_a_document_keeps_the_metrics_that_are_left_out():
    report = Report(run(), replace(AB, metrics=("ok",)))
    opened = Report.open(report.to_json())
    assert opened.frozen == report.frozen
    metrics = [metric.name for metric in opened._evidence.report(AB).metrics]
    assert metrics == [*NAMES, "cost_usd"]
