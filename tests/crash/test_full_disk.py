"""Full disks and read-only folders: a clear error, nothing corrupted, nothing lost."""

import os
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from garden_nb.engine.store import JournalReader

CHILD = Path(__file__).with_name("limited_run.py")
NOBODY = 65534
N_CASES = 60

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX limits")
as_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can mount and drop rights"
)


def limited_run(folder, size=None):
    command = [
        sys.executable,
        str(CHILD),
        str(folder),
        str(N_CASES),
        *([str(size)] if size else []),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    state, records, said = done.stdout.split("\n", 2)
    return state, int(records), said.strip()


def calls(folder):
    return Counter((folder.parent / "calls.txt").read_text().split())


def stored(folder):
    """Return the questions that have an answer, after checking the whole file."""
    path = folder / "garden.db"
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    (run,) = JournalReader(path).runs()
    records = JournalReader(path).records(run.id).values()
    for _, record in records:
        assert record.output.value == record.case_id[1:] * 10_000
    return {f"q{record.case_id[1:]}" for _, record in records}


def open_to_all(folder):
    """Let the child, which is nobody, reach a folder of pytest's."""
    for place in (folder, *folder.parents[:4]):
        if place.name.startswith(("test_", "pytest-", "popen-", "home")):
            place.chmod(0o755)


@pytest.fixture
def folder(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    open_to_all(home)
    if os.geteuid() == 0:
        os.chown(home, NOBODY, NOBODY)
    return home


@pytest.fixture
def small_disk(folder):
    options = f"size=1m,mode=700,uid={NOBODY},gid={NOBODY}"
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "garden-test", str(folder)],
        capture_output=True,
        check=False,
    )
    if done.returncode:
        pytest.skip("no filesystem can be mounted here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def check_resumed(folder, kept):
    before = calls(folder)
    assert kept == stored(folder)
    assert len(kept) < N_CASES
    assert set(before) >= kept
    state, records, said = limited_run(folder)
    assert (state, records, said) == ("finished", N_CASES, "")
    again = calls(folder) - before
    assert not kept & set(again)
    assert stored(folder) == {f"q{n}" for n in range(N_CASES)}


@as_root
def test_a_full_disk_ends_the_run_in_words_and_loses_nothing(small_disk):
    state, records, said = limited_run(small_disk)
    assert state == "failed"
    assert "the disk is full" in said
    assert "What was stored before is kept" in said
    kept = stored(small_disk)
    assert len(kept) == records > 0
    subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
    check_resumed(small_disk, kept)


def test_a_file_that_may_not_grow_ends_the_run_in_words_and_loses_nothing(folder):
    state, records, said = limited_run(folder, size=400_000)
    assert state == "failed"
    assert "a quota is full" in said
    assert "What was stored before is kept" in said
    kept = stored(folder)
    assert len(kept) == records > 0
    check_resumed(folder, kept)


@as_root
def test_a_folder_that_cannot_be_written_is_named_and_left_alone(folder):
    os.chown(folder, 0, 0)
    folder.chmod(0o555)
    state, _, said = limited_run(folder)
    assert state == "refused"
    assert str(folder / "garden.db") in said
    assert "cannot be written" in said
    assert calls(folder) == Counter()
    assert list(folder.iterdir()) == []
