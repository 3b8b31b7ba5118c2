"""Reports that are opened again from a file or a text: nothing is run, no journal is needed."""

from pathlib import Path

from garden_nb.analysis.evidence import Evidence
from garden_nb.errors import InputError, Problem
from garden_nb.flows.report import Report
from garden_nb.present.reading import SavedReport, read_document

__all__ = ["open_report"]


def open_report(source: str | Path) -> Report:
    """Return the report of a JSON document, live: its choices can be changed.

    Args:
        source: The path of a file that `report.to_json(path)` wrote, or its text.

    Raises:
        InputError: There is no such file, or it is no such document.
    """
    if isinstance(source, str) and source.lstrip().startswith("{"):
        text = source
    else:
        text = _read(Path(source))
    saved = read_document(text)
    return Report(_SavedEvidence(saved), saved.spec, failures=saved.failures)


class _SavedEvidence(Evidence):
    """Evidence whose trials were kept as a table: the records are gone, the numbers are not."""

    def __init__(self, saved: SavedReport) -> None:
        super().__init__((), saved.table.plan, saved.provenance)
        self.table = saved.table
        self._unscored = dict(saved.unscored)


def _read(path: Path) -> str:
    if not path.is_file():
        hint = f"Looked in {path.resolve().parent}."
        raise InputError(Problem("report", f"there is no file {str(path)!r}.", hint))
    try:
        return path.read_text(encoding="utf-8")
    except ValueError:
        hint = "Accepted: a file that report.to_json(path) wrote."
        raise InputError(Problem("report", f"{str(path)!r} is no text.", hint)) from None
