"""Where cases come from: frames, lists of mappings, files."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from garden_nb.core.cases import CaseSet
from garden_nb.core.frames import ColumnRoles, cases_from_frame
from garden_nb.errors import InputError, Problem

__all__ = ["cases_from", "read_table"]


def cases_from(source: Any, roles: ColumnRoles) -> CaseSet:
    """Return the cases of a frame, of a list of mappings, or of a CSV, JSONL or Parquet file.

    Raises:
        InputError: There is no such file, it cannot be read, or its rows cannot be cases.
    """
    if isinstance(source, CaseSet):
        return source
    if isinstance(source, str | Path):
        source = read_table(Path(source))
    return cases_from_frame(source, roles)


def read_table(path: Path) -> Any:
    """Return the frame of a `.csv`, `.jsonl` or `.parquet` file.

    Cells of a CSV file stay text: `007` is no number there, and `NA` no missing value.

    Raises:
        InputError: There is no such file, its kind is unknown, or it cannot be read.
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
        what = f"{str(path)!r} cannot be read: {error}."
        raise InputError(Problem("cases", what, "Accepted: UTF-8 text, or Parquet.")) from None


def _csv(path: Path) -> Any:
    import pandas as pd  # noqa: PLC0415  # loaded with the first garden, not on import

    return pd.read_csv(path, dtype=str, keep_default_na=False, na_values=[""])


def _jsonl(path: Path) -> Any:
    """Return the rows of a JSON Lines file; blank lines are left out."""
    import json  # noqa: PLC0415

    rows = []
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), start=1):
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
    import pandas as pd  # noqa: PLC0415

    return pd.read_parquet(path)


_READERS: dict[str, Callable[[Path], Any]] = {
    ".csv": _csv,
    ".jsonl": _jsonl,
    ".parquet": _parquet,
}
