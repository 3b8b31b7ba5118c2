"""A report as plain text, for terminals and front ends that show nothing else."""

from collections.abc import Sequence

from garden_nb.analysis.report import Report
from garden_nb.present.beside import Beside
from garden_nb.present.contract import SliceView, Table, View
from garden_nb.present.marks import MARKS
from garden_nb.present.slice_overview import slice_overview
from garden_nb.present.slice_tables import slice_views
from garden_nb.present.view import view

__all__ = ["text_of_view", "to_text"]


def to_text(report: Report, beside: Beside | None = None) -> str:
    """Return the advice, the contenders, the gates and the tables of `report` as lines.

    Args:
        report: The report.
        beside: What is shown beside the numbers.
    """
    beside = beside or Beside()
    slices = slice_views(report, beside.slices(report.spec))
    return text_of_view(view(report, beside.facts), slices)


def text_of_view(shown: View, slices: Sequence[SliceView] = ()) -> str:
    """Return a view as lines.

    Args:
        shown: The view.
        slices: The slices that are shown with it.
    """
    lines = [shown["headline"]]
    for line in shown["contenders"]:
        status, text = line["status"], line["text"]
        verb = "has" if status == "no data" else "is"
        joint = "" if text.startswith("on ") or not text else ":"
        lines.append(f"{MARKS[status]} {line['variant']} {verb} {status}{joint} {text}".rstrip())
    for gate in shown["gates"]:
        lines.append(f"{MARKS[gate['status']]} {gate['status']}: {gate['text']} ({gate['reason']})")
    lines.append(" · ".join(shown["context"]))
    for table in (*shown["tables"], *slice_overview(slices)):
        lines += ["", f"{table['caption']}: {table['note']}", *_aligned(table)]
    return "\n".join(lines)


def _aligned(table: Table) -> list[str]:
    columns = table["columns"]
    grid = [[column["label"] for column in columns]]
    for row in table["rows"]:
        name = row["variant"] + (" (baseline)" if row["baseline"] else "")
        grid.append([name, *(row["cells"][column["key"]] for column in columns[1:])])
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    return ["  ".join(_padded(cells, widths, table)).rstrip() for cells in grid]


def _padded(cells: list[str], widths: list[int], table: Table) -> list[str]:
    return [
        cell.rjust(width) if column["align"] == "right" else cell.ljust(width)
        for cell, width, column in zip(cells, widths, table["columns"], strict=True)
    ]
