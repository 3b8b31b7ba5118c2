"""The report as people hold it: change the baseline or the gates, and everything follows."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from garden_nb.analysis import report as frozen
from garden_nb.analysis.comparison import Comparison, Estimate
from garden_nb.analysis.decision import Decision
from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.gates import GateResult
from garden_nb.analysis.slices import Slice
from garden_nb.core.cases import CaseSet
from garden_nb.flows.cases.case_source import CaseSource
from garden_nb.flows.cases.case_table import CaseTable
from garden_nb.flows.cases.count_failures import count_failures
from garden_nb.flows.cases.record_source import RecordSource
from garden_nb.flows.charts import Charts
from garden_nb.flows.choices import CHOICES, read_choices
from garden_nb.flows.exports import MAX_BASELINES, Exports

__all__ = ["MAX_BASELINES", "Report"]


class Report(Exports):
    """A comparison of variants that can be looked at, changed and shared.

    Assigning to `baseline`, `gates`, `metrics`, `adjust`, `confidence`, `margin`, `on_error`,
    `missing` or `method` recomputes what depends on it; nothing is run again. A wrong value
    raises `InputError`, a misspelt name `AttributeError`, and both change nothing.

    Args:
        evidence: The records, judged in any way that is asked for.
        spec: How they are judged at first.
        source: Where the outputs are; None where there are scores only.
        cases: The eval set; None where it is not known.
        failures: By variant, how many trials failed in which way; counted in `source` by default.

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
        failures: Mapping[str, Mapping[str, int]] | None = None,
    ) -> None:
        self._evidence = evidence
        self._spec = spec
        self._source, self._cases, self._failures = source, cases, failures
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

    @property
    def failures(self) -> dict[str, dict[str, int]]:
        """By variant, how many trials failed in which way, the most frequent first."""
        given = self._failures
        if given is None:
            given = count_failures(self._source, self.variants)
        return {variant: dict(counts) for variant, counts in given.items()}

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
        """Whether no gate failed and none is unclear, those aside that only warn."""
        return not any(result.blocking for result in self.gates)

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
    def metrics(self) -> tuple[str, ...] | None:
        """The success metrics that are compared, which are the family; None for all of them."""
        return self._spec.metrics

    @metrics.setter
    def metrics(self, names: Sequence[str] | None) -> None:
        self.choose(metrics=names)

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
    def margin(self) -> float | Mapping[str, float] | None:
        """The largest difference that counts as none, or None.

        A number is that of every success metric; a mapping gives it by metric, guardrails too.
        """
        return dict(self._spec.margins) or self._spec.margin

    @margin.setter
    def margin(self, margin: float | Mapping[str, float] | None) -> None:
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
            **choices: Any of `baseline`, `gates`, `metrics`, `adjust`, `confidence`, `margin`,
                `on_error`, `missing`, `method`.

        Raises:
            InputError: Some choice is not one of those that there are; nothing is changed.
            TypeError: There is no such choice.
        """
        changed = replace(self._spec, **read_choices(choices, self._evidence.table))
        if changed != self._spec:
            self._spec = changed
            for observer in tuple(self._observers):
                observer(self)

    def observe(self, callback: Callable[["Report"], None]) -> None:
        """Call `callback(report)` after every change."""
        self._observers.append(callback)

    def unobserve(self, callback: Callable[["Report"], None]) -> None:
        """Stop calling `callback`."""
        with suppress(ValueError):
            self._observers.remove(callback)

    # ---- what people look into --------------------------------------------------------------

    def view(self) -> Any:
        """Return a widget that shows the report.

        It is for notebooks whose front end has no renderer for reports, and for putting a report
        among other widgets.

        Raises:
            InputError: There is no notebook with widgets.
        """
        from garden_nb.flows.viewing import view_report  # noqa: PLC0415  # which knows reports

        return view_report(self)

    def explore(self, **choices: Any) -> Any:
        """Return what shows the cases behind the report: what changed, and what was said.

        Args:
            **choices: What to begin with, such as `contender`, `kind`, `slice` or `query`; see
                `garden_nb.flows.explore`.
        """
        from garden_nb.flows.explore import explore  # noqa: PLC0415  # which knows reports

        return explore(self, **choices)

    @classmethod
    def open(cls, source: str | Path) -> "Report":
        """Return the report of a file that `to_json` wrote, or of its text: live, nothing is run.

        Raises:
            InputError: There is no such file, or it is no such document.
        """
        from garden_nb.flows.opened import open_report  # noqa: PLC0415  # it makes reports

        return open_report(source)

    def __repr__(self) -> str:
        """Return the advice and the size of the report on one line."""
        from garden_nb.analysis.numbers import format_count  # noqa: PLC0415
        from garden_nb.present.words import sentence  # noqa: PLC0415  # jinja2

        report = self.frozen
        size = f"{format_count(report.n_cases, 'case')} × {format_count(report.repeats, 'run')}"
        return f"<Report: {sentence(report.decision.headline)} {size}>"

    if not TYPE_CHECKING:  # checkers of types know what there is; people get a hint

        def __setattr__(self, name: str, value: Any) -> None:
            """Refuse what is none of the choices: a slip of the pen changes nothing unseen."""
            if not (name[:1] == "_" or name in {"id", "shown_in", *CHOICES}):
                hint = _nearest(name, CHOICES)
                kind = "cannot be assigned" if hasattr(type(self), name) else "does not exist"
                raise AttributeError(f"report.{name} {kind}. {hint}", name=name, obj=self)
            object.__setattr__(self, name, value)

        def __getattr__(self, name: str) -> Any:
            """Say what comes nearest to a name that there is not."""
            if hasattr(type(self), name):  # a fault inside of a property: say that
                return object.__getattribute__(self, name)
            known = [each for each in dir(type(self)) if each[0] != "_"]
            hint = "" if name[:1] == "_" else f" {_nearest(name, [*known, 'id', 'shown_in'])}"
            raise AttributeError(f"report.{name} does not exist.{hint}", name=name, obj=self)


def _nearest(name: str, accepted: Sequence[str]) -> str:
    """Return the names that may have been meant, or all."""
    near = get_close_matches(name, accepted, n=1)
    return f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(accepted)}."
