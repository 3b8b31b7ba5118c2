"""The front end's modules in a real Chromium, with stub hosts and no Jupyter."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

sys.path.insert(0, str(Path(__file__).parents[1] / "browser"))

from chromium import Watch, open_browser

from garden_nb.present.script import style_sheet

PACKAGE = Path(__file__).parents[2] / "garden_nb"
ORIGIN = "http://127.0.0.1:9"
_FOLDERS = ("present/static", "labextension/static", "notebook/static")
_TYPES = {".js": "text/javascript", ".css": "text/css"}
_BLANK = "<!doctype html><meta charset='utf-8'><body><div id='at'></div>"
_MOUNT = """async ([payload, css]) => {
  const { mountReport } = await import('/report.js');
  window.chosen = [];
  window.answer = false;
  const onState = (state, view) => { window.chosen.push([state, view?.headline]); return answer; };
  window.handle = mountReport(document.getElementById('at'), payload, { css, onState });
  await window.handle.ready;
}"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what drives a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser per test module."""
    with open_browser() as browser:
        yield browser


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open pages that hold `html` and serve the modules; errors in a page fail the test."""
    opened: list[tuple[Page, Watch]] = []

    def open_it(html: str = _BLANK, *, width: int = 1000, theme: str = "light") -> Page:
        size = {"width": width, "height": 900}
        page = browser.new_page(viewport=size, color_scheme=theme)
        watch = Watch(page)
        opened.append((page, watch))
        page.route(f"{ORIGIN}/**", lambda route: _serve(route, html))
        page.goto(f"{ORIGIN}/")
        return page

    yield open_it
    for page, watch in opened:
        page.close()
        assert watch.errors == []
        assert watch.outside == []


def _serve(route: Route, html: str) -> None:
    name = route.request.url.removeprefix(f"{ORIGIN}/")
    if not name:
        route.fulfill(body=html, content_type="text/html; charset=utf-8")
        return
    found = next(path for folder in _FOLDERS if (path := PACKAGE / folder / name).exists())
    body = found.read_text(encoding="utf-8")
    route.fulfill(body=body, content_type=f"{_TYPES[found.suffix]}; charset=utf-8")


@pytest.fixture
def css() -> str:
    """The report's style sheets."""
    return style_sheet()


@pytest.fixture
def mount(open_page: Callable[..., Page], css: str) -> Callable[..., Page]:
    """Mount a payload with a host that writes down what it hears in `window.chosen`."""

    def mount_it(payload: dict[str, Any], **options: Any) -> Page:
        page = open_page(**options)
        page.evaluate(_MOUNT, [payload, css])
        return page

    return mount_it
