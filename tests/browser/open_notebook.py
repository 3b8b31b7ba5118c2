"""A notebook open in a browser, and what a person does with it."""

import time
from typing import Any

from chromium import Watch
from playwright.sync_api import Locator, Page

_SLOW_MS = 60_000
_PANEL = "window.jupyterapp?.shell?.currentWidget"
_OPENED = f"() => {_PANEL}?.context?.isReady && {_PANEL}.content?.widgets?.length > 0"
_LISTENS = f"""() => {{
  const kernel = {_PANEL}?.sessionContext?.session?.kernel;
  return kernel?.connectionStatus === 'connected' && kernel.status === 'idle';
}}"""
_RUN = f"""async () => {{
  await {_PANEL}.sessionContext.ready;
  return window.jupyterapp.commands.execute('notebook:run-all-cells');
}}"""
_RUN_CELL = """panel.content.activeCellIndex = argument;
  return window.jupyterapp.commands.execute('notebook:run-cell');"""
_FILL_CELL = "panel.content.model.cells.get(argument[0]).sharedModel.setSource(argument[1]);"
_TEXT = """return panel.content.model.cells.get(argument).toJSON().outputs
  .map((output) => output.text ?? '').join('').trim();"""
_SAVED = f"() => !{_PANEL}.context.model.dirty"
_TRUSTED = f"() => [...{_PANEL}.content.model.cells].every((cell) => cell.trusted)"
_THEME = """async (theme) => {
  await window.jupyterapp.commands.execute('apputils:change-theme', { theme });
}"""


class OpenNotebook:
    """A notebook in JupyterLab or Notebook 7, in a page of its own.

    Attributes:
        page: The page.
        watch: What went wrong in it, and what it asked for outside this machine.
    """

    def __init__(self, page: Page, address: str, *, kernel: bool) -> None:
        self.page = page
        self.watch = Watch(page)
        page.set_default_timeout(_SLOW_MS)
        page.goto(address)
        page.wait_for_function(_OPENED)
        if kernel:
            self.wait_idle()
        else:
            self._decline_kernel()

    def _decline_kernel(self) -> None:
        """Close the questions which kernel to start: there is none.

        One that has only just been opened may not hear of the key yet.
        """
        dialog = self.page.locator(".jp-Dialog").first
        dialog.wait_for()
        deadline = time.monotonic() + _SLOW_MS / 1000
        while dialog.count() > 0 and time.monotonic() < deadline:
            self.page.keyboard.press("Escape")
            self.page.wait_for_timeout(50)
        # Jupyter may ask once more, whatever else is being done then.
        self.page.add_locator_handler(dialog, lambda: self.page.keyboard.press("Escape"))

    def wait_idle(self) -> None:
        """Wait until a kernel is there and has nothing to do."""
        self.page.wait_for_function(_LISTENS)

    def run_all(self) -> None:
        """Run every cell and wait for the end."""
        self.page.evaluate(_RUN)
        self.wait_idle()

    def start_all(self) -> None:
        """Run every cell without waiting."""
        self.page.evaluate(f"() => {{ ({_RUN})(); }}")

    def run_cell(self, index: int) -> str:
        """Run one cell, wait for the end and return what it printed."""
        self.evaluate(_RUN_CELL, index)
        self.wait_idle()
        return str(self.evaluate(_TEXT, index))

    def ask(self, index: int, source: str) -> str:
        """Give a cell another source, run it and return what it printed."""
        self.evaluate(_FILL_CELL, [index, source])
        return self.run_cell(index)

    def save(self) -> None:
        """Save the notebook as people do, by its keys."""
        self.page.keyboard.press("Control+s")
        self.page.wait_for_function(_SAVED)

    def set_theme(self, theme: str) -> None:
        """Show the page in another theme, for example `JupyterLab Dark`."""
        self.page.evaluate(_THEME, theme)

    @property
    def trusted(self) -> bool:
        """Whether every code cell is trusted."""
        return bool(self.page.evaluate(_TRUSTED))

    def evaluate(self, script: str, argument: Any = None) -> Any:
        """Run JavaScript in the page; `panel` is the notebook's panel."""
        return self.page.evaluate(f"(argument) => {{ const panel = {_PANEL}; {script} }}", argument)

    @property
    def reports(self) -> Locator:
        """The reports that are shown."""
        return self.page.get_by_role("region", name="Garden report")

    @property
    def report(self) -> Locator:
        """The first report that is shown."""
        return self.reports.first

    @property
    def headline(self) -> Locator:
        """The decision sentence of the first report."""
        return self.report.get_by_role("status")

    @property
    def bars(self) -> Locator:
        """The bars of a run that goes on."""
        run = self.page.get_by_role("region", name="Progress of the run")
        return run.get_by_role("progressbar")

    def choose(self, control: str, option: str) -> None:
        """Choose an option of the first report, by the words that people see."""
        self.control(control).select_option(label=option)

    def control(self, name: str) -> Locator:
        """The control of the first report that people call by this name."""
        return self.report.get_by_label(name, exact=True)

    def type_in(self, control: str, text: str) -> None:
        """Type into a control of the first report and press Enter."""
        self.control(control).fill(text)
        self.control(control).press("Enter")
