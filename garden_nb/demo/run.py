"""The demo: a real garden that needs no key and no network."""

import shutil
import tempfile
import weakref
from importlib.resources import as_file, files
from pathlib import Path

from garden_nb.demo import demo_agents, demo_cases
from garden_nb.engine.scorers import exact_match
from garden_nb.flows.garden import Garden
from garden_nb.flows.report import Report

__all__ = ["demo_garden", "execute_quickstart", "run_demo", "write_demo"]

_REPORT = "garden-report.html"
_NOTEBOOK = "quickstart.ipynb"


def demo_garden(store: str | Path) -> Garden:
    """Return the garden of the demo: search agents, questions, one scorer, one gate."""
    return Garden(
        demo_cases(),
        demo_agents(),
        scorers=[exact_match],
        baseline="keywords",
        gates={"exact_match": 0.5},
        store=store,
    )


def run_demo() -> Report:
    """Run the demo and return its report, with which its journal is thrown away."""
    folder = Path(tempfile.mkdtemp(prefix="garden-demo-"))
    try:
        report = demo_garden(folder / "garden.db").run()
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    weakref.finalize(report, shutil.rmtree, folder, ignore_errors=True)
    return report


def write_demo(report: Report, out: Path) -> list[str]:
    """Write the report and the executed quickstart notebook into `out`.

    Returns:
        One line per file that says where it is.
    """
    out.mkdir(parents=True, exist_ok=True)
    page, notebook = out / _REPORT, out / _NOTEBOOK
    report.to_html(page)
    execute_quickstart(notebook)
    return [
        report.decision.headline,
        f"report:   {page.resolve()}",
        f"notebook: {notebook.resolve()}",
    ]


def execute_quickstart(path: Path) -> None:
    """Execute the quickstart notebook in a kernel of this environment and save it to `path`."""
    import nbformat  # noqa: PLC0415
    from nbclient import NotebookClient  # noqa: PLC0415

    with as_file(files("garden_nb.demo") / _NOTEBOOK) as source:
        notebook = nbformat.read(source, as_version=4)
    with tempfile.TemporaryDirectory(prefix="garden-quickstart-") as folder:
        client = NotebookClient(
            notebook,
            timeout=600,
            kernel_name="python3",
            resources={"metadata": {"path": folder}},
            store_widget_state=False,
            extra_arguments=["--log-level=ERROR"],
        )
        client.execute()
    nbformat.write(notebook, path)
