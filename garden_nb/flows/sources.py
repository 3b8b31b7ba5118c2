"""Where cases come from: frames, lists of mappings, CSV files."""

from pathlib import Path
from typing import Any

from garden_nb.core.cases import CaseSet
from garden_nb.core.frames import ColumnRoles, cases_from_frame
from garden_nb.errors import InputError, Problem

__all__ = ["cases_from"]


def cases_from(source: Any, roles: ColumnRoles) -> CaseSet:
    """Return the cases of a frame, of a list of mappings, or of a CSV file.

    Cells of a CSV file stay text: `007` is no number there, and `NA` no missing value.

    Raises:
        InputError: There is no such file, it is not CSV, or its rows cannot be cases.
    """
    if isinstance(source, CaseSet):
        return source
    if isinstance(source, str | Path):
        source = _read_csv(Path(source))
    return cases_from_frame(source, roles)


def _read_csv(path: Path) -> Any:
    import pandas as pd  # noqa: PLC0415  # loaded with the first garden, not on import

    if path.suffix.lower() != ".csv":
        what = f"cannot read {str(path)!r}."
        raise InputError(Problem("cases", what, "Accepted: a frame, or the path of a .csv file."))
    try:
        return pd.read_csv(path, dtype=str, keep_default_na=False, na_values=[""])
    except FileNotFoundError:
        what = f"there is no file {str(path)!r}."
        raise InputError(Problem("cases", what, f"Looked in {path.resolve().parent}.")) from None
    except (pd.errors.ParserError, pd.errors.EmptyDataError, UnicodeDecodeError) as error:
        what = f"{str(path)!r} is not CSV: {error}."
        raise InputError(Problem("cases", what, "Accepted: CSV in UTF-8 with a header.")) from None
