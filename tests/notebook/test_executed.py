"""Notebooks executed by a program: what is saved, what a mistake looks like, what stays out."""

import json
import re
from importlib.resources import files
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from garden_nb.present.payload import unpack

REPORT = "application/vnd.garden.report+json"
NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"

SETUP = """
from garden_nb import Garden, exact_match
cases = [{"question": str(n), "expected": str(n % 2)} for n in range(200)]
agents = {
    "zero": lambda question: "0",
    "parity": lambda question: int(question) % 2,
    "one": lambda question: "1",
    "even": lambda question: str(int(question) % 4 // 2),
}
garden = Garden(cases, agents, scorers=[exact_match], gates={"exact_match": 0.4})
"""


def execute(folder, *sources, allow_errors=False):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(s) for s in sources])
    client = NotebookClient(
        notebook,
        timeout=120,
        kernel_name="python3",
        allow_errors=allow_errors,
        resources={"metadata": {"path": str(folder)}},
    )
    client.execute()
    return notebook


def bundles(cell):
    return [output["data"] for output in cell["outputs"] if "data" in output]


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    return execute(tmp_path_factory.mktemp("nb"), SETUP, "garden.run()", "report = _", "report")


def test_the_report_is_one_output_of_three_types_and_shown_once(executed):
    (shown,) = bundles(executed.cells[1])
    assert set(shown) == {REPORT, "text/html", "text/plain"}
    assert shown["text/plain"].startswith("Switch to parity.")
    (again,) = bundles(executed.cells[3])
    assert again[REPORT]["state"]["baseline"] == "zero"


def test_nothing_dead_and_no_address_is_saved(executed):
    text = json.dumps(executed)
    assert "widget-view" not in text
    assert "widgets" not in executed.metadata
    for host in ("cdn.", "unpkg", "jsdelivr", "https://", "http://"):
        assert host not in text.replace("http://www.w3.org/", ""), host


def test_a_saved_report_of_4_variants_and_200_cases_is_small(executed):
    size = len(json.dumps(executed.cells[1]["outputs"]))
    assert size <= 150_000, f"{size:,} bytes"


def test_payload_views_hold_every_baseline(executed):
    bundle = bundles(executed.cells[1])[0]
    assert "packed" not in bundle[REPORT]
    (packed,) = re.findall(r'"packed": ?"([^"]+)"', bundle["text/html"])
    payload = unpack(packed)
    for baseline in ("zero", "parity", "one", "even"):
        for adjust in ("holm", "fdr_bh", "maxt", "none"):
            assert f'["{baseline}","{adjust}","fail"]' in payload["views"]


@pytest.mark.parametrize(
    "mistake",
    [
        'Garden(cases, {"a": agents["zero"]}, baseline="b")',
        "Garden(cases, {})",
        "Garden([{'id': 1, 'q': 'a'}, {'id': '1', 'q': 'b'}], agents)",
        "Garden(cases, agents, scorers=[lambda outputs: 1])",
        'Garden(cases, agents, scorers=[exact_match], gates={"exact": 0.5})',
        "%garden dmo",
        "%garden demo --wide",
    ],
)
def test_a_mistake_has_one_message_and_no_traceback(tmp_path, mistake):
    notebook = execute(tmp_path, "%load_ext garden_nb", SETUP, mistake, allow_errors=True)
    outputs = notebook.cells[2]["outputs"]
    text = json.dumps(outputs)
    assert "Traceback" not in text
    assert "site-packages" not in text
    assert "File " not in text
    assert "rror" in text


def test_a_bug_keeps_its_traceback(tmp_path):
    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        execute(tmp_path, SETUP, "1 / 0")


def test_the_quickstart_runs_and_its_executed_copy_has_the_same_cells():
    source = nbformat.reads(
        (files("garden_nb.demo") / "quickstart.ipynb").read_text(encoding="utf-8"), as_version=4
    )
    saved = nbformat.read(NOTEBOOKS / "quickstart.ipynb", as_version=4)
    assert [cell.source for cell in saved.cells] == [cell.source for cell in source.cells]
    assert all(cell.outputs for cell in saved.cells if "garden.run()" in cell.source)
    assert "widgets" not in saved.metadata
    assert not [o for c in saved.cells for o in c.get("outputs", ()) if o.output_type == "error"]
