"""Gates, confidence, margin and slices: changed in the page and in Python, saved, reopened."""

import pytest
from nbformat import v4
from open_notebook import OpenNotebook
from playwright.sync_api import expect
from sample_report import MIME

_SETUP = """
import hashlib, sqlite3
import pandas as pd
from garden_nb import Garden
cases = pd.DataFrame({
    "id": range(120),
    "question": range(120),
    "expected": ["a" if i % 5 else "b" for i in range(120)],
    "category": ["short" if i % 3 else "long" for i in range(120)],
})
def good(question):
    return "a"
def poor(question):
    return "b" if question % 2 else "a"
def exact(output, expected):
    return output == expected
def journal():
    dump = sqlite3.connect("controls.db").iterdump()
    return hashlib.sha256("\\n".join(dump).encode()).hexdigest()
report = Garden(cases, {"good": good, "poor": poor}, scorers=[exact], baseline="good",
                category="category", gates={"exact": 0.5}, store="controls.db").run()
before = journal()
"""
_BOUND = "exact at least"
_KERNEL_NOTE = "Confidence and margin need a kernel."


@pytest.fixture(params=["lab", "notebook"])
def live(request, serve, open_notebook):
    """A notebook of three cells, run: a report, the same once more, and what is asked later."""
    server = serve(request.param)
    cells = [v4.new_code_cell(source) for source in (_SETUP, "report", "None")]
    server.write("controls.ipynb", v4.new_notebook(cells=cells))
    notebook = open_notebook(server, "controls.ipynb")
    notebook.run_all()
    expect(notebook.reports).to_have_count(2)
    return server, notebook


def _ask(notebook: OpenNotebook, expression: str) -> str:
    return notebook.ask(2, f"print({expression})")


def _twin(notebook: OpenNotebook, control: str):
    return notebook.reports.nth(1).get_by_label(control, exact=True)


def test_what_is_chosen_is_the_same_in_both_views_in_python_and_in_the_saved_file(
    live, serve, open_notebook
):
    server, notebook = live
    _gates_follow(notebook)
    _confidence_and_margin_are_computed_in_python(notebook)
    _slices_are_shown_in_both_views(notebook)
    notebook.choose("Baseline", "poor")
    expect(_twin(notebook, "Baseline")).to_have_value("poor")
    assert _ask(notebook, "report.baseline, journal() == before") == "poor True"
    notebook.save()
    assert notebook.watch.outside == []

    saved = server.read("controls.ipynb")
    assert "widgets" not in saved.metadata
    states = [cell.outputs[-1].data[MIME]["state"] for cell in saved.cells[:2]]
    assert states[0] == states[1]
    chosen = {"baseline": "poor", "slice": "short", "confidence": 0.9, "margin": None}
    assert {name: states[0][name] for name in chosen} == chosen
    assert states[0]["gates"] == [["exact", "min", 0.45]]
    for trusted in (False, True):
        other = serve(server.app, kernels=False)
        other.write("controls.ipynb", saved, trusted=trusted)
        again = open_notebook(other, "controls.ipynb", kernel=False)
        assert again.trusted is trusted
        _choices_work_without_a_kernel(again)


def _gates_follow(notebook: OpenNotebook) -> None:
    notebook.type_in(_BOUND, "0.9")
    expect(notebook.control(_BOUND)).to_be_focused()
    expect(_twin(notebook, _BOUND)).to_have_value("0.9")
    expect(notebook.report.get_by_text("Gates changed")).to_have_count(0)
    expect(notebook.report).to_contain_text("poor has 50.0 %")
    verdicts = "[(r.gate.bound, r.verdict.value) for r in report.gates]"
    assert _ask(notebook, verdicts) == "[(0.9, 'fail')]"
    notebook.control(_BOUND).focus()
    notebook.ask(2, "report.gates = {'exact': 0.45}")
    expect(notebook.control(_BOUND)).to_have_value("0.45")
    expect(_twin(notebook, _BOUND)).to_have_value("0.45")


def _confidence_and_margin_are_computed_in_python(notebook: OpenNotebook) -> None:
    expect(notebook.report.get_by_text(_KERNEL_NOTE)).to_have_count(0)
    for control, typed in (("Confidence", "0.9"), ("Margin", "0.03")):
        notebook.type_in(control, typed)
        expect(notebook.report.get_by_text("Asking")).to_have_count(0)
        expect(notebook.control(control)).to_have_value(typed)
        expect(notebook.control(control)).to_be_focused()
        expect(_twin(notebook, control)).to_have_value(typed)
    expect(notebook.report).to_contain_text("90 %")
    assert _ask(notebook, "report.confidence, report.margin") == "0.9 0.03"
    notebook.ask(2, "report.margin = None")
    expect(notebook.control("Margin")).to_have_value("")


def _slices_are_shown_in_both_views(notebook: OpenNotebook) -> None:
    notebook.control("Slice").focus()
    notebook.control("Slice").select_option("short")
    expect(notebook.control("Slice")).to_be_focused()
    expect(_twin(notebook, "Slice")).to_have_value("short")
    expect(notebook.reports.nth(1).locator("caption").first).to_contain_text("short")


def _choices_work_without_a_kernel(again: OpenNotebook) -> None:
    expect(again.control("Baseline")).to_have_value("poor")
    expect(again.report.get_by_text(_KERNEL_NOTE)).to_be_visible()
    again.choose("Baseline", "good")
    expect(again.report.get_by_role("row", name="good").first).to_contain_text("reference")
    adjusted = again.report.get_by_role("columnheader", name="adj. p")
    expect(adjusted).to_have_count(1)
    again.choose("Correction", "none")
    expect(adjusted).to_have_count(0)
    expect(again.report.locator("caption").first).to_contain_text("short")
    again.control("Slice").select_option("long")
    expect(again.report.locator("caption").first).to_contain_text("long")
    again.type_in(_BOUND, "0.95")
    expect(again.control(_BOUND)).to_be_focused()
    expect(again.report).to_contain_text("1 failed")
    expect(_twin(again, _BOUND)).to_have_value("0.95")
    expect(_twin(again, "Baseline")).to_have_value("good")
    assert again.watch.outside == []
