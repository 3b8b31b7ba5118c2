"""The JSDoc types of the front end hold: TypeScript checks them, as an outside program."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "garden_nb"
_COMPILER = ("npx", "-y", "-p", "typescript@5.9", "tsc")
_OPTIONS = {
    "allowJs": True,
    "checkJs": True,
    "noEmit": True,
    "strict": True,
    "target": "es2023",
    "module": "esnext",
    "moduleResolution": "bundler",
    "lib": ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
    "types": [],
    "rootDirs": [
        str(PACKAGE / part / "static") for part in ("present", "labextension", "notebook")
    ],
}


def _run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [*_COMPILER, *arguments]
    return subprocess.run(command, capture_output=True, check=False, text=True, timeout=100)


def test_types(tmp_path):
    if shutil.which("npx") is None:
        pytest.skip("npx is not there: the types are checked where Node.js is")
    if _run("--version").returncode != 0:
        pytest.skip("TypeScript could not be had from the npm registry")
    files = [*PACKAGE.rglob("*.js"), *PACKAGE.rglob("*.d.ts")]
    assert len(files) > 7
    config = {"compilerOptions": _OPTIONS, "files": list(map(str, files))}
    (tmp_path / "tsconfig.json").write_text(json.dumps(config))
    checked = _run("-p", str(tmp_path))
    assert checked.stdout == ""
    assert checked.returncode == 0
