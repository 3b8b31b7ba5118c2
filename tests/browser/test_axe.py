"""What axe-core finds in a report: nothing serious, in any place, theme or state."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from nbconvert import HTMLExporter
from nbformat import v4
from playwright.sync_api import expect

from garden_nb.present.bundle import to_bundle
from garden_nb.present.html import to_page
from random_runs import Shape, report_of

_SERIOUS = {"serious", "critical"}
_SCRIPTS = re.compile(r"<script\b.*?</script>", re.DOTALL)


@pytest.fixture(scope="module")
def report():
    """A report that has everything: failures, slices, gates, cases that changed."""
    shape = Shape(n_metrics=2, fails=0.1, categories=2, recorded=True)
    return report_of(shape, gates={"ok": 0.5, "latency_ms": {"max": 900.0}}, margin=0.05)


@pytest.fixture(scope="module")
def payload(report):
    """Its payload, which takes longest."""
    return report.payload()


@pytest.fixture(scope="module")
def bundle(report, payload):
    """What a notebook saves of it."""
    return to_bundle(payload, report.frozen)


@pytest.fixture(scope="module")
def server(bundle, start_server, tmp_path_factory):
    """A server without kernels that has the report with and without our own type."""
    server = start_server(tmp_path_factory.mktemp("axe"), "lab", kernels=False)
    server.write("whole.ipynb", _notebook_of(bundle))
    server.write("html.ipynb", _notebook_of({"text/html": bundle["text/html"]}))
    return server


def _notebook_of(data):
    made = v4.new_notebook(cells=[v4.new_code_cell("report", execution_count=1)])
    made.cells[0].outputs = [v4.new_output("display_data", data=data)]
    return made


def _serious(page, context: str) -> list[str]:
    """Return what is serious within `context`: rule and where."""
    found = Axe().run(page, context=context).response["violations"]
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in found
        if rule["impact"] in _SERIOUS
        for node in rule["nodes"]
    ]


def _open_all(page) -> None:
    """Open everything that is behind a line to open, and the form of a new gate."""
    for opener in page.locator(".gnb summary, .gnb-root summary").all():
        if opener.is_visible():
            opener.click()
    if page.get_by_role("button", name="+ gate").count() > 0:
        page.get_by_role("button", name="+ gate").first.click()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("scripts", [True, False])
def test_exported_page(browser, payload, tmp_path, theme, scripts):
    html = to_page(payload)
    path = tmp_path / "report.html"
    path.write_text(html if scripts else _SCRIPTS.sub("", html), encoding="utf-8")
    page = browser.new_page(color_scheme=theme)
    page.goto(path.as_uri())
    expect(page.get_by_role("region", name="Garden report")).to_have_count(int(scripts))
    _open_all(page)
    assert _serious(page, "html") == []
    page.close()


@pytest.mark.parametrize("scripts", [True, False])
def test_nbconvert(browser, bundle, tmp_path, scripts):
    html, _ = HTMLExporter().from_notebook_node(_notebook_of(bundle))
    path = tmp_path / "notebook.html"
    path.write_text(html if scripts else _SCRIPTS.sub("", html), encoding="utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    expect(page.get_by_role("status").first).to_be_visible()
    expect(page.get_by_role("region", name="Garden report")).to_have_count(int(scripts))
    _open_all(page)
    assert _serious(page, ".gnb") == []
    page.close()


@pytest.mark.parametrize("name", ["whole.ipynb", "html.ipynb"])
def test_notebook_that_was_never_signed(server, open_notebook, name):
    """With our own type, and as HTML from which Jupyter strips what it does not trust."""
    opened = open_notebook(server, name, kernel=False)
    expect(opened.page.get_by_role("img").first).to_be_visible()
    expect(opened.reports).to_have_count(int(name == "whole.ipynb"))
    _open_all(opened.page)
    for theme in ("JupyterLab Light", "JupyterLab Dark"):
        opened.set_theme(theme)
        assert _serious(opened.page, ".jp-OutputArea-output") == []
