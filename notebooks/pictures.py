"""Take the pictures of what people look at: `python notebooks/pictures.py`.

JupyterLab runs the demo in a headless Chromium, as the browser tests do; each view is one PNG in
`notebooks/pictures/`, the whole page in light and dark, and narrow.
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
from playwright.sync_api import Browser, Locator, Page

HERE = Path(__file__).resolve().parent
PICTURES = HERE / "pictures"
sys.path.insert(0, str(HERE.parent / "tests" / "browser"))

from chromium import open_browser  # noqa: E402
from jupyter_server import JupyterServer  # noqa: E402
from open_notebook import OpenNotebook  # noqa: E402

CELLS = (
    """from garden_nb import Garden, exact_match
from garden_nb.demo import demo_agents, demo_cases

garden = Garden(demo_cases(), demo_agents(), scorers=[exact_match], baseline="keywords",
                gates={"exact_match": 0.5}, name="demo")
report = garden.run()""",
    "report.explore(contender='combined')",
    "report.to_html('report.html')\nreport.charts.deltas",
)
WIDE = {"width": 1180, "height": 1500}
TALL = {"width": 1400, "height": 3000}
NARROW = {"width": 600, "height": 1100}


@contextmanager
def jupyterlab() -> Iterator[JupyterServer]:
    """Serve a notebook with the demo."""
    with tempfile.TemporaryDirectory(prefix="garden-pictures-") as folder:
        server = JupyterServer(Path(folder) / "home")
        cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
        server.write("demo.ipynb", nbformat.v4.new_notebook(cells=cells))
        server.start()
        try:
            yield server
        finally:
            server.stop()


def take(what: Locator | Page, name: str) -> None:
    """Keep a picture of a part of the page."""
    what.screenshot(path=str(PICTURES / f"{name}.png"), animations="disabled")


def live(browser: Browser, server: JupyterServer) -> None:
    """Take the views of a live notebook."""
    page = browser.new_page(viewport=WIDE, color_scheme="light")
    notebook = OpenNotebook(page, server.address("demo.ipynb"), kernel=True)
    notebook.start_all()
    notebook.bars.nth(4).wait_for()
    page.wait_for_timeout(1500)  # halfway
    take(page.get_by_role("region", name="Progress of the run"), "progress")
    notebook.report.wait_for(timeout=180_000)
    notebook.wait_idle()
    page.set_viewport_size(TALL)  # an output that scrolls is cut where the window ends
    take(notebook.report, "report-in-jupyterlab")
    notebook.evaluate("panel.content.scrollToItem(1)")
    take(page.get_by_role("region", name="Cases").first, "cases")


def exported(browser: Browser, server: JupyterServer) -> None:
    """Take the views of the exported page, which needs nothing."""
    address = (server.root / "report.html").as_uri()
    for name, size, scheme in (
        ("report-light", WIDE, "light"),
        ("report-dark", WIDE, "dark"),
        ("report-narrow", NARROW, "light"),
    ):
        page = browser.new_page(viewport=size, color_scheme=scheme)
        page.goto(address)
        page.get_by_role("region", name="Garden report").wait_for()
        page.wait_for_function("() => document.fonts.status === 'loaded'")
        take(page, name)
        page.close()


def main() -> None:
    """Take all pictures."""
    PICTURES.mkdir(exist_ok=True)
    with jupyterlab() as server, open_browser() as browser:
        live(browser, server)
        exported(browser, server)


if __name__ == "__main__":
    main()
