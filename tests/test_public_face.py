"""The public face: few names, all documented, and an import that loads nothing heavy."""

import json
import subprocess
import sys

import pytest

import garden_nb

FRAMEWORKS = ("ag2", "agents", "langchain_core", "pydantic_ai", "smolagents")
HEAVY = (
    *("numpy", "pandas", "scipy", "altair", "litellm", "jupyterlab", "anywidget", "ipywidgets"),
    *FRAMEWORKS,
)

PROBE = """
import json, resource, sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
before = set(sys.modules)
used = lambda: sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
start = used()
import garden_nb
shell.run_line_magic("load_ext", "garden_nb")
cost = used() - start
print(json.dumps({
    "heavy": sorted(set(HEAVY) & set(sys.modules)),
    "cost_s": cost,
    "magic": "garden" in shell.magics_manager.magics["line"],
}))
shell.run_line_magic("unload_ext", "garden_nb")
print("garden" in shell.magics_manager.magics["line"])
"""


def probe(code):
    done = subprocess.run(
        [sys.executable, "-c", f"HEAVY = {HEAVY!r}\n{code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_import_and_load_ext_load_nothing_heavy_and_bring_the_magic():
    answer, left = probe(PROBE)
    found = json.loads(answer)
    assert found["heavy"] == []
    assert found["magic"]
    assert found["cost_s"] <= 0.3
    assert left == "False"


def test_all_is_sorted_and_every_name_is_there_and_documented():
    assert garden_nb.__all__ == sorted(garden_nb.__all__)
    for name in garden_nb.__all__:
        assert getattr(garden_nb, name).__doc__, name
    assert set(garden_nb.__all__) <= set(dir(garden_nb))


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'Gardn'"):
        _ = garden_nb.Gardn
