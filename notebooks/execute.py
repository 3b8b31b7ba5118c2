"""Execute the notebooks again and keep them here with their outputs: `python notebooks/execute.py`.

The quickstart's source is a part of the package. Every Markdown file here is the source of a
notebook: blocks marked `python` become its cells, the rest its text. The models of these notebooks
are played by a server on this machine, whose address no notebook holds.
"""

import os
import re
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests"))

from garden_nb.demo.run import execute_quickstart  # noqa: E402
from loopback import LoopbackServer, Temper  # noqa: E402

BLOCK = re.compile(r"^```python *([\w-]*)\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
LATENCY_S = 0.05


def read_source(text: str) -> nbformat.NotebookNode:
    """Return the notebook of a Markdown text, without outputs."""
    notebook = nbformat.v4.new_notebook()
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    # split: text, tag and code of the first block, text, tag and code of the second, ...
    texts, tags, codes = (BLOCK.split(text)[start::3] for start in range(3))
    for number, words in enumerate(texts):
        if words.strip():
            notebook.cells.append(nbformat.v4.new_markdown_cell(words.strip()))
        if number < len(codes):
            cell = nbformat.v4.new_code_cell(codes[number])
            cell.metadata["tags"] = [tags[number]] if tags[number] else []
            notebook.cells.append(cell)
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
    return notebook


def execute(notebook: nbformat.NotebookNode, environment: dict[str, str]) -> None:
    """Execute a notebook in an empty folder, with a key that opens nothing."""
    with tempfile.TemporaryDirectory(prefix="garden-notebook-") as folder:
        client = NotebookClient(
            notebook,
            timeout=600,
            kernel_name="python3",
            resources={"metadata": {"path": folder}},
            store_widget_state=False,
        )
        client.execute(env={**os.environ, **environment})


def main() -> None:
    """Execute all notebooks."""
    execute_quickstart(HERE / "quickstart.ipynb")
    for source in sorted(HERE.glob("*.md")):
        notebook = read_source(source.read_text(encoding="utf-8"))
        with LoopbackServer(Temper(latency_s=LATENCY_S)) as server:
            execute(notebook, {"OPENAI_API_BASE": server.base_url, "OPENAI_API_KEY": "none"})
        nbformat.write(notebook, source.with_suffix(".ipynb"))


if __name__ == "__main__":
    main()
