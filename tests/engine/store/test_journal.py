import sqlite3
from contextlib import closing

import pytest

from garden_nb.core.records import Failure, Output, Score, Usage
from garden_nb.engine.store import Journal, JournalReader, Known, ScoreRow, schema
from garden_nb.engine.store.schema import VERSION, migrate
from garden_nb.errors import JournalError

HOSTILE = ["naïve 🦉", "\ud800 lone", "nul \0 inside", "</script>", "x" * 100_000, ""]


def test_what_is_stored_comes_back(path, trials, row, answer, refusal):
    with closing(Journal(path)) as journal:
        journal.begin_run(row())
        first = journal.store("r", trials[0], answer({"text": HOSTILE, "n": [1, 0.5, None, True]}))
        second = journal.store("r", trials[1], refusal)
        records = JournalReader(path).records("r")
        assert {key: output_id for key, (output_id, _) in records.items()} == {
            trials[0].key: first,
            trials[1].key: second,
        }
        good, bad = records[trials[0].key][1], records[trials[1].key][1]
        assert good.output == Output(
            {"text": HOSTILE, "n": [1, 0.5, None, True]},
            Usage(10, 5, 2, 0.01, 3),
            {"finish": "stop"},
        )
        assert (good.case_id, good.variant) == (trials[0].case.id, trials[0].variant.label)
        assert (good.latency_ms, good.attempts, good.reused) == (12.5, 2, False)
        assert (bad.output, bad.failure, bad.attempts) == (None, Failure("ValueError", "no"), 3)
        assert journal.output(first) == good.output


def test_every_output_is_on_disk_when_store_returns(path, trials, row, answer):
    with closing(Journal(path)) as journal, closing(sqlite3.connect(path)) as other:
        journal.begin_run(row())
        for n, trial in enumerate(trials, start=1):
            journal.store("r", trial, answer())
            assert other.execute("SELECT COUNT(*) FROM outputs").fetchone() == (n,)
            assert other.execute("SELECT COUNT(*) FROM members").fetchone() == (n,)


def test_finished_trials_are_found_and_failed_ones_are_not(path, trials, row, answer, refusal):
    with closing(Journal(path)) as journal:
        journal.begin_run(row())
        journal.store("r", trials[0], answer())
        newest = journal.store("r", trials[0], answer("again"))
        journal.store("r", trials[1], refusal)
        keys = [trial.key for trial in trials] + [f"absent{n}" for n in range(2000)]
        known = journal.begin_run(row(), keys)
        assert known.finished == {trials[0].key: newest}
        assert set(known.failed) == {trials[1].key}
        journal.store("r", trials[1], answer())
        known = journal.begin_run(row(), keys)
        assert set(known.finished) == {trials[0].key, trials[1].key}
        assert known.failed == {}
        assert journal.begin_run(row("s"), keys, fresh=True) == Known()


def test_a_later_output_takes_the_place_of_a_failure_in_its_run(path, trials, row, answer, refusal):
    with closing(Journal(path)) as journal:
        journal.begin_run(row())
        journal.store("r", trials[0], refusal)
        journal.store("r", trials[0], answer("second"))
        ((_, record),) = JournalReader(path).records("r").values()
        assert record.output.value == "second"


def test_another_run_takes_over_what_it_needs(path, trials, row, answer):
    with closing(Journal(path)) as journal:
        journal.begin_run(row("r"))
        ids = {trial.key: journal.store("r", trial, answer()) for trial in trials[:3]}
        journal.begin_run(row("s", "other"), [trials[0].key, "absent"])
        reader = JournalReader(path)
        ((_, record),) = reader.records("s").values()
        assert record.reused
        assert len(reader.records("r")) == 3
        facts = reader.facts("s")
        assert facts == {ids[trials[0].key]: (12.5, 2, Usage(10, 5, 2, 0.01, 3))}


def score_rows(output_id, version, *parts):
    return [ScoreRow(output_id, "ok", version, "e", part, score) for part, score in parts]


def test_scores_are_kept_by_version_and_by_what_was_expected(path, trials, row, answer):
    trial = trials[0]
    with closing(Journal(path)) as journal:
        journal.begin_run(row())
        output_id = journal.store("r", trial, answer())
        one, two = Score(1.0, "\ud800", binary=True), Score(None, "because")
        journal.store_scores(score_rows(output_id, "1", ("", one)))
        journal.store_scores(score_rows(output_id, "2", ("x", two), ("y", one)))
        reader = JournalReader(path)
        expected = {trial.case.id: "e"}
        found = reader.scores("r", {"ok": "1"}, expected)[output_id]
        assert found == {"ok": {"": Score(1.0, "?", binary=True)}}
        assert set(reader.scores("r", {"ok": "2"}, expected)[output_id]["ok"]) == {"x", "y"}
        assert reader.scores("r", {"ok": "3"}, expected) == {}
        assert reader.scores("r", {"ok": "1"}, {trial.case.id: "other"}) == {}
        journal.store_scores(score_rows(output_id, "2", ("z", one)))
        assert set(reader.scores("r", {"ok": "2"}, expected)[output_id]["ok"]) == {"z"}


