"""The whole way in a real browser: run, watch, switch, save, reopen without a kernel."""

import json
import os
from pathlib import Path

import nbformat
import pytest
from open_notebook import OpenNotebook
from playwright.sync_api import expect
from sample_report import MIME

expect.set_options(timeout=60_000)  # kernels on a busy machine

SHOTS = os.environ.get("GARDEN_NB_SHOTS")

RUN = """
from garden_nb import Garden, exact_match
from garden_nb.demo import demo_agents, demo_cases
garden = Garden(demo_cases(), demo_agents(), scorers=[exact_match], baseline="keywords",
                gates={"exact_match": 0.5}, store="garden.db", name="demo")
report = garden.run()
"""
LOOK = """
import sqlite3
outputs = sqlite3.connect("garden.db").execute("select count(*) from outputs").fetchone()[0]
print(report.baseline, outputs)
"""
CELLS = (RUN, LOOK, 'report.baseline = "names"')

BARS = """() => [...document.querySelectorAll('*')].flatMap(
  (node) => [node, ...(node.shadowRoot?.querySelectorAll('*') ?? [])])
  .filter((node) => node.getAttribute?.('role') === 'progressbar')
  .map((node) => [node.getAttribute('aria-valuenow'), node.getAttribute('aria-valuemax')])
  .map((pair) => pair.map(Number)).filter(([, max]) => max === 200)"""


def notebook_of(cells):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    return notebook


def shoot(notebook: OpenNotebook, name: str) -> None:
    if SHOTS:
        notebook.page.screenshot(path=str(Path(SHOTS) / f"{name}.png"))


@pytest.mark.parametrize("app", ["lab", "notebook"])
def test_quickstart_from_run_to_reopened(serve, open_notebook, app):
    server = serve(app)
    server.write("quickstart.ipynb", notebook_of(CELLS))
    notebook = open_notebook(server, "quickstart.ipynb")
    notebook.evaluate(
        "panel.content.activeCellIndex = 0;window.jupyterapp.commands.execute('notebook:run-cell');"
    )

    # bars move before the run ends
    notebook.page.wait_for_function(
        f"() => {{ const bars = ({BARS})(); "
        "return bars.length === 5 && bars.every(([now, max]) => now > 0 && now < max); }"
    )
    early = notebook.page.evaluate(BARS)
    shoot(notebook, f"{app}-running")
    notebook.page.wait_for_function(
        f"(early) => {{ const bars = ({BARS})(); "
        "return bars.length === 5 && bars.every(([now], i) => now > early[i][0]); }",
        arg=early,
    )
    expect(notebook.headline).to_have_text("Switch to combined.")
    assert notebook.page.evaluate(BARS) == []
    shoot(notebook, f"{app}-report-light")

    # the select changes the report and Python follows; nothing is run
    assert notebook.run_cell(1).split() == ["keywords", "1000"]
    notebook.choose("Baseline", "combined")
    expect(notebook.headline).to_have_text("Keep combined.")
    assert notebook.run_cell(1).split() == ["combined", "1000"]

    # Python changes the report and the page follows
    notebook.run_cell(2)
    expect(notebook.report.get_by_label("Baseline", exact=True)).to_have_value("names")
    notebook.choose("Baseline", "combined")
    expect(notebook.headline).to_have_text("Keep combined.")
    notebook.set_theme("JupyterLab Dark")
    expect(notebook.report).to_have_attribute("data-theme", "dark")
    shoot(notebook, f"{app}-report-dark")
    notebook.save()
    assert notebook.watch.outside == []
    check_saved(server)

    for trusted in (False, True):
        other = serve(app, kernels=False)
        other.write("quickstart.ipynb", server.read("quickstart.ipynb"), trusted=trusted)
        again = open_notebook(other, "quickstart.ipynb", kernel=False)
        assert again.trusted is trusted
        expect(again.headline).to_have_text("Keep combined.")
        again.choose("Baseline", "keywords")
        expect(again.headline).to_have_text("Switch to combined.")
        shoot(again, f"{app}-reopened-{'trusted' if trusted else 'untrusted'}")
        assert again.watch.outside == []


def check_saved(server) -> None:
    saved = server.read("quickstart.ipynb")
    text = json.dumps(saved)
    assert "widgets" not in saved.metadata
    assert "widget-view" not in text
    assert not [host for host in ("cdn.", "unpkg", "jsdelivr") if host in text]
    (output,) = [o for o in saved.cells[0].outputs if MIME in o.get("data", {})]
    assert set(output.data) == {MIME, "text/html", "text/plain"}
    assert output.data[MIME]["state"]["baseline"] == "combined"
