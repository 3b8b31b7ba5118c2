"""A kernel that executes cells one by one, as a notebook that somebody works in."""

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

__all__ = ["Executed", "LiveKernel"]

REPORT = "application/vnd.garden.report+json"


class Executed:
    """A cell after its execution."""

    def __init__(self, cell: nbformat.NotebookNode) -> None:
        self.outputs = cell.outputs

    @property
    def printed(self) -> str:
        """What went to stdout."""
        return self._stream("stdout")

    @property
    def said(self) -> str:
        """What went to stderr."""
        return self._stream("stderr")

    @property
    def shown(self) -> list[dict[str, Any]]:
        """What was displayed, each in all its MIME types."""
        return [output.data for output in self.outputs if "data" in output]

    @property
    def reports(self) -> list[str]:
        """The reports that were displayed, as text."""
        return [shown["text/plain"] for shown in self.shown if REPORT in shown]

    @property
    def error(self) -> str:
        """What went wrong, as a person reads it; empty where nothing did."""
        told = [output.traceback for output in self.outputs if output.output_type == "error"]
        return "\n".join(line for lines in told for line in lines) + self.said

    def _stream(self, name: str) -> str:
        streams = [o.text for o in self.outputs if o.output_type == "stream" and o.name == name]
        return "".join(streams)


class LiveKernel:
    """Executes cells one by one in one kernel, and keeps them all.

    Attributes:
        notebook: The cells so far, with their outputs.
    """

    def __init__(self, client: NotebookClient) -> None:
        self.notebook = client.nb
        self._client = client

    def run(self, source: str) -> Executed:
        """Execute a cell and return what came of it; errors are outputs."""
        cell = nbformat.v4.new_code_cell(source)
        self.notebook.cells.append(cell)
        self._client.execute_cell(cell, len(self.notebook.cells) - 1)
        return Executed(cell)

    def interrupted(self, source: str, when: Callable[[], bool]) -> Executed:
        """Execute a cell and interrupt it as soon as something is so."""
        with ThreadPoolExecutor(1) as threads:
            interrupting = threads.submit(self._interrupt, when)
            executed = self.run(source)
            interrupting.result()
        return executed

    def _interrupt(self, when: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 60
        while not when():
            if time.monotonic() > deadline:
                raise TimeoutError("the moment to interrupt never came")
            time.sleep(0.005)
        os.kill(self._client.km.provisioner.pid, 2)


@contextmanager
def live_kernel(folder: Path, **environment: str) -> Iterator[LiveKernel]:
    """Start a kernel in `folder` and shut it down afterwards."""
    client = NotebookClient(
        nbformat.v4.new_notebook(),
        timeout=100,
        kernel_name="python3",
        allow_errors=True,
        store_widget_state=False,
        resources={"metadata": {"path": str(folder)}},
    )
    with client.setup_kernel(env={**os.environ, **environment}):
        yield LiveKernel(client)
