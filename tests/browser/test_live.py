"""A live notebook: bars while a run goes on, then a report that Python and the page share."""

import pytest
from nbformat import v4
from playwright.sync_api import expect

MIME = "application/vnd.garden.report+json"
_SETUP = """
import time
import pandas as pd
from garden_nb import Garden
expected = ["a" if i % 3 else "b" for i in range(60)]
cases = pd.DataFrame({"id": range(60), "question": range(60), "expected": expected})
def good(question, delay=0.05):
    time.sleep(delay)
    return "a"
def slow(question):
    return good(question, 0.5)
def poor(question):
    time.sleep(0.05)
    return "b" if question % 2 else "a"
def exact(output, expected):
    return output == expected
columns = {"case_id": "id", "question": "question", "expected": "expected"}
options = {"scorers": [exact], "baseline": "good", "concurrency": 4, **columns}
"""


@pytest.fixture(params=["lab", "notebook"])
def live(request, serve, open_notebook):
    """Open a notebook of three cells with a kernel: the setup, the run, and what comes after."""

    def open_it(run, after="None"):
        server = serve(request.param)
        cells = [v4.new_code_cell(source) for source in (_SETUP, run, after)]
        server.write("live.ipynb", v4.new_notebook(cells=cells))
        return server, open_notebook(server, "live.ipynb")

    return open_it


def test_python_and_the_page_follow_each_other(live):
    server, notebook = live(
        "report = Garden(cases, {'good': good, 'poor': poor}, store='a.db', **options).run()"
    )
    notebook.start_all()
    expect(notebook.bars).to_have_count(2)
    expect(notebook.page.get_by_text("interim, not for a decision")).to_be_visible()
    expect(notebook.headline).to_be_visible()
    expect(notebook.bars).to_have_count(0)
    notebook.wait_idle()

    notebook.choose("Baseline", "poor")
    assert notebook.ask(2, "print(report.baseline)") == "poor"
    assert notebook.ask(2, "report.baseline = 'good'; print(report.adjust)") == "holm"
    expect(notebook.report.get_by_label("Baseline")).to_have_value("good")
    notebook.ask(2, "report.gates = {'exact': 0.1}")
    expect(notebook.report.get_by_label("exact at least", exact=True)).to_have_value("0.1")

    notebook.choose("Baseline", "poor")
    expect(notebook.headline).to_contain_text("apart from poor")
    notebook.save()
    saved = server.read("live.ipynb")
    assert "widgets" not in saved.metadata
    outputs = [output for cell in saved.cells for output in cell.outputs]
    (report,) = [output for output in outputs if MIME in output.get("data", {})]
    assert set(report.data) == {MIME, "text/html", "text/plain"}
    assert report.data[MIME]["state"]["baseline"] == "poor"

    notebook.ask(2, "report.baseline = 'good'")
    notebook.page.reload()
    notebook.wait_idle()
    expect(notebook.report.get_by_label("Baseline")).to_have_value("good")
    notebook.choose("Baseline", "poor")
    assert notebook.ask(2, "print(report.baseline)") == "poor"
    assert notebook.watch.outside == []


def test_a_run_in_the_background_is_paused_and_stopped_by_its_buttons(live):
    run = "run = Garden(cases, {'good': slow, 'poor': slow}, store='b.db', **options).start()"
    _, notebook = live(run)
    notebook.run_all()
    expect(notebook.bars).to_have_count(2)
    button = notebook.page.get_by_role("button", name="Pause", exact=True)
    button.click()
    expect(notebook.page.get_by_text("interim, not for a decision · paused")).to_be_visible()
    assert notebook.ask(2, "print(run.state)") == "paused"
    notebook.page.get_by_role("button", name="Resume", exact=True).click()
    expect(notebook.page.get_by_text("interim, not for a decision · paused")).to_be_hidden()
    notebook.page.get_by_role("button", name="Stop", exact=True).click()
    expect(notebook.headline).to_contain_text("Interim", timeout=60_000)
    assert notebook.ask(2, "print(run.state)") == "cancelled"
