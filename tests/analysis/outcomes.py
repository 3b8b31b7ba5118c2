"""Small runs made of arrays, for the tests of judging."""

from collections.abc import Mapping, Sequence

import numpy as np

from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.table import Plan
from garden_nb.core.records import Failure, Record, Score

Outcomes = Mapping[str, Sequence[float | str | None]]


def records_of(outcomes: Outcomes, metric: str = "ok", repeat: int = 0) -> list[Record]:
    """Return records; a text stands for a failure of that kind, None for no trial at all."""
    records = []
    for variant, values in outcomes.items():
        for i, value in enumerate(values):
            if isinstance(value, str):
                records.append(Record(f"c{i}", variant, repeat, failure=Failure(value, "it broke")))
            elif value is not None:
                score = Score(float(value), binary=not isinstance(value, float))
                records.append(Record(f"c{i}", variant, repeat, scores={metric: score}))
    return records


def evidence_of(outcomes: Outcomes, **plan) -> Evidence:
    """Return the evidence of one metric called `ok`; the first variant is the baseline."""
    n = max(len(values) for values in outcomes.values())
    case_ids = tuple(f"c{i}" for i in range(n))
    plan = {"baseline": next(iter(outcomes)), **plan}
    return Evidence(records_of(outcomes), Plan(case_ids, tuple(outcomes), **plan))


def passes(rng: np.random.Generator, n: int, rate: float) -> list[int]:
    """Return n pass/fail outcomes."""
    return [int(value) for value in rng.random(n) < rate]