def test_runs_are_listed_the_newest_first(path, row):
    with closing(Journal(path)) as journal:
        for run_id, name, created in (("1", "x", 1.0), ("2", "y", 2.0), ("3", "x", 3.0)):
            journal.begin_run(row(run_id, name, created))
        assert journal.newest_run("x").id == "3"
        assert journal.newest_run("z") is None
        journal.end_run("3", "finished", 9.0)
        runs = JournalReader(path).runs()
        assert [run.id for run in runs] == ["3", "2", "1"]
        assert (runs[0].state, runs[0].touched, runs[0].variants) == (
            "finished",
            9.0,
            {"a": {"version": None}},
        )


def test_beginning_a_run_again_keeps_its_outputs(path, trials, row, answer):
    with closing(Journal(path)) as journal:
        journal.begin_run(row())
        journal.store("r", trials[0], answer())
        journal.begin_run(row())
        assert len(JournalReader(path).records("r")) == 1


def test_a_closed_journal_is_one_file(path, trials, row, answer):
    with closing(Journal(path)) as journal:
        journal.begin_run(row())
        journal.store("r", trials[0], answer())
        assert journal.note == ""
    JournalReader(path).records("r")
    assert [file.name for file in path.parent.iterdir()] == ["garden.db"]


def test_migrating_twice_changes_nothing(path):
    with closing(Journal(path)):
        pass
    before = path.read_bytes()
    with closing(Journal(path)):
        pass
    assert path.read_bytes() == before
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection)
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_journal_of_an_older_version_is_brought_up_to_date(path, trials, row, answer):
    """Every table that was ever written stays readable."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in schema._MIGRATIONS[0]:
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        connection.execute("PRAGMA user_version = 1")
    with closing(Journal(path)) as journal:
        journal.begin_run(row())
        output_id = journal.store("r", trials[0], answer())
        journal.store_scores(score_rows(output_id, "1", ("", Score(1.0))))
        expected = {trials[0].case.id: "e"}
        assert JournalReader(path).scores("r", {"ok": "1"}, expected)


def test_a_reader_brings_an_older_journal_up_to_date(path):
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in schema._MIGRATIONS[0]:
            connection.execute(statement)
        connection.execute(
            "INSERT INTO runs VALUES ('r', 'old', 1, 1, 'finished', 'me', 0, 1, 1, 'd', '{}', '{}',"
            " '{}')"
        )
        connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        connection.execute("PRAGMA user_version = 1")
    (run,) = JournalReader(path).runs()
    assert (run.name, run.about) == ("old", {})
    assert JournalReader(path).scores("r", {}, {}) == {}


def test_a_newer_version_that_is_in_the_log_only_is_refused(path):
    with closing(Journal(path)), closing(sqlite3.connect(path)) as newer:
        newer.execute(f"PRAGMA user_version = {VERSION + 1}")
        with pytest.raises(JournalError, match="written by a newer garden_nb"):
            Journal(path)


def test_without_a_write_ahead_log_it_works_and_says_so(path, trials, row, answer, monkeypatch):
    monkeypatch.setattr(Journal, "_write_ahead", lambda _: False)
    with closing(Journal(path)) as journal:
        assert "without a write-ahead log" in journal.note
        journal.begin_run(row())
        journal.store("r", trials[0], answer())
        assert len(JournalReader(path).records("r")) == 1
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_on_a_network_filesystem_it_works_and_says_so(path, row, monkeypatch):
    monkeypatch.setattr("garden_nb.engine.store.journal.network_filesystem", lambda _: "nfs4")
    with closing(Journal(path)) as journal:
        assert "network filesystem (nfs4)" in journal.note
        journal.begin_run(row())


def test_a_full_disk_is_named_and_loses_nothing(path, trials, row, answer):
    with closing(Journal(path)) as journal:
        journal.begin_run(row())
        journal.store("r", trials[0], answer())
        pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
        journal._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(JournalError, match=r"the disk is full. What was stored before is kept"):
            journal.store("r", trials[1], answer("x" * 100_000))
        assert list(JournalReader(path).records("r")) == [trials[0].key]
        journal._connection.execute(f"PRAGMA max_page_count = {pages + 1000}")
        journal.store("r", trials[1], answer("x" * 100_000))
        assert len(JournalReader(path).records("r")) == 2


def test_a_reader_needs_a_journal(path):
    with pytest.raises(JournalError, match="There is no journal at"):
        JournalReader(path)
