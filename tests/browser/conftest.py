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


class _Servers:
    """Servers that end together."""

    def __init__(self) -> None:
        self._started: list[JupyterServer] = []

    def start(self, home: Path, app: str = "lab", *, kernels: bool = True) -> JupyterServer:
        self._started.append(JupyterServer(home, app, kernels=kernels))
        return self._started[-1].start()

    def stop(self) -> None:
        for server in self._started:
            server.stop()


@pytest.fixture(scope="module")
def start_server() -> Iterator[Callable[..., JupyterServer]]:
    """Start servers that a module shares: `start_server(home, app, kernels=True)`."""
    servers = _Servers()
    yield servers.start
    servers.stop()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., JupyterServer]]:
    """Start servers: `serve(app="lab", kernels=True)`; each has its own folder, no trust."""
    number = itertools.count()
    servers = _Servers()
    yield lambda app="lab", *, kernels=True: servers.start(
        tmp_path / f"server-{next(number)}", app, kernels=kernels
    )
    servers.stop()


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
