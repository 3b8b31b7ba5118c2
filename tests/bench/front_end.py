"""How long another baseline takes in the page: in every host, with and without a kernel.

    python tests/bench/front_end.py

Prints milliseconds from the choice in the page to the new numbers in the document (`shown`), and
to the end of the frame that paints them (`painted`): median and fastest. Without a kernel 8
variants x 10 metrics by the select; with one 20 x 10: first in a hurry, which the kernel answers,
then by a reader who stays a moment, whom the page answers from what the kernel sent ahead. Last,
where the time of the kernel goes.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

# the helpers of the browser tests have to be found first
sys.path.insert(0, str(Path(__file__).parents[1] / "browser"))

from chromium import open_browser
from jupyter_server import JupyterServer
from nbconvert import HTMLExporter
from nbformat import v4
from open_notebook import OpenNotebook
from playwright.sync_api import Browser, Page
from report import records_of

from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.flows.report import Report
from garden_nb.present.bundle import MIME_TYPE, to_bundle
from garden_nb.present.html import to_page
from garden_nb.present.payload import fold

_CASES = 200
_PATIENCE_MS = 180_000
_AHEAD_MS = 6_000
_LOOK_MS = 3_000
_SHOWN = """return panel.content.model.cells.get(0).toJSON().outputs
  .map(({ data }) => data?.[argument]).find((each) => each);"""
_SWITCH = """async ([wanted, shown]) => {
  const hosts = [...document.querySelectorAll('*')].map((each) => each.shadowRoot);
  const root = hosts.find((each) => each?.querySelector('.gnb-root'));
  const select = root.querySelector('#baseline');
  const isShown = () =>
    root.querySelector('.gnb-badge')?.parentElement.firstChild.textContent === wanted;
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  await frame();
  const start = performance.now();
  if (select) {
    select.value = wanted;
    select.dispatchEvent(new Event('change'));
  } else {
    const detail = { tag: shown.id, state: { ...shown.state, baseline: wanted } };
    const event = new CustomEvent('garden-nb:change', { detail, cancelable: true });
    document.dispatchEvent(event);
  }
  if (!isShown()) {
    await new Promise((done) => {
      new MutationObserver((_, watch) => isShown() && (watch.disconnect(), done()))
        .observe(root, { subtree: true, childList: true });
    });
  }
  const took = performance.now() - start;
  await frame();
  return [took, performance.now() - start];
}"""
_LIVE = """
import sys; sys.path.insert(0, {folder!r})
from report import records_of
from garden_nb import Report
from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.report import AnalysisSpec
report = Report(Evidence(*records_of({cases}, 20, 10, 1)), AnalysisSpec("v0", "v0"))
report
"""


def report_of(variants: int) -> Report:
    return Report(Evidence(*records_of(_CASES, variants, 10, 1)), AnalysisSpec("v0", "v0"))


def measure(
    host: str, page: Page, baselines: list[str], shown: object = None, pause_ms: int = 0
) -> None:
    page.get_by_role("region", name="Garden report").first.wait_for(timeout=_PATIENCE_MS)
    page.evaluate(_SWITCH, [baselines[-1], shown])  # what is done once only is no part of it
    times = []
    for each in baselines * 2:
        page.wait_for_timeout(pause_ms)
        times.append(page.evaluate(_SWITCH, [each, shown]))
    words = [
        f"{statistics.median(each):.1f} (fastest {min(each):.1f})"
        for each in zip(*times, strict=True)
    ]
    sys.stdout.write(f"{host:38} shown {words[0]}, painted {words[1]} ms\n")
    sys.stdout.flush()


def without_kernel(browser: Browser, folder: Path) -> None:
    report = report_of(8)
    payload, baselines = report.payload(), [*report.variants[::3]]
    notebook = v4.new_notebook(cells=[v4.new_code_cell("report", execution_count=1)])
    data = to_bundle(payload, report.frozen)
    notebook.cells[0].outputs = [v4.new_output("display_data", data=data)]
    html, _ = HTMLExporter().from_notebook_node(notebook)
    for host, text in (("exported HTML", to_page(payload)), ("nbconvert HTML", html)):
        path = folder / f"{host.split()[0]}.html"
        path.write_text(text, encoding="utf-8")
        page = browser.new_page()
        page.goto(path.as_uri())
        measure(host, page, baselines)
        page.close()
    for trusted in (False, True):
        server = JupyterServer(folder / f"saved-{trusted}", kernels=False).start()
        server.write("saved.ipynb", notebook, trusted=trusted)
        opened = OpenNotebook(browser.new_page(), server.address("saved.ipynb"), kernel=False)
        measure(f"reopened, {'' if trusted else 'un'}trusted", opened.page, baselines)
        opened.page.close()
        server.stop()


def with_kernel(browser: Browser, folder: Path) -> None:
    server = JupyterServer(folder / "live").start()
    source = _LIVE.format(folder=str(Path(__file__).parent), cases=_CASES)
    server.write("live.ipynb", v4.new_notebook(cells=[v4.new_code_cell(source)]))
    opened = OpenNotebook(browser.new_page(), server.address("live.ipynb"), kernel=True)
    opened.page.set_default_timeout(_PATIENCE_MS)
    opened.run_all()
    shown = opened.evaluate(_SHOWN, MIME_TYPE)
    baselines = ["v3", "v7", "v11"]
    measure("live, 20 variants, in a hurry", opened.page, baselines, shown)
    opened.page.wait_for_timeout(_AHEAD_MS)
    measure("live, 20 variants, sent ahead", opened.page, baselines, shown, _LOOK_MS)
    server.stop()


def timed(act: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    result = act()
    return (time.perf_counter() - start) * 1000, result


def in_kernel() -> None:
    report = report_of(20)
    report.payload(wire=True)
    report.baseline = "v5"
    judged, _ = timed(lambda: report.frozen)
    made, payload = timed(lambda: report.payload(wire=True, whole=False))
    folded, small = timed(lambda: fold(payload))
    drawn, whole = timed(lambda: fold(report.payload(wire=True)))
    sizes = [len(each["packed"]) / 1000 for each in (small, whole)]
    sys.stdout.write(
        f"of it in the kernel: judging {judged:.0f} ms, numbers {made:.0f} ms, packing "
        f"{folded:.0f} ms to {sizes[0]:.0f} kB; then the pictures and the other choices "
        f"{drawn:.0f} ms, {sizes[1]:.0f} kB\n"
    )
    for variants, metrics in ((2, 1), (5, 2), (8, 10)):
        report = Report(
            Evidence(*records_of(_CASES, variants, metrics, 1)), AnalysisSpec("v0", "v0")
        )
        took, payload = timed(lambda: to_bundle(report.payload(), report.frozen))  # noqa: B023
        sys.stdout.write(f"first display of {variants} x {metrics}: {took:.0f} ms\n")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, open_browser() as browser:
        without_kernel(browser, Path(folder))
        with_kernel(browser, Path(folder))
    in_kernel()


if __name__ == "__main__":
    main()
