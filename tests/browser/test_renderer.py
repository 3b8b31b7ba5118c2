"""The saved report in JupyterLab and Notebook 7: no kernel, never signed, nothing from outside."""

import re

import pytest
from playwright.sync_api import expect
from sample_report import FLASH, LITE, MIME, headline_of, sample_notebook, sample_payload, state_of


@pytest.fixture(params=["lab", "notebook"])
def saved(request, serve):
    """A server without kernels that has a notebook with a report, which nobody ever signed."""
    server = serve(request.param, kernels=False)
    server.write("saved.ipynb", sample_notebook())
    return server


def _json_of(server):
    return server.read("saved.ipynb").cells[0].outputs[0].data[MIME]


def _html_of(server):
    return server.read("saved.ipynb").cells[0].outputs[0].data["text/html"]


def _sound(notebook) -> list[str]:
    """Return the errors of the page that are not known of Jupyter itself."""
    known = re.compile(r"reading 'schema'|favicon|kernelspec|Failed to load resource")
    return [error for error in notebook.watch.errors if not known.search(error)]


def test_untrusted_report_switches_and_keeps_its_last_state(saved, open_notebook):
    notebook = open_notebook(saved, "saved.ipynb", kernel=False)
    assert not notebook.trusted
    expect(notebook.headline).to_have_text(headline_of(FLASH))
    expect(notebook.report.get_by_role("img")).to_have_js_property("naturalWidth", 300)

    notebook.choose("Baseline", LITE)
    notebook.choose("Failures", "drop the case")
    expect(notebook.headline).to_have_text(headline_of(LITE))
    notebook.save()

    assert _json_of(saved)["state"] == state_of(LITE, on_error="drop")
    html = _html_of(saved)
    assert html.index(headline_of(LITE)) < html.index(headline_of(FLASH))
    assert '"baseline":"' + LITE in html
    assert notebook.watch.outside == []
    assert _sound(notebook) == []

    again = open_notebook(saved, "saved.ipynb", kernel=False)
    expect(again.headline).to_have_text(headline_of(LITE))
    expect(again.report.get_by_label("Baseline")).to_have_value(LITE)
    expect(again.report.get_by_label("Failures")).to_have_value("drop")


def test_keyboard_stays_on_the_control_and_away_from_the_notebook(saved, open_notebook):
    notebook = open_notebook(saved, "saved.ipynb", kernel=False)
    notebook.report.get_by_label("Baseline").focus()
    for expected in (LITE, FLASH):
        notebook.page.keyboard.press("ArrowDown" if expected is LITE else "ArrowUp")
        expect(notebook.headline).to_have_text(headline_of(expected))
        expect(notebook.report.get_by_label("Baseline")).to_be_focused()
    notebook.page.keyboard.press("b")
    notebook.page.keyboard.press("d")
    notebook.page.keyboard.press("d")
    assert notebook.evaluate("return panel.content.widgets.length") == 1


def test_opening_a_report_changes_nothing(saved, open_notebook):
    before = _json_of(saved), _html_of(saved)
    notebook = open_notebook(saved, "saved.ipynb", kernel=False)
    expect(notebook.headline).to_be_visible()
    assert notebook.evaluate("return panel.content.model.cells.get(0).outputs.length") == 1
    notebook.save()
    assert (_json_of(saved), _html_of(saved)) == before


def test_report_follows_the_theme(saved, open_notebook):
    notebook = open_notebook(saved, "saved.ipynb", kernel=False)
    expect(notebook.report).to_have_attribute("data-theme", "light")
    light = notebook.report.get_by_role("img").get_attribute("src")
    notebook.set_theme("JupyterLab Dark")
    expect(notebook.report).to_have_attribute("data-theme", "dark")
    expect(notebook.report.get_by_role("img")).not_to_have_attribute("src", light)


@pytest.mark.parametrize("trusted", [True, False])
def test_the_html_alone_is_a_report_too(serve, open_notebook, trusted):
    """Where the renderer is not installed: interactive if trusted, else every baseline to open."""
    server = serve("lab", kernels=False)
    notebook = sample_notebook()
    del notebook.cells[0].outputs[0].data[MIME]
    server.write("saved.ipynb", notebook, trusted=trusted)
    opened = open_notebook(server, "saved.ipynb", kernel=False)
    assert opened.trusted is trusted
    output = opened.page.locator(".jp-OutputArea-output")
    expect(output.get_by_role("img")).to_have_js_property("naturalWidth", 300)
    if trusted:
        opened.choose("Baseline", LITE)
        expect(opened.headline).to_have_text(headline_of(LITE))
    else:
        expect(output.get_by_role("heading", name=headline_of(FLASH))).to_be_visible()
        output.locator("summary", has_text=f"If the baseline were {LITE}").click()
        expect(output.get_by_role("heading", name=headline_of(LITE))).to_be_visible()
    assert opened.watch.outside == []


def test_damaged_report_says_so_in_its_place(serve, open_notebook):
    server = serve("lab", kernels=False)
    payload = sample_payload(schema=99)
    server.write("saved.ipynb", sample_notebook(payload))
    notebook = open_notebook(server, "saved.ipynb", kernel=False)
    expect(notebook.page.get_by_role("alert").first).to_contain_text("schema 99")
