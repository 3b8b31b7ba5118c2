"""The report as a widget: to be put among other widgets, and for other front ends."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import anywidget
import traitlets

from garden_nb.analysis.gates import Gate
from garden_nb.errors import InputError, Problem, did_you_mean
from garden_nb.flows.report import Report
from garden_nb.notebook.widget_module import widget_module
from garden_nb.notebook.wire import comm_of, connect
from garden_nb.notebook.wrong_choice_error import WrongChoiceError
from garden_nb.present.html import to_html
from garden_nb.present.payload import fold
from garden_nb.present.script import style_sheet

__all__ = ["ReportView"]

_CHOICES = ("baseline", "adjust", "on_error", "confidence", "margin", "gates", "metrics")
"""The traits that are choices of the report, too."""


class ReportView(anywidget.AnyWidget):
    """A report whose choices are traits: to set, to observe and to link with other widgets.

    What is chosen in the page, here or in the report itself is the same choice: all views of one
    report stay in step. Shown at the end of a cell it is an HTML output that reads without
    scripts and without a kernel, and that follows Python while there is one: nothing of the
    widget is saved, so that no dead one is left. Inside other widgets, as in
    `ipywidgets.VBox([view])`, it is a widget like any other.

    Args:
        report: The report; nothing is run.
        live: Whether there may be a page to tell.

    Raises:
        InputError: A trait is set to what there is not, with what is accepted; nothing is changed.
    """

    _esm = widget_module("report_view.js")
    _style = traitlets.Unicode(style_sheet()).tag(sync=True)

    state = traitlets.Dict(help="The choice shown, as the page has it.").tag(sync=True)
    """The choice shown, as the page writes it; what comes from there is checked."""

    payload = traitlets.Dict(help="The numbers.").tag(sync=True)
    """The numbers that the page chooses from; set by the view only."""

    baseline = traitlets.TraitType[Any, Any](None, help="The reference variant.")
    """The reference variant."""

    adjust = traitlets.TraitType[Any, Any](None, help="The correction, or None.")
    """The correction over the family of comparisons, or None."""

    on_error = traitlets.TraitType[Any, Any](None, help="What failed trials count as.")
    """What a failed trial counts as: `fail` or `drop`."""

    confidence = traitlets.TraitType[Any, Any](None, help="The confidence level.")
    """The confidence level of the intervals, in [0.5, 1)."""

    margin = traitlets.TraitType[Any, Any](None, help="The largest difference that counts as none.")
    """The largest difference that counts as none, or None."""

    gates = traitlets.TraitType[Any, Any](None, help="The gates.")
    """The gates as a mapping such as `{"accuracy": {"min": 0.6}}`; a number is a floor."""

    metrics = traitlets.TraitType[Any, Any](None, help="The success metrics that are compared.")
    """The success metrics that are compared, as a list; None for all."""

    slice = traitlets.TraitType[Any, Any](None, help="The category looked at.")
    """The category whose tables are shown; empty for all cases."""

    def __init__(self, report: Report, *, live: bool = True) -> None:
        self._report, self._wire = report, connect(report, live=live)
        self._live = live
        payload = report.payload(wire=True)
        slices = (each["options"] for each in payload["controls"] if each["key"] == "slice")
        self._slices = tuple(value for options in slices for value, _ in options)
        shown = {"state": dict(self._wire.state), "payload": fold(payload)}
        super().__init__(**shown, **self._chosen(), **comm_of(live=live))
        self.observe(self._obey, names="state")
        self._wire.observe(self._follow, names=["state", "payload"])

    def close(self) -> None:
        """End the view; the report goes on."""
        with suppress(ValueError):  # it has ended before
            self._wire.unobserve(self._follow, names=["state", "payload"])
        super().close()

    def __repr__(self) -> str:
        """Return the advice and the size of the report on one line."""
        return f"<ReportView of {self._report!r}>"

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, str], dict[str, str]]:
        html = to_html(self._report.payload(wire=self._live))
        return {"text/html": html, "text/plain": self._report.to_text()}, {}

    # ---- what is chosen ---------------------------------------------------------------------

    @traitlets.validate(*_CHOICES)
    def _choose(self, proposal: Mapping[str, Any]) -> Any:
        """Take a choice by making it in the report, which tells all views.

        Choices that are held back to be made together are made together.
        """
        name, value = proposal["trait"].name, proposal["value"]
        held = _CHOICES if self._cross_validation_lock else ()
        with self._wire.lock:
            try:
                self._report.choose(**{each: getattr(self, each) for each in held} | {name: value})
            except InputError as error:
                raise WrongChoiceError(error.problems) from None
            return self._chosen()[name]

    @traitlets.validate("slice")
    def _look_at(self, proposal: Mapping[str, Any]) -> Any:
        category = proposal["value"]
        if category and category not in self._slices:
            what = f"there is no category {category!r}."
            raise WrongChoiceError(Problem("slice", what, did_you_mean(category, self._slices)))
        with self._wire.lock:
            self._wire.state = self._wire.state | {"slice": category or ""}
        return category or ""

    def _chosen(self) -> dict[str, Any]:
        """Return every choice as its trait has it."""
        spec = self._report.frozen.spec
        plain = {name: getattr(spec, name) for name in _CHOICES}
        metrics = None if spec.metrics is None else list(spec.metrics)
        looked_at = self._wire.state.get("slice", "")
        return plain | {"gates": _written(spec.gates), "metrics": metrics, "slice": looked_at}

    # ---- what changes -----------------------------------------------------------------------

    def _obey(self, change: Mapping[str, Any]) -> None:
        """Choose what was chosen in the page; what there is not is taken back there."""
        self._wire.state = change["new"]
        self._follow()

    def _follow(self, _: Any = None) -> None:
        """Show what all views of the report show, in one message."""
        with self._wire.lock, self.hold_sync():
            if self._wire.payload is not None:
                self.payload = self._wire.payload
            self.state = dict(self._wire.state)
            for name, value in self._chosen().items():
                self.set_trait(name, value)


def _written(gates: Sequence[Gate]) -> dict[str, Any]:
    """Return gates as people write them: by key the rules, as a list where options stand by."""
    by_key: dict[str, list[dict[str, Any]]] = {}
    for gate in gates:
        by_key.setdefault(gate.key, []).append({gate.rule: gate.bound, **gate.options})
    written: dict[str, Any] = {}
    for key, rules in by_key.items():
        merged = {rule: bound for each in rules for rule, bound in each.items()}
        alone = len(rules) == 1 or len(merged) == sum(map(len, rules)) == len(rules)
        written[key] = merged if alone else rules
    return written
