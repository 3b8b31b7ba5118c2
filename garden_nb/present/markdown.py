"""A report as Markdown, for a comment on a pull request or a file."""

import re

from garden_nb.analysis.report import Report
from garden_nb.present.beside import Beside
from garden_nb.present.contract import Column, ContenderLine, GateLine, Row, Table, View
from garden_nb.present.flips import changed_line, counted_under
from garden_nb.present.marks import MARKS
from garden_nb.present.slice_overview import slice_overview
from garden_nb.present.slice_tables import slice_views
from garden_nb.present.view import view

__all__ = ["escape_markdown", "to_markdown"]

_BREAK = "&#8203;"
"""Unseen; keeps a name from becoming a mention or a reference to an issue."""

_RISKY = re.compile(
    r"[\\`*<>&|~\[\]$]"  # emphasis, code, HTML, tables, links, formulas
    r"|(?<![^\W_])_|_(?![^\W_])"  # underscores, but inside of words
    r"|(?<=www)\.|:(?=//)|(?<=mailto):|(?<=xmpp):"  # addresses
    r"|^[-+=]|^\d+[.)](?=\s|$)"  # lists and rules at the start of a line
    r"|[@#]|(?<=\bGH)-",  # mentions and references
    re.IGNORECASE,
)


def to_markdown(report: Report, beside: Beside | None = None) -> str:
    """Return `report` as GitHub's Markdown: the advice, a table per metric, gates, methods.

    Numbers are those of every other view. Names and reasons are escaped, so that they show as
    they are: no markup, no links, no mentions.

    Args:
        report: The report.
        beside: What is shown beside the numbers; cases are named by their ids.
    """
    beside = beside or Beside()
    shown = view(report, beside.facts)
    slices = slice_overview(slice_views(report, beside.slices(report.spec)))
    changed = counted_under(report.spec.on_error, beside.changed.get(report.spec.baseline, ()))
    parts = [f"## {escape_markdown(shown['headline'])}", _summary(shown)]
    parts += [_table(table) for table in (*shown["tables"], *slices)]
    if changed:
        lines = [f"- {escape_markdown(changed_line(section))}" for section in changed]
        parts.append("\n".join(["### cases that changed", "", *lines]))
    if shown["gates"]:
        parts.append("\n".join(["### gates", "", *map(_gate, shown["gates"])]))
    parts.append(_methods(shown))
    return "\n\n".join(part for part in parts if part) + "\n"


def escape_markdown(text: str) -> str:
    """Return one line of text so that Markdown shows it as it is.

    >>> escape_markdown("*bold* exact_match @octocat")
    '&#42;bold&#42; exact_match @&#8203;octocat'
    """
    return _RISKY.sub(_escape, text.strip())


def _escape(risky: re.Match[str]) -> str:
    sign = risky[0]
    if sign in "@#" or (sign == "-" and risky.start() > 0):
        return f"{sign}{_BREAK}"
    return f"{sign[:-1]}&#{ord(sign[-1])};"


def _summary(shown: View) -> str:
    lines = [f"- {_contender(line)}" for line in shown["contenders"]]
    if shown["gates_line"]:
        status, text = shown["gates_line"]["status"], shown["gates_line"]["text"]
        lines.append(f"- Gates: {_marked(status, status)} ({text})")
    context = escape_markdown(" · ".join(shown["context"]))
    return "\n".join([*lines, "", context]) if lines else context


def _contender(line: ContenderLine) -> str:
    verb = "has" if line["status"] == "no data" else "is"
    joint = "" if line["text"].startswith("on ") or not line["text"] else ":"
    name = escape_markdown(line["variant"])
    verdict = _marked(line["status"], f"{name} {verb} {line['status']}")
    return f"{verdict}{joint} {escape_markdown(line['text'])}".rstrip()


def _marked(status: str, words: str) -> str:
    return f"{MARKS[status]} **{words}**"


def _table(table: Table) -> str:
    heads = [escape_markdown(column["label"]) for column in table["columns"]]
    rules = ["---:" if column["align"] == "right" else "---" for column in table["columns"]]
    return "\n".join(
        [
            f"### {escape_markdown(table['caption'])}",
            "",
            escape_markdown(table["note"]),
            "",
            _line(heads),
            _line(rules),
            *(_line([_cell(row, column) for column in table["columns"]]) for row in table["rows"]),
        ]
    )


def _cell(row: Row, column: Column) -> str:
    key = column["key"]
    if key == "variant":
        return escape_markdown(row["variant"]) + (" (baseline)" if row["baseline"] else "")
    if key == "verdict" and row["status"] is not None:
        return _marked(row["status"], row["cells"][key])
    words = row["cells"][key]
    return escape_markdown(words) if column["align"] == "left" else words  # numbers are ours


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _gate(gate: GateLine) -> str:
    rule, reason = escape_markdown(gate["text"]), escape_markdown(gate["reason"])
    return f"- {_marked(gate['status'], gate['status'])} {rule} ({reason})"


def _methods(shown: View) -> str:
    sentences = [f"- {escape_markdown(sentence)}" for sentence in shown["methods"]]
    title = "<details><summary>Methods, and what these numbers do not say</summary>"
    return "\n".join([title, "", *sentences, "", "</details>"])
