"""Jupyter in a real browser: servers, pages and notebooks of each test's own."""

import itertools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from chromium import open_browser
from jupyter_server import JupyterServer
from open_notebook import OpenNotebook
from playwright.sync_api import Browser, expect

expect.set_options(timeout=30_000)
_SIZE = {"width": 1280, "height": 900}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what drives a browser, and give it time: servers, kernels and pages start slowly."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.timeout(300))


@pytest.fixture(scope="session", autouse=True)
def installed_labextension() -> None:
    """The labextension that Jupyter finds is the one of this checkout: it is copied on install."""
    folder = Path(sys.prefix) / "share" / "jupyter" / "labextensions" / "garden-nb" / "static"
    package = Path(__file__).parents[2] / "garden_nb"
    folders = (package / "labextension" / "static", package / "present" / "static")
    for source in (path for each in folders for path in each.iterdir()):
        copy = folder / source.name
        if not copy.exists() or copy.read_bytes() != source.read_bytes():
            pytest.fail(f"{copy} is stale: run `pip install -e . --no-deps` again")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser per test module."""
    with open_browser() as browser:
        yield browser


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., JupyterServer]]:
    """Start servers: `serve(app="lab", kernels=True)`; each has its own folder, no trust."""
    servers: list[JupyterServer] = []
    number = itertools.count()

    def start(app: str = "lab", *, kernels: bool = True) -> JupyterServer:
        server = JupyterServer(tmp_path / f"server-{next(number)}", app, kernels=kernels)
        servers.append(server)
        return server.start()

    yield start
    for server in servers:
        server.stop()


@pytest.fixture
def open_notebook(browser: Browser) -> Iterator[Callable[..., OpenNotebook]]:
    """Open notebooks: `open_notebook(server, "a.ipynb", kernel=True, theme="light")`."""
    contexts = []

    def open_it(
        server: JupyterServer, name: str, *, kernel: bool = True, theme: str = "light"
    ) -> OpenNotebook:
        context = browser.new_context(viewport=_SIZE, color_scheme=theme)
        contexts.append(context)
        return OpenNotebook(context.new_page(), server.address(name), kernel=kernel)

    yield open_it
    for context in contexts:
        context.close()
