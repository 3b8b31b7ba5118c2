"""The package's public face is light."""

import subprocess
import sys

import pytest

import garden_nb.demo

LOADED = """
import sys
import garden_nb.demo
print(sorted({"numpy", "pandas", "scipy", "asyncio", "sqlite3"} & set(sys.modules)))
print(sorted(name for name in sys.modules if name.startswith("garden_nb.demo")))
"""


def test_importing_loads_nothing_heavy():
    done = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["[]", "['garden_nb.demo']"]


def test_public_names_are_sorted_and_there():
    names = garden_nb.demo.__all__
    assert names == sorted(names)
    assert set(names) <= set(dir(garden_nb.demo))
    assert all(callable(getattr(garden_nb.demo, name)) for name in names)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'demo_answers'"):
        _ = garden_nb.demo.demo_answers
