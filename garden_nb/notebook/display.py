"""How runs and reports show themselves in a notebook."""

from typing import Any
from uuid import uuid4

from IPython.display import display, update_display

from garden_nb.engine.runner import Run
from garden_nb.flows.cases.chosen_cases import ChosenCases
from garden_nb.flows.explore import use_explorer
from garden_nb.flows.report import Report
from garden_nb.flows.surface import RunView, TextSurface, use_surface
from garden_nb.flows.sweep.variant_run_result import VariantRunResult
from garden_nb.flows.viewing import use_viewer

__all__ = ["NotebookSurface", "attach", "detach"]


def attach(shell: Any) -> None:
    """Let runs and reports show themselves in the notebook of `shell`; may be called again."""
    if getattr(shell, "kernel", None) is None:
        return
    use_surface(NotebookSurface(shell))
    use_explorer(lambda report, **choices: _explorer(shell, report, **choices))
    use_viewer(lambda report: _viewed(shell, report))
    formatter = shell.display_formatter.ipython_display_formatter
    formatter.for_type(Report, lambda report: _show_once(shell, report))
    formatter.for_type(VariantRunResult, lambda board: _show_once(shell, board.report))


def detach(shell: Any) -> None:
    """Undo `attach`."""
    use_surface(None)
    use_explorer(None)
    use_viewer(None)
    for shown in (Report, VariantRunResult):
        shell.display_formatter.ipython_display_formatter.pop(shown, None)


class NotebookSurface:
    """Live bars in front ends with widgets, text lines elsewhere; the report takes their place."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell

    def open(self, run: Run, *, background: bool) -> RunView:
        """Return a view of `run` in the output of the cell that is being executed."""
        if has_widgets(self._shell):
            return LiveView(self._shell, run, background=background)
        lines = TextSurface().open(run, background=background)
        return PlainView(self._shell, lines, background=background)


class LiveView:
    """Bars while the run goes on, then the report under the same display id."""

    def __init__(self, shell: Any, run: Run, *, background: bool) -> None:
        from garden_nb.notebook.progress import GardenProgress  # noqa: PLC0415  # ipywidgets

        self._shell = shell
        self._background = background
        self._widget = GardenProgress(background=background)
        self._widget.observe(lambda change: _obey(run, change["new"]), names="command")
        self._display_id = f"garden-{uuid4().hex[:12]}"
        self._widget.show(run.progress.snapshot())
        display(self._widget, display_id=self._display_id)

    def update(self, run: Run) -> None:
        """Send how far the run is."""
        self._widget.show(run.progress.snapshot())

    def finish(self, run: Run, report: Report) -> None:
        """Put the report where the bars are, so that no dead widget is saved."""
        self._widget.show(run.progress.snapshot())
        bundle = connected_bundle(self._shell, report)
        if not self._background:
            _mark_shown(self._shell, report)
        update_display(bundle, raw=True, display_id=self._display_id)
        self._widget.close()


class PlainView:
    """Text lines while the run goes on, then the report as an output of its own."""

    def __init__(self, shell: Any, lines: RunView, *, background: bool) -> None:
        self._shell = shell
        self._lines = lines
        self._background = background

    def update(self, run: Run) -> None:
        """Write a line now and then."""
        self._lines.update(run)

    def finish(self, run: Run, report: Report) -> None:
        """Write the last line, then show the report."""
        self._lines.finish(run, report)
        display(report)
        if self._background:  # the cell being executed is another one, which has not shown it
            report.shown_in = None


def has_widgets(shell: Any) -> bool:
    """Whether the cell was sent by a front end that names its cells, as those with widgets do.

    Programs that execute notebooks (nbclient, papermill) do not.
    """
    parent = shell.kernel.get_parent() or {}
    return bool(parent.get("metadata", {}).get("cellId"))


def connected_bundle(shell: Any, report: Report) -> dict[str, Any]:
    """Return the display bundle of `report`, wired to Python where the front end has widgets."""
    from garden_nb.present.bundle import to_bundle  # noqa: PLC0415

    wired = has_widgets(shell)
    if wired:
        _connect(report)
    return to_bundle(report.payload(wire=wired), report.frozen)


def _connect(report: Report) -> None:
    """Create the hidden wire of `report` once: the page and Python follow each other."""
    from garden_nb.notebook.wire import connect  # noqa: PLC0415  # anywidget

    connect(report)


def _explorer(shell: Any, report: Report, **choices: Any) -> Any:
    """Return what shows the cases of a report in the front end at hand."""
    if not has_widgets(shell):
        return ChosenCases.of(report, **choices)
    from garden_nb.notebook.explorer import CaseExplorer  # noqa: PLC0415  # anywidget

    return CaseExplorer.of(report, **choices)


def _viewed(shell: Any, report: Report) -> Any:
    """Return the widget of a report."""
    from garden_nb.notebook.report_view import ReportView  # noqa: PLC0415  # anywidget

    return ReportView(report, live=has_widgets(shell))


def _show_once(shell: Any, report: Report) -> None:
    """Show `report`, unless the cell being executed has shown it (`garden.run()` at its end)."""
    if report.shown_in == shell.execution_count:
        return
    display(connected_bundle(shell, report), raw=True)
    _mark_shown(shell, report)


def _mark_shown(shell: Any, report: Report) -> None:
    report.shown_in = shell.execution_count


def _obey(run: Run, command: str) -> None:
    {"stop": run.cancel, "pause": run.pause, "resume": run.resume}.get(command, lambda: None)()
