"""Where cases come from: frames, lists of mappings, files."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from garden_nb.core.cases import CaseSet
from garden_nb.core.frames import ColumnRoles, cases_from_frame
from garden_nb.errors import InputError, MissingDependencyError, Problem

__all__ = ["Source", "cases_from", "read_table"]


@dataclass(frozen=True, slots=True)
class Source:
    """A table, and what it is called.

    Attributes:
        table: A frame or a list of mappings.
        name: The name of the notebook's variable, or the file's path as it was written.
        is_file: Whether the name alone is enough to read it again.
    """

    table: Any
    name: str
    is_file: bool = False

    @classmethod
    def of_file(cls, path: str | Path) -> "Source":
        """Return the table of a file.

        Raises:
            InputError: There is no such file, its kind is unknown, or it cannot be read.
        """
        return cls(read_table(Path(path)), str(path), is_file=True)


def cases_from(source: Any, roles: ColumnRoles) -> CaseSet:
    """Return the cases of a frame, of a list of mappings, or of a CSV, JSONL or Parquet file.

    Raises:
        InputError: There is no such file, it cannot be read, or its rows cannot be cases.
    """
    if isinstance(source, str | Path):
        source = Source.of_file(source)
    table = source.table if isinstance(source, Source) else source
    return table if isinstance(table, CaseSet) else cases_from_frame(table, roles)


def read_table(path: Path) -> Any:
    """Return the frame of a `.csv`, `.jsonl` or `.parquet` file.

    Cells of a CSV file stay text: `007` is no number there, and `NA` no missing value.

    Raises:
        InputError: There is no such file, its kind is unknown, or it cannot be read.
        MissingDependencyError: Nothing that reads Parquet is installed.
    """
    read = _READERS.get(path.suffix.lower())
    if read is None:
        accepted = f"Accepted: a frame, or a file that ends in {', '.join(_READERS)}."
        raise InputError(Problem("cases", f"cannot read {str(path)!r}.", accepted))
    if not path.is_file():
        hint = f"Looked in {path.resolve().parent}."
        raise InputError(Problem("cases", f"there is no file {str(path)!r}.", hint))
    try:
        return read(path)
    except (ValueError, OSError) as error:  # pandas' parser errors are ValueErrors
        what = f"{str(path)!r} cannot be read: {str(error).strip().removesuffix('.')}."
        raise InputError(Problem("cases", what, "Accepted: UTF-8 text, or Parquet.")) from None


def _csv(path: Path) -> Any:
    """Return the rows of a CSV file as text, empty cells as None.

    A reader that guesses would take the first column of a ragged file for an index.
    """
    import csv  # noqa: PLC0415

    with path.open(encoding="utf-8-sig", newline="") as file:
        lines = csv.reader(file, strict=True)
        try:
            header = next(lines, [])
            rows = [(lines.line_num, cells) for cells in lines if cells]
        except csv.Error as error:
            raise ValueError(f"line {lines.line_num}: {error}") from None
    doubled = sorted({name for name in header if header.count(name) > 1})
    if doubled:
        raise ValueError(f"these columns stand twice: {', '.join(doubled)}")
    ragged = [str(number) for number, cells in rows if len(cells) != len(header)]
    if ragged:
        shown = ", ".join(ragged[:5])
        raise ValueError(f"these lines have not {len(header)} cells: {shown}")
    return [
        {name: cell or None for name, cell in zip(header, cells, strict=True)} for _, cells in rows
    ]


def _jsonl(path: Path) -> Any:
    """Return the rows of a JSON Lines file; blank lines are left out."""
    import json  # noqa: PLC0415

    rows = []
    # not splitlines: it would cut texts at the odd separators that they may hold
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise ValueError(f"line {number} is not JSON ({error.msg})") from None
        if not isinstance(row, dict):
            raise ValueError(f"line {number} is no JSON object")  # noqa: TRY004  # bad content
        rows.append(row)
    return rows


def _parquet(path: Path) -> Any:
    """Return Arrow's own table: whole numbers stay whole where some are missing, lists lists."""
    try:
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError:
        raise MissingDependencyError(
            f"{str(path)!r} needs pyarrow, which is not installed. Run: pip install pyarrow"
        ) from None
    return parquet.read_table(path)


_READERS: dict[str, Callable[[Path], Any]] = {
    ".csv": _csv,
    ".jsonl": _jsonl,
    ".parquet": _parquet,
}
