"""Faults of denominators and direction that need many cases, or results from elsewhere.

The numbers are those of the list of public complaints that this project keeps.
"""

import pandas as pd

from garden_nb import Garden
from garden_nb.core.metrics import Kind, Metric
from garden_nb.engine.judge import Judge
from garden_nb.engine.scorers import Scorer
from garden_nb.flows.agent_garden_flow import agent_garden_flow
from garden_nb.flows.evaluation.gate_spec import GateSpec

JUDGE = Judge.from_callable(lambda output: output == "right", {"ok": "binary"})


def garden(agents, frame, judge=JUDGE, **changes):
    """Run a garden of functions by name."""
    given = {"seed": 1, "concurrency": 8, **changes}
    return agent_garden_flow(
        frame, lambda model: lambda: agents[model], judge, list(agents), **given
    )["report"]


def test_21_cases_that_one_side_lacks_are_counted_and_leave_the_pairs():
    ids = {
        "base": [f"q{n}" for n in range(200) if n != 5],
        "new": [*(f"q{n}" for n in range(200) if n != 9), "q201"],
    }
    rows = [
        {"case": case, "variant": variant, "ok": int(int(case[1:]) % 3 > 0)}
        for variant, cases in ids.items()
        for case in cases
    ]
    settings = {"case": "case", "variant": "variant", "scores": ["ok"], "baseline": "base"}
    report = Garden.from_records(rows, **settings).report()
    (row,) = report.comparisons
    assert row.n_pairs == 198
    assert {e.variant: e.n_cases for e in report.estimates} == {"base": 199, "new": 200}
    assert "3 of 402 trials absent" in report.to_markdown()


def test_24_a_baseline_of_zero_has_no_percentage():
    def agent(words):
        return lambda _: " ".join(["x"] * words)

    words = Scorer("words", lambda output: len(output.split()), "1", metric=Metric("words"))
    frame = pd.DataFrame({"question": [str(n) for n in range(8)]})
    gates = {"b:words": GateSpec(min_delta=1, min_delta_pct=10)}
    agents = {"a": agent(0), "b": agent(3)}
    report = garden(agents, frame, None, scorers=[words], gates=gates)
    absolute, percent = report.gates
    assert (absolute.rule, absolute.value, absolute.passed) == ("min_delta", 3.0, True)
    assert (percent.rule, percent.value, percent.passed) == ("min_delta_pct", None, False)
    assert report.comparisons[0].delta == 3.0
    assert "inf" not in report.view.to_markdown()


def int_of(output):
    return int(output)


def test_24_less_is_better_for_a_scorer_that_says_so():
    metric = Metric("errors", Kind.BOUNDED, "lower_is_better", low=0.0, high=9.0)
    errors = Scorer("errors", int_of, "1", metric=metric)
    frame = pd.DataFrame({"question": [str(n) for n in range(40)]})

    def agent(more, breaks=0):
        def answer(question):
            if int(question) < breaks:
                raise ValueError("broken")
            return str(int(question) % 3 + more)

        return answer

    agents = {"a": agent(1), "fewer": agent(0), "broken": agent(0, breaks=20)}
    report = garden(agents, frame, None, scorers=[errors])
    fewer, broken = report.comparisons
    assert (fewer.status, fewer.delta) == ("improvement", -1.0)
    assert "fewer is better than a" in fewer.interpretation
    assert broken.delta > 0, "an answer that failed counts as the most errors, not as the fewest"
    assert report.metric("broken:errors").n_failed == 20


def test_25_a_perfect_rate_of_500_is_not_certain():
    frame = pd.DataFrame({"question": [str(n) for n in range(500)]})
    metric = garden({"a": lambda _: "right"}, frame).metric("a:ok")
    assert (metric.point_estimate, metric.ci_upper) == (1.0, 1.0)
    assert 0.99 < metric.ci_lower < 0.995


def test_28_hundreds_of_categories_one_large_and_some_without_a_name():
    parts = [f"p{n}" for n in range(300)] + ["large"] * 400 + ["", "", None]
    frame = pd.DataFrame({"question": [str(n) for n in range(len(parts))], "part": parts})
    report = garden({"a": lambda _: "right"}, frame, category_column="part")
    sizes = {row.category: row.sample_size for row in report.category_summaries}
    assert next(iter(sizes.items())) == ("large", 400)
    assert sizes[""] == 2
    assert sum(sizes.values()) == 702
    assert all(sizes[f"p{n}"] == 1 for n in range(300))
    assert report.metric("a:ok").sample_size == len(parts), "cases without a category still count"
