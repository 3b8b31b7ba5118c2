"""The tutorial about models: what is saved is what it gives, and it says who plays its models."""

import importlib.util
import json
import re
from pathlib import Path

import nbformat
import pytest

from loopback import LoopbackServer

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
REPORT = "application/vnd.garden.report+json"
TIMED = re.compile(r"\n\nlatency_ms: .*?(?=\n\n)", re.DOTALL)


@pytest.fixture(scope="module")
def script():
    """The script that executes the notebooks."""
    found = importlib.util.spec_from_file_location("execute", NOTEBOOKS / "execute.py")
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def source(script):
    """The notebook as it is written, without outputs."""
    text = (NOTEBOOKS / "choosing-a-model.md").read_text(encoding="utf-8")
    return script.read_source(text)


@pytest.fixture(scope="module")
def saved():
    """The executed copy."""
    return nbformat.read(NOTEBOOKS / "choosing-a-model.ipynb", as_version=4)


def told(notebook):
    """Return the reports and results that cells show, without dates and measured times."""
    shown = []
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            if REPORT in output.get("data", {}) or output.output_type == "execute_result":
                text = TIMED.sub("", output.data["text/plain"])
                shown.append(re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "", text))
    return shown


def test_the_executed_copy_has_the_cells_of_its_source(source, saved):
    assert [(c.cell_type, c.source) for c in saved.cells] == [
        (c.cell_type, c.source) for c in source.cells
    ]
    assert "**The models here are stand-ins.**" in saved.cells[0].source


def test_executed_again_it_says_the_same(script, source, saved):
    with LoopbackServer() as server:
        environment = {"OPENAI_API_BASE": server.base_url, "OPENAI_API_KEY": "none"}
        script.execute(source, environment)
        calls = len(server.requests)
    assert told(source) == told(saved)
    # 80 cases: 4 variants × 2, one edited variant × 2, then 2 variants and a judge
    assert calls == 80 * (4 * 2 + 2 + 2 + 2)
    assert any("480 reused, 160 new calls" in text for text in told(saved))


def test_only_the_cell_that_is_meant_to_be_wrong_is(saved):
    code = [cell for cell in saved.cells if cell.cell_type == "code"]
    (wrong,) = [c for c in code if any("UsageError" in o.get("text", "") for o in c.outputs)]
    assert wrong.metadata.tags == ["raises-exception"]
    assert not [o for cell in code for o in cell.outputs if o.output_type == "error"]


def test_nothing_of_the_machine_is_saved(saved):
    text = json.dumps(saved)
    assert "widgets" not in saved.metadata
    for trace in ("widget-view", "127.0.0.1", "/tmp", "/home", "/root", "Traceback", "sk-"):  # noqa: S108
        assert trace not in text, trace
    assert len(text) < 700_000
