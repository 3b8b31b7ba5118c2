"""Gardens in files, in a notebook: run, report, runs, resume, estimate, export."""

import json
import sqlite3
from contextlib import closing

import pytest

from loopback import Temper

SPEC = """
cases: sums.jsonl
variants:
  large: {model: openai/stand-in-large, system: "Only the number."}
  small: {model: openai/stand-in-small, system: "Only the number."}
scorers: [exact_match]
judge: {model: openai/stand-in-judge, criterion: Correct, scale: [1, 5]}
gates: {"large:exact_match": 0.5}
repeats: 2
retries: 0
concurrency: 4
"""
CASES = 12
PLANNED = 2 * 2 * CASES


@pytest.fixture
def garden(place):
    """A folder with a garden of models and its cases."""
    rows = [{"question": f"What is {i} + {i}?", "answer": str(2 * i)} for i in range(CASES)]
    (place / "sums.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    (place / "garden.yaml").write_text(SPEC, encoding="utf-8")
    return place


def kept(folder):
    """Return how many outputs and how many judgements the journal has."""
    with closing(sqlite3.connect(folder / "garden.db")) as journal:
        return tuple(
            journal.execute(query).fetchone()[0]
            for query in (
                "SELECT COUNT(DISTINCT key) FROM outputs WHERE failure_kind IS NULL",
                "SELECT COUNT(*) FROM scores WHERE scorer = 'judge' AND value IS NOT NULL",
            )
        )


def agents(calls):
    return calls.get("stand-in-large", 0) + calls.get("stand-in-small", 0)


def test_each_command_returns_what_it_shows(live, garden, calls):
    estimated = live.run("known = %garden estimate garden.yaml\nknown")
    assert estimated.shown[0]["text/plain"].startswith("48 calls, and 48 calls of judges.")
    assert calls() == {}
    ran = live.run("%garden run garden.yaml --name sums")
    assert calls() == {"stand-in-large": 24, "stand-in-small": 24, "stand-in-judge": 48}
    assert len(ran.reports) == len(ran.shown) == 1
    assert "final · 12 cases × 2 runs · baseline as planned" in ran.reports[0]
    again = live.run("report = %garden report\nreport")
    assert again.reports[0] == ran.reports[0]
    other = live.run("%garden report sums --baseline small")
    assert "baseline changed after the run (planned: large)" in other.reports[0]
    assert live.run("report.baseline = 'small'\nreport").reports == other.reports
    runs = live.run("runs = %garden runs\nruns")
    assert runs.shown[0]["text/plain"].startswith("sums  ")
    assert "finished  48 of 48 trials  large, small" in runs.shown[0]["text/plain"]
    assert live.run("print(runs.count('sums'))").printed == "1\n"
    for name in ("a.html", "a.md", "a.json", "a.csv"):
        assert live.run(f"%garden export {name} sums").shown[0]["text/plain"] == f"wrote {name}"
        assert (garden / name).stat().st_size > 500
    assert calls() == {}


def test_an_interrupted_run_goes_on_with_exactly_what_it_lacks(live, served, garden, calls):
    served.temper = Temper(latency_s=0.15)
    begun = len(served.requests)
    try:
        first = live.interrupted(
            "%garden run garden.yaml", lambda: len(served.requests) - begun >= 20
        )
    finally:
        served.temper = Temper()
    calls()
    outputs, judgements = kept(garden)
    assert 0 < outputs < PLANNED
    assert "Interim" in first.reports[0]
    assert f"{PLANNED - outputs} of {PLANNED} trials to go" in first.reports[0]
    assert "Traceback" not in first.error
    resumed = live.run("%garden resume")
    done = calls()
    assert agents(done) == PLANNED - outputs
    assert done["stand-in-judge"] == PLANNED - judgements
    assert f"{outputs} reused, {PLANNED - outputs} new calls" in resumed.reports[0]
    assert kept(garden) == (PLANNED, PLANNED)
    live.run("%garden resume")
    assert calls() == {}


def test_failed_calls_alone_are_made_again(live, served, garden, calls):
    served.script(*[Temper.refusing(500, "down")] * 3, model="stand-in-small")
    served.script(*[Temper.refusing(500, "down")] * 2, model="stand-in-judge")
    first = live.run("%garden run garden.yaml")
    assert agents(calls()) == PLANNED
    assert "3 failed trials (small) count as wrong" in first.reports[0]
    assert kept(garden) == (PLANNED - 3, PLANNED - 3 - 2)
    resumed = live.run("%garden resume")
    assert calls() == {"stand-in-small": 3, "stand-in-judge": 3 + 2}
    assert "failed" not in resumed.reports[0]
    assert "45 reused, 3 new calls" in resumed.reports[0]


def test_a_run_of_a_frame_says_how_it_goes_on(live, garden, calls):
    live.run("frame = pd.read_json('sums.jsonl', lines=True, dtype=str)")
    live.run(f"%%garden frame\n{SPEC.replace('cases: sums.jsonl', '')}")
    calls()
    assert "Run its cell again: what is journaled is reused." in live.run("%garden resume").error
    assert live.run("%garden report").reports
    assert calls() == {}
