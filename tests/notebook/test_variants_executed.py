"""`run_variants` in a notebook: awaited in a cell, shown once, and again where it is asked for."""

import nbformat
from nbclient import NotebookClient

REPORT = "application/vnd.garden.report+json"

RUN = """
from garden_nb import Variants, run_variants
tasks = [
    {"inputs": {"input": str(n)}, "reference_outputs": {"answer": str(n % 2)}} for n in range(40)
]
agents = {"zero": lambda text: "0", "parity": lambda text: str(int(text) % 2)}
board = await run_variants(tasks, variants=Variants(agents), scorers=["exact_match"])
board
"""


def test_a_board_shows_its_report_once_per_cell(tmp_path):
    sources = (RUN, "board", "board.leaderboard('exact_mach')")
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    notebook = nbformat.v4.new_notebook(cells=cells)
    where = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(
        notebook, timeout=120, kernel_name="python3", allow_errors=True, resources=where
    ).execute()
    for cell in notebook.cells[:2]:
        (shown,) = [output["data"] for output in cell["outputs"] if "data" in output]
        assert set(shown) == {REPORT, "text/html", "text/plain"}
        assert shown["text/plain"].startswith("Switch to parity.")
    (error,) = notebook.cells[2]["outputs"]
    assert error["ename"] == "InputError"
    assert len(error["traceback"]) == 1
    assert "exact_match" in error["traceback"][0]
