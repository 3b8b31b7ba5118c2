"""Random runs: every kind of metric, failures, gaps, repeats, categories, clusters."""

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.analysis.table import Plan
from garden_nb.core.metrics import Kind, Metric
from garden_nb.core.records import Failure, Output, Record, Score, Usage
from garden_nb.flows.cases.record_source import RecordSource
from garden_nb.flows.report import Report

LABELS = ("fuzzy", "llama3:8b", "lab/model-a", "lab/model-b", "naïve · 漢")
RATED = Metric("rating", Kind.BOUNDED, low=1.0, high=5.0)


@dataclass(frozen=True)
class Shape:
    """How large a run is, and what it has."""

    n_cases: int = 30
    n_variants: int = 3
    repeats: int = 1
    n_metrics: int = 3
    fails: float = 0.0
    gaps: float = 0.0
    categories: int = 0
    clusters: bool = False
    recorded: bool = False


shapes = st.builds(
    Shape,
    n_cases=st.integers(1, 30),
    n_variants=st.integers(1, 5),
    repeats=st.integers(1, 3),
    n_metrics=st.integers(1, 4),
    fails=st.sampled_from([0.0, 0.1, 1.0]),
    gaps=st.sampled_from([0.0, 0.2]),
    categories=st.integers(0, 4),
    clusters=st.booleans(),
    recorded=st.booleans(),
)


def run_of(shape: Shape, seed: int = 0) -> tuple[list[Record], Plan]:
    """Return invented records and what they were planned as; the same seed gives the same."""
    rng = np.random.default_rng(seed)
    labels = (*LABELS, *(f"model-{j}" for j in range(20)))[: shape.n_variants]
    skill = rng.normal(0.0, 0.8, shape.n_variants)
    hard = rng.normal(size=shape.n_cases)
    records = [
        _record(rng, (f"c{i}", label, repeat), hard[i] + skill[j], shape)
        for i in range(shape.n_cases)
        for j, label in enumerate(labels)
        for repeat in range(shape.repeats)
        if rng.random() >= shape.gaps
    ]
    topics = [f"topic {rng.integers(max(1, shape.categories))}" for _ in range(shape.n_cases)]
    plan = Plan(
        tuple(f"c{i}" for i in range(shape.n_cases)),
        labels,
        labels[int(rng.integers(len(labels)))],
        repeats=shape.repeats,
        metrics={"rating": RATED} if shape.n_metrics > 1 else None,
        scores=("ok", "rating", "similarity", "margin")[: shape.n_metrics],
        categories=tuple(topics) if shape.categories else (),
        clusters=tuple(f"k{i % 7}" for i in range(shape.n_cases)) if shape.clusters else (),
        name="qa",
        recorded=shape.recorded,
    )
    return records, plan


def _record(
    rng: np.random.Generator, key: tuple[str, str, int], level: float, shape: Shape
) -> Record:
    if rng.random() < shape.fails:
        return Record(*key, failure=Failure("timeout", "SECRET failure text"))
    chance = 1 / (1 + np.exp(-level))
    values = {
        "ok": Score(float(rng.random() < chance), "", True),
        "rating": Score(float(np.clip(round(3 + level + rng.normal()), 1, 5))),
        "similarity": Score(None, "broke") if rng.random() < 0.05 else Score(float(chance)),
        "margin": Score(float(rng.normal(level))),
    }
    usage = Usage(cost_usd=float(np.exp(rng.normal(-8.0))), input_tokens=int(rng.integers(9, 99)))
    return Record(
        *key,
        output=Output("SECRET output text", usage),
        scores=dict(list(values.items())[: shape.n_metrics]),
        latency_ms=float(np.exp(rng.normal(5.0))),
        reused=bool(rng.random() < 0.1),
    )


def report_of(shape: Shape | None = None, seed: int = 0, **choices: object) -> Report:
    """Return the report of an invented run."""
    records, plan = run_of(shape or Shape(), seed)
    source = RecordSource(records)
    report = Report(Evidence(records, plan), AnalysisSpec(plan.baseline, plan.baseline), source)
    report.choose(**choices)
    return report


@st.composite
def reports(draw: st.DrawFn) -> Report:
    """Draw the report of a random run under random choices."""
    report = report_of(draw(shapes), draw(st.integers(0, 2**31)))
    report.choose(
        baseline=draw(st.sampled_from(report.variants)),
        adjust=draw(st.sampled_from(["holm", "fdr_bh", "maxt", None])),
        on_error=draw(st.sampled_from(["fail", "drop"])),
        missing=draw(st.sampled_from(["pairwise", "fail", "common"])),
        confidence=draw(st.sampled_from([0.9, 0.95, 0.99])),
        margin=draw(st.sampled_from([None, 0.05, 0.5])),
        gates=draw(st.sampled_from([None, {"latency_ms": {"max": 100.0, "max_delta_pct": 20}}])),
    )
    return report
