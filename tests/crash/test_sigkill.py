"""Killed at any moment and run again: nothing that finished is lost, and nothing runs twice.

`GARDEN_KILLS` is the number of kills, 100 by default.
"""

import os
import random
import signal
import sqlite3
import sys
import time
from collections import Counter
from contextlib import closing
from dataclasses import replace

import pytest

from garden_nb.engine.store import JournalReader

N_CASES = 60
N_KILLS = int(os.environ.get("GARDEN_KILLS", "100"))
CONCURRENCY = 4

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork and SIGKILL")


def finished(child):
    """Return the trials that have an answer in the journal, as the side file names them."""
    if not child.store.exists():
        return set()
    with closing(sqlite3.connect(child.store)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if "outputs" not in tables:
            return set()
        rows = connection.execute(
            "SELECT variant, case_id FROM outputs WHERE failure_kind IS NULL"
        ).fetchall()
    trials = [f"{variant}:q{case_id[1:]}" for variant, case_id in rows]
    assert len(trials) == len(set(trials)), "an answer was stored twice"
    return set(trials)


def contents(child):
    """Return all that the journal says of the run but timings and what was reused."""
    reader = JournalReader(child.store)
    (run,) = reader.runs()
    scores = {}
    with closing(sqlite3.connect(child.store)) as connection:
        for output_id, *score in connection.execute(
            "SELECT output_id, scorer, version, expected, part, value, reason, binary FROM scores"
        ):
            scores[output_id] = score
    return {
        key: (replace(record, latency_ms=None, reused=False), scores.get(output_id))
        for key, (output_id, record) in reader.records(run.id).items()
    }


def by_trial(found):
    return {(r.variant, r.case_id): (r, score) for r, score in found.values()}


def totals(found):
    outputs = [record.output for record, _ in found.values() if record.output]
    return (
        len(found),
        len(outputs),
        sum(output.usage.cost_usd for output in outputs),
        sum(output.usage.input_tokens for output in outputs),
    )


def clean_run(make_child, folder):
    child = make_child(folder / "clean", N_CASES)
    started = time.monotonic()
    assert child.run() == "0"
    return child, time.monotonic() - started


def test_killed_at_random_moments_and_run_again(make_child, tmp_path):
    clean, clean_s = clean_run(make_child, tmp_path)
    assert Counter(clean.calls()).most_common(1)[0][1] == 1
    expected = contents(clean)
    moments = random.Random(0)  # noqa: S311  # chooses moments
    killed_with = []
    rounds = 0
    while len(killed_with) < N_KILLS:
        rounds += 1
        child = make_child(tmp_path / f"round{rounds}", N_CASES)
        outcome = None
        while outcome != "0":
            known, calls_before = finished(child), len(child.calls())
            if len(killed_with) < N_KILLS:
                outcome = child.kill_after(moments.uniform(0, clean_s / 2))
                if outcome == str(-signal.SIGKILL):
                    killed_with.append(len(known))
            else:
                outcome = child.run()
            again = Counter(child.calls()[calls_before:])
            assert not known & set(again), "a finished trial was called again"
            assert known <= finished(child), "a finished trial was lost"
            assert not again or max(again.values()) == 1
        calls = Counter(child.calls())
        assert all(calls[trial] >= 1 for trial in finished(child))
        found = contents(child)
        assert totals(found) == totals(expected)
        assert by_trial(found) == by_trial(expected)
    resumed = sum(known > 0 for known in killed_with)
    print(f"{N_KILLS} kills in {rounds} rounds, {resumed} of them of a run that went on")  # noqa: T201
    assert resumed >= N_KILLS // 4
    assert len(set(killed_with)) >= min(N_KILLS // 5, 15)


def test_a_kill_loses_only_what_was_under_way(make_child, tmp_path):
    child = make_child(tmp_path, N_CASES)
    process_id = child.begin()
    while len(child.calls()) < 50:
        time.sleep(0.001)
    os.kill(process_id, signal.SIGKILL)
    assert child.outcome() == str(-signal.SIGKILL)
    called = [trial for trial in child.calls() if int(trial.split(":q")[1]) % 10 != 9]
    assert len(called) - len(finished(child)) <= CONCURRENCY


def test_two_processes_on_one_run(make_child, tmp_path):
    first = make_child(tmp_path, 20 * N_CASES)
    second = make_child(tmp_path, 20 * N_CASES)
    process_id = first.begin()
    while len(first.calls()) < 10:
        time.sleep(0.001)
    assert second.run() == "3"
    os.kill(process_id, signal.SIGKILL)
    assert first.outcome() == str(-signal.SIGKILL)
    process_id = second.begin()
    calls = len(first.calls())
    while len(first.calls()) < calls + 10:
        time.sleep(0.001)
    os.kill(process_id, signal.SIGKILL)
    assert second.outcome() == str(-signal.SIGKILL)
