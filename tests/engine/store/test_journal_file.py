import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from garden_nb.engine.store import Journal, JournalReader
from garden_nb.engine.store.file import check_file, network_filesystem
from garden_nb.errors import JournalError


@pytest.fixture
def filled(path, trials, row, answer):
    with closing(Journal(path)) as journal:
        journal.begin_run(row())
        for trial in trials:
            journal.store("r", trial, answer("x" * 5000))
    return path


def refused(path, match):
    before = path.read_bytes()
    for open_it in (Journal, JournalReader):
        with pytest.raises(JournalError, match=match) as caught:
            open_it(path)
        assert path.name in str(caught.value)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_nothing_and_an_empty_file_are_no_journal_yet(path):
    assert not check_file(path)
    path.touch()
    assert not check_file(path)
    with closing(Journal(path)):
        assert check_file(path)


@pytest.mark.parametrize("content", [b"a,b\n1,2\n", b"{}", b"\x00" * 5000, b"SQLite"])
def test_another_kind_of_file_is_left_alone(path, content):
    path.write_bytes(content)
    refused(path, "is not a garden journal. It was left as it is")


@pytest.mark.parametrize("wal", [True, False])
def test_another_programs_database_is_left_alone(path, wal):
    with closing(sqlite3.connect(path)) as connection:
        if wal:
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE outputs (id INTEGER)")
        connection.execute("INSERT INTO outputs VALUES (1)")
        connection.commit()
    refused(path, "is the SQLite file of another program. It was left as it is")


@pytest.mark.parametrize("kept", [0.9, 0.5, 0.1])
def test_a_torn_journal_is_left_alone(filled, kept):
    with filled.open("r+b") as file:
        file.truncate(int(filled.stat().st_size * kept))
    refused(filled, "is torn: it has .* of .* bytes")


def test_a_header_that_is_cut_off_is_left_alone(filled):
    filled.write_bytes(filled.read_bytes()[:50])
    refused(filled, "its header is cut off")


def test_a_newer_journal_is_left_alone(filled):
    with closing(sqlite3.connect(filled)) as connection:
        connection.execute("PRAGMA user_version = 99")
    refused(filled, "written by a newer garden_nb .version 99")


def test_a_damaged_page_is_an_error_in_words(filled):
    content = bytearray(filled.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    filled.write_bytes(content)
    with pytest.raises(JournalError, match="is damaged"):
        JournalReader(filled).records("r")


def test_a_folder_is_no_journal(tmp_path):
    with pytest.raises(JournalError, match="cannot be read"):
        Journal(tmp_path)


def test_a_missing_folder_is_made(tmp_path):
    with closing(Journal(tmp_path / "new" / "folder" / "garden.db")):
        assert (tmp_path / "new" / "folder" / "garden.db").exists()


READ_ONLY = """
import os, sys
from pathlib import Path
from garden_nb.engine.store import Journal, JournalReader
from garden_nb.errors import JournalError
os.setuid(65534)
path = Path(sys.argv[1])
print(len(JournalReader(path).records("r")))
for store in (path, path.with_name("new.db")):
    try:
        Journal(store)
    except JournalError as error:
        print(error)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give up its rights")
def test_a_folder_that_cannot_be_written_is_named_and_still_read(filled):
    folder = filled.parent
    for place in (folder, *folder.parents):
        if place != Path("/") and place.stat().st_uid == os.geteuid():
            place.chmod(0o555 if place == folder else 0o755)
    before = filled.read_bytes()
    done = subprocess.run(
        [sys.executable, "-c", READ_ONLY, str(filled)], capture_output=True, text=True, check=False
    )
    folder.chmod(0o755)
    assert done.returncode == 0, done.stderr
    records, old, new = done.stdout.splitlines()
    assert records == "8"
    assert "cannot be written" in old
    assert "cannot be written" in new
    assert filled.read_bytes() == before


MOUNTS = [
    "/dev/sda1 / ext4 rw 0 0",
    "server:/home /home nfs4 rw 0 0",
    "/dev/sdb1 /home/me/scratch xfs rw 0 0",
    "//server/share /mnt/my\\040share cifs rw 0 0",
    "malformed",
]


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/home/me", "nfs4"),
        ("/home", "nfs4"),
        ("/home/me/scratch/deep", None),
        ("/homes", None),
        ("/mnt/my share/x", "cifs"),
        ("/", None),
    ],
)
def test_a_network_filesystem_is_known_by_its_mount(folder, kind):
    assert network_filesystem(Path(folder), MOUNTS) == kind


def test_this_machine_has_a_mount_table(tmp_path):
    assert network_filesystem(tmp_path) is None
