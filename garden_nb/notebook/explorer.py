"""The widget that shows the cases behind a report."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any

import anywidget
import traitlets

from garden_nb.analysis.matrix import Policy
from garden_nb.errors import GardenError
from garden_nb.flows.cases.case_browser import CaseBrowser
from garden_nb.flows.cases.case_choice import CaseChoice
from garden_nb.flows.cases.case_place import CasePlace
from garden_nb.flows.cases.case_table import CaseTable
from garden_nb.flows.cases.chosen_cases import ChosenCases
from garden_nb.flows.cases.read_choice import PLACES, read_choice, wrong_choice
from garden_nb.flows.report import Report
from garden_nb.notebook.widget_module import widget_module
from garden_nb.notebook.wrong_choice_error import WrongChoiceError
from garden_nb.present.clean import clean
from garden_nb.present.words import sentence

__all__ = ["CaseExplorer"]

_AT_ONCE_S = 0.1
"""A search is shown after this time, whatever it has found, and goes on in the background."""
_STEP_S = 0.5
_REQUIRED = ("baseline", "contender", "metric")
_OPTIONAL = ("slice", "failure", "selected")
_FILTERS = (*_REQUIRED, "kind", "slice", "failure", "query")
_PARTS = ("question", "expected", "baseline", "contender")
_STATIC = Path(__file__).parent / "static"


class CaseExplorer(anywidget.AnyWidget):
    """The cases of a run under two variants: what changed, and what both of them said.

    Shown at the end of a cell it is a static list of a chosen few cases, which is what the
    notebook saves; in a live notebook the explorer takes the place of that list. Nothing of the
    widget is saved, so that no dead one is left. Inside other widgets, as in
    `ipywidgets.VBox([explorer])`, it is a widget like any other.

    All traits can be set, observed and linked. Names are those that views show, which are the
    names themselves unless these are very long or hold invisible characters.

    Args:
        table: The cases.
        report: A report to follow: its baseline, and what failed and absent trials count as,
            become the explorer's.
        **choices: Traits to start with.

    Raises:
        InputError: A trait is set to what there is not, or there is nothing to compare; nothing
            is changed then.
    """

    _esm = widget_module("explorer.js")
    _css = _STATIC / "explorer.css"

    tag = traitlets.Unicode(help="What ties the widget to its places in the page.").tag(sync=True)
    """What ties the widget to the places in the page where it is shown."""

    baseline = traitlets.Unicode(help="The reference.").tag(sync=True)
    """The reference; follows the report's baseline."""

    contender = traitlets.Unicode(help="The variant compared with the baseline.").tag(sync=True)
    """The variant that is compared with the baseline."""

    metric = traitlets.Unicode(help="The metric that tells how cases fare.").tag(sync=True)
    """The metric that tells how cases fare; at first the first success metric."""

    kind = traitlets.Unicode("all", help="How the cases fare.").tag(sync=True)
    """How the cases fare: `all` (changed ones first), `changed`, `regression`, `fix`,
    `both_fail`, `differ` (same score, other output), `same`, or `unpaired` (no score)."""

    slice = traitlets.Unicode(help="The category of the cases.").tag(sync=True)
    """The category of the cases; empty for all."""

    failure = traitlets.Unicode(help="The kind of failure of a trial.").tag(sync=True)
    """The kind of failure that a trial of either variant has; empty for all cases."""

    query = traitlets.Unicode(help="Text to look for.").tag(sync=True)
    """Text to look for in ids, inputs, expected answers and outputs, in upper or lower case."""

    page = traitlets.Int(1, min=1, help="The page, from 1.").tag(sync=True)
    """The page, from 1; 1 again when other cases are chosen."""

    page_size = traitlets.Int(20, min=1, max=100, help="Cases per page.").tag(sync=True)
    """Cases per page, at most 100."""

    selected = traitlets.Unicode(help="The id of the case shown in full.").tag(sync=True)
    """The id of the case shown in full; when it is set, its page is shown."""

    repeat = traitlets.Int(0, min=0, help="Which repeat of it is shown, from 1.").tag(sync=True)
    """Which of its repeats is shown, from 1; 0 is the one that tells the case best."""

    view = traitlets.Dict(help="What is shown.").tag(sync=True)
    """What is shown, in words; set by the explorer only."""

    def __init__(self, table: CaseTable, report: Report | None = None, **choices: Any) -> None:
        self._table, self._report = table, report
        self._guard = threading.RLock()
        self._settling = self._closed = False
        self._worker: threading.Thread | None = None
        self._error = ""
        baseline = report.baseline if report else table.trials.plan.reference
        start = read_choice(table, table.choice(baseline, self._policy), choices)
        self._report_baseline = baseline
        self._browser = CaseBrowser(table, start)
        traits = {trait: self._shown(start, trait) for trait in _FILTERS}
        places = {name: value for name, value in choices.items() if name in PLACES}
        super().__init__(**traits, **places, tag=f"c{token_hex(8)}")
        self._refresh()
        self.observe(self._hear, names=[*_FILTERS, *PLACES])
        self.on_msg(self._hear_message)
        if report is not None:
            report.observe(self._follow)

    @classmethod
    def of(cls, report: Report, **choices: Any) -> "CaseExplorer":
        """Return the explorer of a report, which follows it."""
        return cls(report.case_table(), report, **choices)

    def wait(self, timeout_s: float | None = None) -> None:
        """Wait until everything is read that the choice needs."""
        worker = self._worker
        if worker is not None:
            worker.join(timeout_s)

    def close(self) -> None:
        """Give the place in the page back to the static list; nothing is read any more."""
        self._closed = True
        if self._report is not None:
            self._report.unobserve(self._follow)
        super().close()

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, str], dict[str, str]]:
        listed = ChosenCases(self._table, self._choice()).listed(self.tag)
        return {"text/html": listed.to_html(), "text/plain": listed.to_text()}, {}

    # ---- what is chosen ---------------------------------------------------------------------

    @traitlets.validate(*_REQUIRED, *_OPTIONAL, "kind")
    def _check(self, proposal: Mapping[str, Any]) -> str:
        trait, value = proposal["trait"].name, str(proposal["value"])
        problem = wrong_choice(self._table, trait, value)
        if problem is not None:
            raise WrongChoiceError(problem)
        return value

    @property
    def _policy(self) -> Policy:
        return Policy(self._report.on_error, self._report.missing) if self._report else Policy()

    def _shown(self, choice: CaseChoice, trait: str) -> str:
        """Return the trait that stands for a part of a choice."""
        value = getattr(choice, trait)
        if trait in {"kind", "query"} or value is None:
            return value or ""
        return self._table.names_of(trait).show(value)

    def _choice(self) -> CaseChoice:
        named = {trait: self._found(trait) for trait in (*_REQUIRED, "slice", "failure")}
        return CaseChoice(**named, kind=self.kind, query=self.query, policy=self._policy)

    def _found(self, trait: str) -> Any:
        """Return the name that a trait stands for; None where it stands for all."""
        value = getattr(self, trait)
        return self._table.names_of(trait).find(value) if value else None

    def _place(self) -> CasePlace:
        case_id = self._found("selected")
        selected = None if case_id is None else self._table.position(case_id)
        known = 0 < self.repeat <= self._table.trials.plan.repeats
        return CasePlace(self.page, self.page_size, selected, self.repeat - 1 if known else None)

    # ---- what changes -----------------------------------------------------------------------

    def _hear(self, change: Mapping[str, Any]) -> None:
        with self._guard:
            if self._settling:
                return
            with self._settled():
                self._make_consistent(change["name"], change["old"])
            self._refresh()

    def _make_consistent(self, changed: str, old: Any) -> None:
        """Change what another choice leaves without a meaning: the other variant, the place."""
        if self.baseline == self.contender:
            self.set_trait("contender" if changed == "baseline" else "baseline", old)
        if changed in _FILTERS:
            self.page, self.selected, self.repeat = 1, "", 0
        elif changed == "page":
            self.selected, self.repeat = "", 0
        elif changed == "selected":
            self.repeat = 0

    def _follow(self, report: Report) -> None:
        with self._guard:
            if report.baseline != self._report_baseline:
                self._report_baseline = report.baseline
                self.baseline = self._table.names_of("baseline").show(report.baseline)
            self._refresh()

    def _hear_message(self, _: Any, content: Any, __: Any) -> None:
        """Send a whole text that the page asks for: its case, which part, and which repeat."""
        match content:
            case {"whole": {"id": str(shown), "part": str(part), "repeat": int(repeat)}}:
                case_id = self._table.names_of("selected").find(shown)
                if case_id is not None and part in _PARTS:
                    text = self._whole(case_id, part, repeat)
                    asked = {"id": shown, "part": part, "repeat": repeat}
                    self.send({"whole": {**asked, "text": text}})

    def _whole(self, case_id: str, part: str, repeat: int) -> str:
        at = self._table.position(case_id)
        try:
            text = self._table.whole_text(at, part, self._choice(), repeat)
        except GardenError as error:
            return sentence(error)
        return clean(text, lines=True)

    # ---- what is shown ----------------------------------------------------------------------

    def _refresh(self) -> None:
        """Show what is chosen: what is known at once, and the rest as it is read."""
        with self._guard:
            try:
                self._browser.choose(self._choice(), self._place())
                self._browser.search(_AT_ONCE_S)
            except GardenError as error:
                self._lose_texts(error)
            self._publish()
            if self._worker is None and not self._browser.settled:
                self._worker = threading.Thread(target=self._work, name="garden-cases", daemon=True)
                self._worker.start()

    def _work(self) -> None:
        try:
            while self._has_work():
                self._advance()
        except BaseException:
            self._worker = None
            raise

    def _has_work(self) -> bool:
        with self._guard:
            if not self._closed and not self._browser.settled:
                return True
            self._worker = None
            return False

    def _advance(self) -> None:
        lost = None
        try:
            self._browser.advance(_STEP_S)
        except GardenError as error:
            lost = error
        with self._guard:
            if lost is not None:
                self._lose_texts(lost)
            if not self._closed:
                self._publish()

    def _publish(self) -> None:
        try:
            view = self._browser.view()
        except GardenError as error:
            self._lose_texts(error)
            view = self._browser.view()
        place = self._browser.place
        with self._settled(), self.hold_sync():
            self.view = {**view, "error": self._error}
            self.page = place.page
            self.selected = view["card"]["id"] if view["card"] else ""

    def _lose_texts(self, error: GardenError) -> None:
        """Go on with scores alone, and say why."""
        self._error = sentence(f"{error} Scores are shown without texts.")
        self._table.drop_texts()
        self._browser = CaseBrowser(self._table, self._choice())

    @contextmanager
    def _settled(self) -> Iterator[None]:
        """Set traits without hearing of it."""
        self._settling = True
        try:
            yield
        finally:
            self._settling = False
