"""What kind of file a journal's path leads to, found out without touching it."""

from collections.abc import Iterable
from pathlib import Path

from garden_nb.engine.store.schema import APPLICATION_ID, VERSION
from garden_nb.errors import JournalError

__all__ = ["check_file", "check_version", "is_older", "network_filesystem"]

_MAGIC = b"SQLite format 3\x00"
_HEADER_BYTES = 100
_NETWORK_FILESYSTEMS = frozenset(
    {"9p", "afs", "beegfs", "ceph", "cifs", "fuse.glusterfs", "fuse.sshfs", "glusterfs", "gpfs"}
    | {"lustre", "nfs", "nfs4", "smb3", "smbfs"}
)


def check_file(path: Path) -> bool:
    """Return whether a journal is at `path`; False where there is nothing yet.

    Raises:
        JournalError: Something else is there, or a part of the file is missing. It is left as it
            is.
    """
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise JournalError(f"The journal {str(path)!r} cannot be read: {error.strerror}.") from None
    if size == 0:
        return False
    _check_header(path, header)
    _check_size(path, header, size)
    return True


def _check_header(path: Path, header: bytes) -> None:
    advice = "It was left as it is; give another path as store."
    if not header.startswith(_MAGIC):
        raise JournalError(f"{str(path)!r} is not a garden journal. {advice}")
    if len(header) < _HEADER_BYTES:
        raise JournalError(f"The journal {str(path)!r} is torn: its header is cut off. {advice}")
    if int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise JournalError(f"{str(path)!r} is the SQLite file of another program. {advice}")
    check_version(path, int.from_bytes(header[60:64], "big"))


def is_older(path: Path) -> bool:
    """Return whether the tables of the journal at `path` are of an older version than this code's.

    What stands in the write-ahead log only is not seen.
    """
    with path.open("rb") as file:
        return int.from_bytes(file.read(_HEADER_BYTES)[60:64], "big") < VERSION


def check_version(path: Path, version: int) -> None:
    """Refuse tables of a newer version than this code knows."""
    if version > VERSION:
        raise JournalError(
            f"The journal {str(path)!r} was written by a newer garden_nb (version {version} of its"
            f" tables, this one knows {VERSION}). Upgrade garden_nb, or give another path as store."
        )


def _check_size(path: Path, header: bytes, size: int) -> None:
    """Refuse a file shorter than it says; with a write-ahead log the log may hold the rest."""
    log = path.with_name(path.name + "-wal")
    if log.exists() and log.stat().st_size:
        return
    page_bytes = int.from_bytes(header[16:18], "big")
    expected = (65_536 if page_bytes == 1 else page_bytes) * int.from_bytes(header[28:32], "big")
    if size < expected:
        raise JournalError(
            f"The journal {str(path)!r} is torn: it has {size:,} of {expected:,} bytes. It was left"
            " as it is; restore a copy, or give another path as store."
        )


def network_filesystem(path: Path, mounts: Iterable[str] | None = None) -> str | None:
    """Return the kind of the network filesystem that holds `path`, or None for a local one.

    Args:
        path: An existing folder.
        mounts: Lines of a mount table, `/proc/self/mounts` by default; where there is none, every
            path counts as local.
    """
    if mounts is None:
        try:
            mounts = Path("/proc/self/mounts").read_text(errors="replace").splitlines()
        except OSError:
            return None
    inside = {str(folder) for folder in (path.resolve(), *path.resolve().parents)}
    found = ("", "")
    for line in mounts:
        _, _, rest = line.partition(" ")
        point, _, kind = rest.partition(" ")
        point = point.replace("\\040", " ")
        if point in inside and len(point) >= len(found[0]):
            found = (point, kind.split(" ")[0])
    return found[1] if found[1] in _NETWORK_FILESYSTEMS else None
