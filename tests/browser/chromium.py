"""Chromium for the tests: the system's, the user's Chrome, or Playwright's own."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, Playwright, sync_playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
_ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
_HELP = (
    "no Chromium was found for the browser tests: install one (Debian: apt-get install chromium; "
    "elsewhere: python -m playwright install chromium), or name one in GARDEN_NB_CHROMIUM"
)


def find_chromium(playwright: Playwright) -> str:
    """Return the path of a Chromium.

    Raises:
        RuntimeError: There is none; browser tests fail then, they are never skipped.
    """
    named = os.environ.get("GARDEN_NB_CHROMIUM")
    found = (shutil.which(name) for name in _NAMES)
    own = playwright.chromium.executable_path
    for path in (named, *found, str(_MAC), own):
        if path and Path(path).exists():
            return path
    raise RuntimeError(_HELP)


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Start a headless Chromium, and stop it in the end.

    Playwright keeps an event loop running in this thread meanwhile: open it per test module.
    """
    with sync_playwright() as playwright:
        path = find_chromium(playwright)
        browser = playwright.chromium.launch(executable_path=path, args=list(_ARGUMENTS))
        yield browser
        browser.close()


class Watch:
    """What went wrong in a page, or left the machine.

    Attributes:
        errors: Uncaught errors and errors on the console.
        outside: Addresses asked for that are not on this machine; they are refused.
    """

    def __init__(self, page: Page) -> None:
        self.errors: list[str] = []
        self.outside: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._note)
        page.route("**/*", self._guard)

    def _note(self, message) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def _guard(self, route) -> None:
        address = route.request.url
        local = ("http://127.0.0.1", "ws://127.0.0.1", "data:", "blob:", "file:")
        if address.startswith(local):
            route.continue_()
        else:
            self.outside.append(address)
            route.abort()
