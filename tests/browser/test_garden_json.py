"""`*.garden.json` opened from the file browser: the report, without a kernel, and its faults."""

import json

import pytest
from chromium import Watch
from playwright.sync_api import expect
from sample_report import FLASH, LITE, headline_of, sample_payload

from garden_nb.present.payload import fold


@pytest.fixture(scope="module", params=["lab", "notebook"])
def files(request, tmp_path_factory, start_server):
    """A server without kernels whose folder has reports as files, sound and broken."""
    server = start_server(tmp_path_factory.mktemp("files"), request.param, kernels=False)
    whole = json.dumps({"schema": 1, "name": "qa", "view": fold(sample_payload())}, indent=1)
    texts = {
        "whole.garden.json": whole,
        "my.qa.garden.json": whole,
        "cut.garden.json": whole[:-40],
        "bare.garden.json": json.dumps({"schema": 1, "name": "qa", "view": None}),
        "list.garden.json": "[]",
        "plain.json": '{"view": 1}',
    }
    for name, text in texts.items():
        (server.root / name).write_text(text)
    return server


@pytest.fixture
def page(browser):
    """A page whose errors and outside addresses are watched."""
    page = browser.new_page(viewport={"width": 1280, "height": 500})
    page.watch = Watch(page)
    yield page
    page.close()


def _report(page):
    return page.get_by_role("region", name="Garden report")


def test_a_file_opens_by_a_double_click_and_switches(files, page):
    place = "lab" if files.app == "lab" else "tree"
    page.goto(f"{files.url}{place}?token={files.token}")
    item = page.locator(".jp-DirListing-item", has_text="my.qa.garden.json")
    if files.app == "lab":
        item.dblclick()
    else:
        with page.context.expect_page() as opened:
            item.dblclick()
        page = opened.value
    expect(_report(page).get_by_role("status")).to_have_text(headline_of(FLASH))
    _report(page).get_by_label("Baseline").focus()
    page.keyboard.press("ArrowDown")
    expect(_report(page).get_by_role("status")).to_have_text(headline_of(LITE))
    expect(_report(page).get_by_label("Baseline")).to_be_focused()


def test_looking_at_a_file_changes_nothing_in_it(files, page):
    path = files.root / "whole.garden.json"
    before = path.read_bytes()
    page.goto(files.address("whole.garden.json"))
    _report(page).get_by_label("Baseline").select_option(LITE)
    expect(_report(page).get_by_role("status")).to_have_text(headline_of(LITE))
    methods = _report(page).get_by_text("Methods, and what these numbers do not say")
    methods.click()  # it is scrolled to
    told = _report(page).get_by_text("Cases are paired by id.")
    told.scroll_into_view_if_needed()
    expect(told).to_be_in_viewport()
    dirty = page.evaluate("() => window.jupyterapp.shell.currentWidget.context.model.dirty")
    assert dirty is False
    assert path.read_bytes() == before
    assert page.watch.outside == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("cut.garden.json", "it is no JSON, or not all of it"),
        ("bare.garden.json", "it holds no view to show; open it in Python"),
        ("list.garden.json", "it is no report of garden_nb"),
    ],
)
def test_a_broken_file_says_so_in_the_page(files, page, name, words):
    page.goto(files.address(name))
    expect(page.get_by_role("alert")).to_contain_text(words)
    assert page.locator(".jp-Dialog").count() == 0
