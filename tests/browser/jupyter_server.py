"""A Jupyter server of its own for a test: no setting, trust or workspace of the user's."""

import json
import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import nbformat
from nbformat.sign import NotebookNotary

_BOOT_S = 60
_KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
_SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "notebook-extension/tracker": {"windowingMode": "none"},
}
_PAGE = {"buildAvailable": False, "buildCheck": False}  # a check that stopping would wait for


class JupyterServer:
    """JupyterLab or Notebook 7 on a folder of its own.

    Args:
        home: An empty folder for everything that the server keeps.
        app: `lab` or `notebook`.
        kernels: Whether there are any; without them none can start, whatever the page asks.
    """

    def __init__(self, home: Path, app: str = "lab", *, kernels: bool = True) -> None:
        self.app = app
        self.home = home
        self.root = home / "root"
        self._kernels = kernels
        self._process: subprocess.Popen[bytes] | None = None
        self.url = ""
        self.token = "test-token"
        self.root.mkdir(parents=True, exist_ok=True)

    def write(self, name: str, notebook: nbformat.NotebookNode, *, trusted: bool = False) -> Path:
        """Write a notebook into the server's folder, signed only where it is trusted.

        One that names no kernel gets Python's: nobody is there to be asked.
        """
        notebook.metadata.setdefault("kernelspec", dict(_KERNEL))
        path = self.root / name
        nbformat.write(notebook, path)
        if trusted:
            notary = NotebookNotary(data_dir=str(self._folder("data")))
            notary.sign(nbformat.read(path, as_version=4))
        return path

    def read(self, name: str) -> nbformat.NotebookNode:
        """Read a notebook as it is on disk."""
        return nbformat.read(self.root / name, as_version=4)

    def start(self) -> "JupyterServer":
        """Start the server and wait until it answers."""
        self._write_settings()
        log = (self.home / "server.log").open("wb")
        with log:
            self._process = subprocess.Popen(
                self._command(), env=self._environment(), stdout=log, stderr=log, cwd=self.root
            )
        self.url = self._wait()
        return self

    def stop(self) -> None:
        """Stop the server at once; kernels end with it, and nothing of it is read afterwards."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def address(self, name: str) -> str:
        """Return the address that opens a notebook, or a file of another kind."""
        place = "notebooks" if name.endswith(".ipynb") else "edit"
        place = "lab/tree" if self.app == "lab" else place
        return f"{self.url}{place}/{name}?token={self.token}"

    def _folder(self, name: str) -> Path:
        folder = self.home / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def _command(self) -> list[str]:
        module = "jupyterlab" if self.app == "lab" else "notebook"
        command = [sys.executable, "-m", module, "--no-browser", "--allow-root", "--port=0"]
        command += ["--ip=127.0.0.1", f"--ServerApp.root_dir={self.root}"]
        command += [f"--IdentityProvider.token={self.token}", "--ServerApp.port_retries=0"]
        name = "LabApp" if self.app == "lab" else "JupyterNotebookApp"
        command += [f"--{name}.expose_app_in_browser=True"]
        if not self._kernels:
            command += ["--KernelSpecManager.ensure_native_kernel=False"]
            command += ["--KernelSpecManager.allowed_kernelspecs=none"]
        return command

    def _environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "JUPYTER_DATA_DIR": str(self._folder("data")),
            "JUPYTER_CONFIG_DIR": str(self._folder("config")),
            "JUPYTER_RUNTIME_DIR": str(self._folder("runtime")),
            "JUPYTERLAB_SETTINGS_DIR": str(self._folder("settings")),
            "JUPYTERLAB_WORKSPACES_DIR": str(self._folder("workspaces")),
            "IPYTHONDIR": str(self._folder("ipython")),
            "JUPYTER_PLATFORM_DIRS": "1",
        }

    def _write_settings(self) -> None:
        for name, settings in _SETTINGS.items():
            path = self._folder("settings") / "@jupyterlab" / f"{name}.jupyterlab-settings"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(settings))
        page = self._folder("config/labconfig") / "page_config.json"
        page.write_text(json.dumps(_PAGE))

    def _wait(self) -> str:
        deadline = time.monotonic() + _BOOT_S
        while time.monotonic() < deadline:
            if self._process is None or self._process.poll() is not None:
                break
            url = self._written_url()
            if url is not None and self._answers(url):
                return url
            time.sleep(0.1)
        raise RuntimeError(f"no server:\n{(self.home / 'server.log').read_text()[-3000:]}")

    def _written_url(self) -> str | None:
        """Return where the server says it is, None while it has not written that down whole."""
        for found in self._folder("runtime").glob("jpserver-*.json"):
            try:
                written = json.loads(found.read_text())
            except json.JSONDecodeError:
                continue
            return written["url"].replace("localhost", "127.0.0.1")
        return None

    def _answers(self, url: str) -> bool:
        request = urllib.request.Request(  # noqa: S310  # this machine
            f"{url}api/status", headers={"Authorization": f"token {self.token}"}
        )
        try:
            with urllib.request.urlopen(request, timeout=5) as answer:  # noqa: S310
                return answer.status == 200
        except OSError:
            return False
