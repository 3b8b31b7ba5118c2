"""The report as people hold it: change the baseline or the gates, and everything follows."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Literal

from garden_nb.analysis import report as frozen
from garden_nb.analysis.comparison import Comparison, Estimate
from garden_nb.analysis.cube import ADJUSTMENTS
from garden_nb.analysis.decision import Decision
from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.gates import GateResult, parse_gates
from garden_nb.analysis.slices import Slice
from garden_nb.core.cases import CaseSet
from garden_nb.errors import InputError, Problem, did_you_mean
from garden_nb.flows.cases.case_source import CaseSource
from garden_nb.flows.cases.case_table import CaseTable
from garden_nb.flows.cases.record_source import RecordSource
from garden_nb.flows.charts import Charts

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Report"]

MAX_BASELINES = 8
"""Above this many variants a saved report carries the current baseline only."""

_CHOICES: dict[str, tuple[Any, ...]] = {
    "adjust": ADJUSTMENTS,
    "on_error": ("fail", "drop"),
    "missing": ("pairwise", "fail", "common"),
    "method": ("auto", "bootstrap"),
}


class Report:
    """A comparison of variants that can be looked at, changed and shared.

    Assigning to `baseline`, `gates`, `adjust`, `confidence`, `margin`, `on_error`, `missing` or
    `method` recomputes what depends on it; nothing is run again. A wrong value raises
    `InputError` and changes nothing.

    Args:
        evidence: The records, judged in any way that is asked for.
        spec: How they are judged at first.
        source: Where the outputs are; None where there are scores only.
        cases: The eval set; None where it is not known.

    Attributes:
        id: A marker that ties the views of this report together.
        shown_in: The execution count of the cell that shows it last, None before.
    """

    def __init__(
        self,
        evidence: Evidence,
        spec: frozen.AnalysisSpec,
        source: CaseSource | None = None,
        cases: CaseSet | None = None,
    ) -> None:
        self._evidence = evidence
        self._spec = spec
        self._source, self._cases = source, cases
        self._observers: list[Callable[[Report], None]] = []
        self.id = f"g{token_hex(8)}"
        self.shown_in: int | None = None

    # ---- what people read -------------------------------------------------------------------

    @property
    def frozen(self) -> frozen.Report:
        """The report as data for the present choices."""
        return self._evidence.report(self._spec)

    @property
    def variants(self) -> tuple[str, ...]:
        """The labels, in the order given."""
        return self._evidence.table.plan.variants

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """One row per contender and metric, success metrics first."""
        return self.frozen.comparisons

    @property
    def estimates(self) -> tuple[Estimate, ...]:
        """One row per variant and metric."""
        return self.frozen.estimates

    @property
    def slices(self) -> tuple[Slice, ...]:
        """The comparisons within each category, the largest category first."""
        return self._evidence.slices(self._spec)

    def case_table(self) -> CaseTable:
        """Return the cases behind the numbers; their outputs are read when they are shown.

        Raises:
            InputError: There are not two variants, or no scores.
        """
        return CaseTable(self._evidence.table, self._source or RecordSource(()), self._cases)

    @property
    def charts(self) -> Charts:
        """Altair charts of the present choices: to show, to change and to save as pictures."""
        return Charts(self._evidence, self._spec)

    @property
    def decision(self) -> Decision:
        """What the report advises."""
        return self.frozen.decision

    @property
    def passed(self) -> bool:
        """Whether no gate failed."""
        return all(result.verdict.value != "fail" for result in self.gates)

    @property
    def interim(self) -> bool:
        """Whether planned trials are still missing, so that no verdict is given."""
        return self.frozen.interim

    # ---- what people change -----------------------------------------------------------------

    @property
    def baseline(self) -> str:
        """The reference variant."""
        return self._spec.baseline

    @baseline.setter
    def baseline(self, label: str) -> None:
        self.choose(baseline=label)

    @property
    def gates(self) -> tuple[GateResult, ...]:
        """What each gate decided; assign a mapping such as `{"accuracy": 0.6}` to change them."""
        return self.frozen.gates

    @gates.setter
    def gates(self, gates: Mapping[str, Any] | None) -> None:
        self.choose(gates=gates)

    @property
    def adjust(self) -> str | None:
        """The correction over the family of comparisons."""
        return self._spec.adjust

    @adjust.setter
    def adjust(self, method: str | None) -> None:
        self.choose(adjust=method)

    @property
    def confidence(self) -> float:
        """The confidence level of the intervals."""
        return self._spec.confidence

    @confidence.setter
    def confidence(self, level: float) -> None:
        self.choose(confidence=level)

    @property
    def margin(self) -> float | None:
        """The largest difference that counts as none, or None."""
        return self._spec.margin

    @margin.setter
    def margin(self, margin: float | None) -> None:
        self.choose(margin=margin)

    @property
    def on_error(self) -> str:
        """What a failed trial counts as: the worst value (`fail`), or nothing (`drop`)."""
        return self._spec.on_error

    @on_error.setter
    def on_error(self, policy: str) -> None:
        self.choose(on_error=policy)

    @property
    def method(self) -> str:
        """How metrics are judged: by the method that fits each (`auto`), or by `bootstrap`."""
        return self._spec.method

    @method.setter
    def method(self, method: str) -> None:
        self.choose(method=method)

    @property
    def missing(self) -> str:
        """What an absent trial counts as: `pairwise`, `fail` or `common`."""
        return self._spec.missing

    @missing.setter
    def missing(self, policy: str) -> None:
        self.choose(missing=policy)

    def choose(self, **choices: Any) -> None:
        """Change several choices at once; observers hear of it once.

        Args:
            **choices: Any of `baseline`, `gates`, `adjust`, `confidence`, `margin`, `on_error`,
                `missing`, `method`.

        Raises:
            InputError: Some choice is not one of those that there are; nothing is changed.
        """
        problems: list[Problem] = []
        for name, value in choices.items():
            self._check(name, value, problems)
        if problems:
            raise InputError(problems)
        if "gates" in choices:
            table = self._evidence.table
            choices["gates"] = parse_gates(choices["gates"], table.plan.labels, table.known_metrics)
        changed = replace(self._spec, **choices)
        if changed != self._spec:
            self._spec = changed
            for observer in tuple(self._observers):
                observer(self)

    def _check(self, name: str, value: Any, problems: list[Problem]) -> None:
        if name == "baseline" and value not in self.variants:
            stopped = value in self._evidence.table.plan.labels
            what = f"{value!r} was stopped." if stopped else f"there is no variant {value!r}."
            problems.append(Problem(name, what, did_you_mean(value, self.variants)))
        elif name in _CHOICES and value not in _CHOICES[name]:
            accepted = ", ".join(repr(choice) for choice in _CHOICES[name])
            problems.append(Problem(name, f"got {value!r}.", f"Accepted: {accepted}."))
        elif name == "confidence" and not (isinstance(value, float) and 0.5 <= value < 1):
            problems.append(Problem(name, f"got {value!r}.", "Accepted: a number in [0.5, 1)."))
        elif name == "margin" and value is not None and not (_number(value) and value > 0):
            problems.append(Problem(name, f"got {value!r}.", "Accepted: a number above 0."))
        elif name not in {*_CHOICES, "baseline", "gates", "confidence", "margin"}:
            raise TypeError(f"choose() has no choice called {name!r}")

    def observe(self, callback: Callable[["Report"], None]) -> None:
        """Call `callback(report)` after every change."""
        self._observers.append(callback)

    def unobserve(self, callback: Callable[["Report"], None]) -> None:
        """Stop calling `callback`."""
        with suppress(ValueError):
            self._observers.remove(callback)

    # ---- what people share ------------------------------------------------------------------

    def payload(self, *, wire: bool = False) -> dict[str, Any]:
        """Return everything a view needs: each choice that works without a kernel, computed.

        Args:
            wire: Whether a kernel listens to the view.
        """
        from garden_nb.present.payload import build_payload  # noqa: PLC0415  # altair

        baselines = self.variants if len(self.variants) <= MAX_BASELINES else (self.baseline,)
        policies = ("fail", "drop") if self._evidence.table.any_failed else (self.on_error,)
        reports = [
            self._evidence.report(
                replace(self._spec, baseline=baseline, adjust=adjust, on_error=policy)
            )
            for baseline in baselines  # alike views side by side, which packs them smaller
            for policy in policies
            for adjust in _CHOICES["adjust"]
        ]
        slices = self._evidence.slices
        return build_payload(reports, self.frozen, self.id, wire=wire, slices=slices)

    def to_html(self, path: str | Path | None = None) -> str:
        """Return (and write to `path`) one self-contained page that works offline."""
        from garden_nb.present.html import to_page  # noqa: PLC0415  # jinja2

        return _written(to_page(self.payload()), path)

    def to_markdown(self, path: str | Path | None = None) -> str:
        """Return (and write to `path`) the report as Markdown, for a comment or a file."""
        from garden_nb.present.markdown import to_markdown  # noqa: PLC0415

        return _written(to_markdown(self.frozen), path)

    def explore(self, **choices: Any) -> Any:
        """Return what shows the cases behind the report: what changed, and what was said.

        Args:
            **choices: What to begin with, such as `contender`, `kind`, `slice` or `query`; see
                `garden_nb.flows.explore`.
        """
        from garden_nb.flows.explore import explore  # noqa: PLC0415  # which knows reports

        return explore(self, **choices)

    def to_text(self) -> str:
        """Return the report as plain text, for a terminal."""
        from garden_nb.present.text import to_text  # noqa: PLC0415

        return to_text(self.frozen)

    def export(self, path: str | Path) -> None:
        """Write the report to `path`, in the form that its ending says.

        Raises:
            InputError: The ending is none of `.html`, `.md`, `.json`, `.csv`.
        """
        writers: dict[str, Callable[[Path], object]] = {
            ".html": self.to_html,
            ".md": self.to_markdown,
            ".json": self.to_json,
            ".csv": lambda target: _written(self.to_frame().to_csv(index=False), target),
        }
        target = Path(path)
        write = writers.get(target.suffix.lower())
        if write is None:
            what = f"{str(path)!r} has no known ending."
            raise InputError(Problem("path", what, f"Accepted: {', '.join(writers)}."))
        write(target)

    @classmethod
    def open(cls, source: str | Path) -> "Report":
        """Return the report of a file that `to_json` wrote, or of its text: live, nothing is run.

        Raises:
            InputError: There is no such file, or it is no such document.
        """
        from garden_nb.flows.opened import open_report  # noqa: PLC0415  # it makes reports

        return open_report(source)

    def to_json(self, path: str | Path | None = None) -> str:
        """Return (and write to `path`) the report as JSON, from which `open` makes it again.

        Absent numbers are null; scores by case are in it, no prompts or outputs. By convention
        the file ends in `.garden.json`; `present/report.schema.json` says what is where.
        """
        from garden_nb.present.document import to_json  # noqa: PLC0415

        return _written(to_json(self.frozen, self._evidence.table), path)

    def to_frame(
        self, kind: Literal["comparisons", "estimates", "cases"] = "comparisons"
    ) -> "pd.DataFrame":
        """Return the report as a tidy pandas frame.

        Args:
            kind: `comparisons`: one row per contender and metric; `estimates`: one row per variant
                and metric; `cases`: one row per trial, a column per score.

        Raises:
            InputError: There is no such kind.
        """
        import pandas as pd  # noqa: PLC0415

        from garden_nb.present import tidy  # noqa: PLC0415

        makers: dict[str, Callable[[], Any]] = {
            "comparisons": lambda: tidy.comparison_rows(self.frozen),
            "estimates": lambda: tidy.estimate_rows(self.frozen),
            "cases": lambda: tidy.case_columns(self._evidence.table),
        }
        if kind not in makers:
            what = f"there is no kind {kind!r}."
            raise InputError(Problem("kind", what, did_you_mean(kind, tuple(makers))))
        return pd.DataFrame(makers[kind]())

    def __repr__(self) -> str:
        """Return the advice and the size of the report on one line."""
        from garden_nb.analysis.numbers import format_count  # noqa: PLC0415
        from garden_nb.present.words import sentence  # noqa: PLC0415  # jinja2

        report = self.frozen
        size = f"{format_count(report.n_cases, 'case')} × {format_count(report.repeats, 'run')}"
        return f"<Report: {sentence(report.decision.headline)} {size}>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        """Return the report for a notebook; the notebook's own display adds the wire."""
        from garden_nb.present.bundle import to_bundle  # noqa: PLC0415

        return to_bundle(self.payload(), self.frozen)


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _written(text: str, path: str | Path | None) -> str:
    if path is not None:
        target = Path(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", errors="replace")
    return text
