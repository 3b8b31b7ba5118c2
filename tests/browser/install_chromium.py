"""Make sure that the browser tests find a Chromium; installs one where none is there.

Debian's through apt where that is permitted, else Playwright's own.
"""

import os
import shutil
import subprocess
import sys

from chromium import find_chromium
from playwright.sync_api import sync_playwright


def main() -> None:
    with sync_playwright() as playwright:
        try:
            path = find_chromium(playwright)
        except RuntimeError:
            path = None
    if path is None:
        install()
        with sync_playwright() as playwright:
            path = find_chromium(playwright)
    sys.stdout.write(f"browser: {path}\n")


def install() -> None:
    privileged = [] if os.geteuid() == 0 else ["sudo", "-n"]
    permitted = shutil.which("apt-get") and (not privileged or shutil.which("sudo"))
    if permitted and run(*privileged, "apt-get", "update", "-qq"):
        run(*privileged, "apt-get", "install", "-y", "-qq", "chromium")
    if not shutil.which("chromium"):
        run(sys.executable, "-m", "playwright", "install", "chromium")


def run(*command: str) -> bool:
    return subprocess.run(command, check=False, stdin=subprocess.DEVNULL).returncode == 0


if __name__ == "__main__":
    main()
