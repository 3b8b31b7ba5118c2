"""The shapes that the front end reads: plain JSON whose numbers are already written out.

The front end (`static/report.js`) shows these and computes no statistic, so that every view of a
report says the same.
"""

from typing import NotRequired, TypedDict

from garden_nb.present.flips import ChangedCases

__all__ = [
    "Basis",
    "Column",
    "ContenderLine",
    "Control",
    "GateEntry",
    "GateLine",
    "Gauge",
    "Payload",
    "Reading",
    "Row",
    "SliceView",
    "State",
    "Table",
    "View",
]

GateEntry = tuple[str, str, float] | tuple[str, str, float, dict[str, str | int]]
"""A gate as `metric` or `label:metric`, rule and bound; a list in JSON.

Options that are not the default ones stand behind, in the order of `gates.OPTIONS`.
"""

Reading = (
    tuple[None] | tuple[float, str] | tuple[float, str, str] | tuple[float, str, float, float, str]
)
"""A number that gates compare, unrounded, and its words; behind them the ends of its interval and
the words of both, or why there is none. None alone without data."""


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
    """Everything to show for one choice of baseline, correction and failure policy.

    `counts` are the gauges of what is counted.
    """

    headline: str
    action: str
    contenders: list[ContenderLine]
    gates_line: GateLine | None
    context: list[str]
    tables: list[Table]
    plot_alt: str
    plot_note: str
    gates: list[GateLine]
    counts: list["Gauge"]
    methods: list[str]


class Control(TypedDict):
    """One choice that works without a kernel: `options` are pairs of value and words."""

    key: str
    label: str
    options: list[list[str]]


class State(TypedDict):
    """What is chosen: `adjust` is `none` for None, `slice` is empty for all cases.

    `metrics` are the success metrics that are compared; None is for all of them.
    """

    baseline: str
    adjust: str
    on_error: str
    gates: list[GateEntry]
    confidence: float
    margin: float | None
    metrics: list[str] | None
    slice: str


class Basis(TypedDict):
    """What all views of a payload were computed with; other choices need a kernel."""

    gates: list[GateEntry]
    confidence: float
    margin: float | None
    metrics: list[str] | None


class SliceView(TypedDict):
    """The tables of one category: `n` in words, `small` where they are a first impression."""

    category: str
    n: str
    small: bool
    tables: list[Table]


class Gauge(TypedDict):
    """What gates on one metric compare, for each label.

    `delta` and `delta_pct` are differences to the baseline; there are none of what is `counted`.
    `n_cases` are the cases behind `value`, `n_pairs` those behind the differences; `scale` is the
    lowest and the highest value that there can be, where there are such.
    """

    metric: str
    higher_is_better: bool
    counted: bool
    scale: tuple[float, float] | None
    n_cases: list[int | None]
    n_pairs: list[int | None]
    value: list[Reading]
    delta: list[Reading]
    delta_pct: list[Reading]


class Payload(TypedDict):
    """A report with every choice that works without a kernel, computed.

    `metrics` names all success metrics, chosen or not; `changed` has by baseline the cases that
    changed under each contender, at most `flips.FLIPS_BUDGET` bytes of JSON. `drawing` is there
    while pictures and other choices are still to come.
    """

    schema: int
    id: str
    title: str
    variants: list[str]
    state: State
    basis: Basis
    controls: list[Control]
    views: dict[str, View]
    labels: list[str]
    gauges: dict[str, list[Gauge]]
    slices: dict[str, list[SliceView]]
    metrics: list[str]
    changed: dict[str, list[ChangedCases]]
    plots: dict[str, int]
    svgs: str
    wire: bool
    drawing: NotRequired[bool]
