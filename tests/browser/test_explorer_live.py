"""The cases explorer in a live notebook, and what is left of it when the kernel has gone."""

import json

import pytest
from nbformat import v4
from playwright.sync_api import expect

_SETUP = """
import pandas as pd
from garden_nb import Garden
from garden_nb.notebook.explorer import CaseExplorer
days = ["Monday", "Tuesday", "Wednesday"]
cases = pd.DataFrame({
    "id": [f"q{i:02d}" for i in range(60)],
    "question": [f"Which day is {i}?" for i in range(60)],
    "answer": [days[i % 3] for i in range(60)],
})
def good(question):
    return f"It is a {days[int(question.split()[-1][:-1]) % 3]}. " + "Really. " * 500
def poor(question):
    return f"It was a {days[0]}. " + "Really. " * 500
def names_it(output, expected):
    return expected in output
options = {"scorers": [names_it], "baseline": "good", "store": "cases.db"}
report = Garden(cases, {"good": good, "poor": poor}, **options).run()
"""
_SHOW = "explorer = CaseExplorer.of(report)\nexplorer"
_CELLS = "return panel.content.widgets.length;"
_RESTART = """async () => {
  await window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart();
}"""


@pytest.fixture(params=["lab", "notebook"])
def live(request, serve, open_notebook):
    """A notebook of three cells: a run, its explorer, and what is asked later."""
    server = serve(request.param)
    cells = [v4.new_code_cell(source) for source in (_SETUP, _SHOW, "None")]
    server.write("cases.ipynb", v4.new_notebook(cells=cells))
    notebook = open_notebook(server, "cases.ipynb")
    notebook.run_all()
    return server, notebook


def _explorer(notebook):
    return notebook.page.get_by_role("region", name="Cases explorer")


def _search_and_read(notebook, explorer):
    """Search by keyboard, keys that cut and delete cells among what is typed, and read a text."""
    cells = notebook.evaluate(_CELLS)
    status, search = explorer.get_by_role("status"), explorer.get_by_role("searchbox")
    search.click()
    search.press_sequentially("xdd WEDNESDAY")
    expect(status).to_have_text("no case")
    search.fill("WEDNESDAY")
    expect(status).to_have_text("1–20 of 20 cases")
    explorer.get_by_role("button", name="q05").click()
    notebook.page.keyboard.press("ArrowDown")
    expect(explorer.get_by_role("button", expanded=True)).to_have_text("q08")
    for key in "xdd":
        notebook.page.keyboard.press(key)
    assert notebook.evaluate(_CELLS) == cells
    contender = explorer.get_by_role("article", name="contender: good")
    expect(contender.locator("ins").first).to_have_text("is")
    contender.get_by_role("button", name="Show the whole text").click()
    whole = f"It is a Wednesday. {'Really. ' * 500}"
    expect(contender.locator(".whole")).to_have_text(whole.strip())


def test_python_and_the_page_explore_together_and_a_list_is_saved(live, open_notebook):
    server, notebook = live
    explorer = _explorer(notebook)
    status = explorer.get_by_role("status")
    expect(status).to_have_text("1–20 of 60 cases")
    static = notebook.page.locator(".gnb-cases > .gnb-static")
    expect(static).to_be_hidden()
    expect(explorer).to_contain_text("poor against good on names_it: 40 lost, 0 gained")

    explorer.get_by_label("Cases", exact=True).select_option(label="lost (40)")
    expect(status).to_have_text("1–20 of 40 cases")
    explorer.get_by_role("button", name="Next").click()
    expect(status).to_have_text("21–40 of 40 cases")
    assert notebook.ask(2, "print(explorer.kind, explorer.page)") == "regression 2"
    assert notebook.ask(2, "report.baseline = 'poor'; print(explorer.contender)") == "good"
    expect(explorer.get_by_label("Baseline")).to_have_value("poor")
    expect(status).to_have_text("no case")
    notebook.ask(2, "explorer.kind = 'all'")

    _search_and_read(notebook, explorer)

    notebook.save()
    saved = server.read("cases.ipynb")
    assert "widgets" not in saved.metadata
    (output,) = saved.cells[1].outputs
    assert set(output.data) == {"text/html", "text/plain"}
    assert len(json.dumps(output)) < 40_000
    assert "widget-view" not in json.dumps(saved)

    notebook.page.reload()
    notebook.wait_idle()
    expect(_explorer(notebook).get_by_role("searchbox")).to_have_value("WEDNESDAY")
    expect(static).to_be_hidden()

    notebook.page.evaluate(_RESTART)
    expect(_explorer(notebook)).to_have_count(0)
    expect(static).to_be_visible()
    assert notebook.watch.outside == []

    again = open_notebook(server, "cases.ipynb", kernel=True)
    expect(again.page.locator(".gnb-cases")).to_contain_text("10 of 60 cases")
    expect(_explorer(again)).to_have_count(0)
