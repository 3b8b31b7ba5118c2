"""How long a report takes: from records, and from the cube under another baseline.

    python tests/bench/report.py

Prints seconds (best of three) and, for the whole report, the ratio to a floor measured in the
same run: one pass in plain Python over the same records.
"""

import sys
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.analysis.table import Plan
from garden_nb.core.records import Record, Score


def records_of(n: int, variants: int, metrics: int, repeats: int) -> tuple[list[Record], Plan]:
    rng = np.random.default_rng(0)
    labels = tuple(f"v{j}" for j in range(variants))
    names = tuple(f"m{k}" for k in range(metrics))
    values = rng.random((n, variants, repeats, metrics)) < 0.7
    records = [
        Record(
            f"c{i}",
            label,
            repeat,
            scores={
                name: Score(float(values[i, j, repeat, k]), binary=True)
                for k, name in enumerate(names)
            },
            latency_ms=float(100 + i % 7 + j),
        )
        for i in range(n)
        for j, label in enumerate(labels)
        for repeat in range(repeats)
    ]
    return records, Plan(tuple(f"c{i}" for i in range(n)), labels, "v0", repeats=repeats)


def best(run: Callable[[], object], times: int = 3) -> float:
    def once() -> float:
        start = time.perf_counter()
        run()
        return time.perf_counter() - start

    return min(once() for _ in range(times))


def whole(n: int, variants: int, metrics: int, repeats: int) -> None:
    records, plan = records_of(n, variants, metrics, repeats)
    spec = AnalysisSpec("v0", "v0")
    took = best(lambda: Evidence(records, plan).report(spec))
    floor = best(lambda: sum(s.value or 0.0 for r in records for s in r.scores.values()))
    size = f"{variants} variants x {n:,} cases x {repeats} repeats x {metrics} metrics"
    line = f"{size}: {took:.3f} s, {took / floor:.1f} x one pass over the records"
    sys.stdout.write(f"{line}\n")


def another_baseline(n: int, variants: int, metrics: int) -> None:
    records, plan = records_of(n, variants, metrics, 1)
    evidence = Evidence(records, plan)
    first = AnalysisSpec("v1", "v0")
    evidence.report(first)
    specs = iter([replace(first, baseline=f"v{j}") for j in range(2, 8)])
    took = best(lambda: evidence.rows(next(specs)), times=6)
    full = best(lambda: Evidence(records, plan).report(first), times=1)
    sys.stdout.write(
        f"{variants} variants x {metrics} metrics, another baseline: {1000 * took:.1f} ms, "
        f"{full / took:.0f} x faster than from the records\n"
    )


if __name__ == "__main__":
    whole(200, 4, 2, 3)
    whole(20_000, 6, 2, 1)
    another_baseline(500, 20, 10)
