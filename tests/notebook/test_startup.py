"""What an installation brings to IPython and Jupyter besides the package."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
STARTUP = ROOT / "jupyter-config" / "ipython" / "startup" / "50-garden-nb.py"
_PROBE = f"""
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
before = set(sys.modules)
names = set(shell.user_ns)
shell.safe_execfile({str(STARTUP)!r}, shell.user_ns)
assert set(sys.modules) - before == set(), set(sys.modules) - before
assert set(shell.user_ns) == names
magics = shell.magics_manager.lsmagic()
assert "garden" in magics["line"], magics["line"]
shell.run_line_magic("garden", "--help")
assert "garden_nb" in sys.modules
"""


def test_startup_file_adds_the_magic_and_imports_nothing():
    command = [sys.executable, "-c", _PROBE]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0, done.stderr
    assert "demo" in done.stdout


def test_labextension_has_the_version_of_the_package():
    package = json.loads((ROOT / "garden_nb" / "labextension" / "package.json").read_text())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert package["version"] == project["version"]
    assert package["license"] == project["license"]


def test_every_file_that_the_labextension_imports_is_shipped():
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    shared = wheel["targets"]["wheel"]["shared-data"]
    folder = "share/jupyter/labextensions/garden-nb"
    shipped = {target for target in shared.values() if target.startswith(folder)}
    assert shipped == {folder, f"{folder}/static"}
    assert all((ROOT / source).exists() for source in shared)
    folders = [ROOT / "garden_nb" / "labextension" / "static", ROOT / "garden_nb/present/static"]
    names = [path.name for each in folders for path in each.iterdir()]
    assert len(set(names)) == len(names)
    for module in (path for each in folders for path in each.glob("*.js")):
        imported = re.findall(r"""['"]\./([\w.-]+)['"]""", module.read_text(encoding="utf-8"))
        assert set(imported) <= set(names), module
