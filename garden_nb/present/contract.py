"""The shapes that the front end reads: plain JSON whose numbers are already written out.

The front end (`static/report.js`) shows these and computes no statistic, so that every view of a
report says the same.
"""

from typing import TypedDict

__all__ = ["Column", "ContenderLine", "Control", "GateLine", "Payload", "Row", "Table", "View"]


class ContenderLine(TypedDict):
    """One contender on the first screen: `status` is the word that people read."""

    variant: str
    status: str
    text: str


class Column(TypedDict):
    """One column of a table; `align` is `left` or `right`."""

    key: str
    label: str
    align: str


class Row(TypedDict):
    """One variant in a table: `cells` by column key, `detail` in sentences."""

    variant: str
    baseline: bool
    status: str | None
    cells: dict[str, str]
    detail: list[str]


class Table(TypedDict):
    """One metric: variants as rows, the baseline among them."""

    caption: str
    note: str
    columns: list[Column]
    rows: list[Row]


class GateLine(TypedDict):
    """One gate, or the sum of all gates (then without a reason)."""

    status: str
    text: str
    reason: str


class View(TypedDict):
    """Everything to show for one choice of baseline, correction and failure policy."""

    headline: str
    action: str
    contenders: list[ContenderLine]
    gates_line: GateLine | None
    context: list[str]
    tables: list[Table]
    plot_alt: str
    plot_note: str
    gates: list[GateLine]
    methods: list[str]


class Control(TypedDict):
    """One choice that works without a kernel: `options` are pairs of value and words."""

    key: str
    label: str
    options: list[list[str]]


class Payload(TypedDict):
    """A report with every choice that works without a kernel, computed."""

    schema: int
    id: str
    title: str
    variants: list[str]
    state: dict[str, str]
    controls: list[Control]
    views: dict[str, View]
    plots: dict[str, int]
    svgs: str
    wire: bool
