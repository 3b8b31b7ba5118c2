"""`report.view()` in a live notebook: HTML that follows Python, a widget too, and none is dead."""

import pytest
from nbformat import v4
from playwright.sync_api import expect

_SETUP = """
%load_ext garden_nb
import ipywidgets
from garden_nb import Garden
cases = [{"id": f"q{n:02d}", "question": str(n), "answer": str(n % 2)} for n in range(40)]
def good(question):
    return str(int(question) % 2)
def poor(question):
    return "0"
garden = Garden(cases, {"good": good, "poor": poor}, scorers=["exact_match"], store="v.db")
report = garden.run()
view = report.view()
print(type(view).__name__)
"""
_CELLS = (_SETUP, "view", "ipywidgets.VBox([view, ipywidgets.HTML('below')])", "None")


@pytest.fixture(params=["lab", "notebook"])
def live(request, serve, open_notebook):
    server = serve(request.param)
    cells = [v4.new_code_cell(source) for source in _CELLS]
    server.write("view.ipynb", v4.new_notebook(cells=cells))
    return server, open_notebook(server, "view.ipynb")


def test_a_view_follows_python_in_html_and_among_widgets_and_saves_no_dead_one(live):
    server, notebook = live
    for index in (0, 1, 2):
        notebook.run_cell(index)
    shown = notebook.reports
    expect(shown).to_have_count(3)  # of the run, as HTML, and inside the box
    baselines = notebook.page.get_by_label("Baseline", exact=True)
    expect(baselines).to_have_count(3)

    baselines.nth(1).select_option("poor")
    assert notebook.ask(3, "print(report.baseline, view.baseline)") == "poor poor"
    for each in baselines.all():
        expect(each).to_have_value("poor")
    baselines.nth(2).select_option("good")
    for each in baselines.all():
        expect(each).to_have_value("good")
    notebook.ask(3, "heard = []; view.observe(lambda change: heard.append(change.new), 'margin')")
    margin = notebook.page.get_by_label("Margin", exact=True).nth(2)
    margin.fill("0.1")
    margin.press("Enter")
    expect(notebook.page.get_by_label("Margin", exact=True).nth(1)).to_have_value("0.1")
    assert notebook.ask(3, "print(heard, report.margin)") == "[0.1] 0.1"
    for display in (0, 1, 2):  # the labextension, the HTML, the widget: no host takes it
        refused = notebook.page.get_by_label("Margin", exact=True).nth(display)
        expect(refused).to_have_value("0.1")
        refused.fill("5")
        refused.press("Enter")
        expect(refused).to_have_accessible_description("Python does not take this.")
        expect(refused).to_have_value("5")
        expect(notebook.page.get_by_text("The saved report lacks these numbers")).to_have_count(0)
    assert notebook.ask(3, "print(heard, report.margin)") == "[0.1] 0.1"
    notebook.ask(3, "view.baseline = 'poor'")
    for each in baselines.all():
        expect(each).to_have_value("poor")

    notebook.save()
    saved = server.read("view.ipynb")
    (output,) = saved.cells[1].outputs
    assert set(output.data) == {"text/html", "text/plain"}
    assert notebook.watch.outside == []
