import sqlite3
from contextlib import closing

import pytest

from garden_nb.core.records import Score
from garden_nb.engine.store import (
    Journal,
    JournalReader,
    RunCounts,
    RunLock,
    ScoreRow,
    delete_run,
    run_counts,
)
from garden_nb.errors import JournalError, RunLockedError


@pytest.fixture
def two_runs(path, trials, row, answer, refusal):
    """A journal in which run `s` has taken over one output of run `r` and made one of its own."""
    with closing(Journal(path)) as journal:
        journal.begin_run(row("r", "first"))
        ids = [journal.store("r", trial, answer("of r " * 2000)) for trial in trials[:3]]
        journal.store("r", trials[3], refusal)
        journal.store_scores([ScoreRow(ids[0], "ok", "1", "e", "", Score(1.0))])
        journal.store_scores([ScoreRow(ids[1], "ok", "1", "e", "", Score(0.0))])
        journal.begin_run(row("s", "second"), [trials[0].key])
        journal.store("s", trials[4], answer("of s"))
    return path


def rows_of(path, table):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]  # noqa: S608


def test_a_deleted_run_takes_what_only_it_uses_along(two_runs, trials):
    assert delete_run(two_runs, "r") == 3
    reader = JournalReader(two_runs)
    assert [run.id for run in reader.runs()] == ["s"]
    assert set(reader.records("s")) == {trials[0].key, trials[4].key}
    assert (rows_of(two_runs, "outputs"), rows_of(two_runs, "scores")) == (2, 1)
    assert rows_of(two_runs, "members") == 2
    assert delete_run(two_runs, "s") == 2
    assert reader.runs() == []
    assert rows_of(two_runs, "scores") == 0


def test_an_output_that_another_run_made_stays_with_it(two_runs, trials):
    delete_run(two_runs, "s")
    assert len(JournalReader(two_runs).records("r")) == 4
    assert rows_of(two_runs, "outputs") == 4


def test_what_is_deleted_is_gone_from_the_file(two_runs):
    before = two_runs.stat().st_size
    assert b"of r of r" in two_runs.read_bytes()
    delete_run(two_runs, "r")
    delete_run(two_runs, "s")
    assert two_runs.stat().st_size < before
    assert b"of r of r" not in two_runs.read_bytes()
    assert [file.name for file in two_runs.parent.iterdir()] == ["garden.db"]


def test_a_run_that_goes_on_is_not_deleted(two_runs):
    lock = RunLock(two_runs, "first")
    lock.acquire()
    with pytest.raises(RunLockedError, match="'first'"):
        delete_run(two_runs, "r")
    assert len(JournalReader(two_runs).runs()) == 2
    delete_run(two_runs, "s")
    lock.release()
    assert delete_run(two_runs, "r") == 4


def test_a_run_can_be_deleted_while_another_one_writes(two_runs, trials, row, answer):
    with closing(Journal(two_runs)) as journal:
        lock = RunLock(two_runs, "third")
        lock.acquire()
        journal.begin_run(row("t", "third"))
        journal.store("t", trials[5], answer())
        delete_run(two_runs, "r")
        journal.store("t", trials[6], answer())
        lock.release()
    assert len(JournalReader(two_runs).records("t")) == 2


def test_a_run_that_is_not_there_is_named(two_runs):
    with pytest.raises(JournalError, match="has no run with the id 'absent'"):
        delete_run(two_runs, "absent")
    with pytest.raises(JournalError, match="There is no journal"):
        delete_run(two_runs.with_name("none.db"), "r")


def test_how_far_each_run_is(two_runs):
    counts = run_counts(two_runs)
    assert counts["r"] == RunCounts(3, 1, 0, 9, 30, 15, pytest.approx(0.03))
    assert counts["s"] == RunCounts(2, 0, 1, 4, 20, 10, pytest.approx(0.02))


def test_a_run_without_trials_has_no_counts(path, row):
    with closing(Journal(path)) as journal:
        journal.begin_run(row())
    assert run_counts(path) == {}


def test_whether_a_run_is_going_on(two_runs):
    first, second = RunLock(two_runs, "first"), RunLock(two_runs, "second")
    assert not first.is_held
    first.acquire()
    assert RunLock(two_runs, "first").is_held
    assert not second.is_held
    assert second.others_held
    assert not first.others_held
    first.release()
    assert not second.others_held
