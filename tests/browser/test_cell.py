"""The big cell in real JupyterLab: two models, two prompts, 100 cases, 2 repeats, and a judge."""

import json
import re

import nbformat
import pytest
from open_notebook import OpenNotebook
from playwright.sync_api import expect
from sample_report import MIME

from loopback import LoopbackServer, Temper

expect.set_options(timeout=60_000)  # kernels on a busy machine

KEY = "sk-loopback-0123456789abcdef"
SETUP = """
%load_ext garden_nb
import pandas as pd
qa_df = pd.DataFrame(
    {
        "question": [f"What is {i} + {i + 1}?" for i in range(100)],
        "answer": [str(2 * i + 1) for i in range(100)],
    }
)
"""
CELL = """%%garden qa_df -o result
variants:
  small: {model: openai/stand-in-small, system: "One word.", prompt: "{question}"}
  large: {model: openai/stand-in-large, system: "One word.", prompt: "{question}"}
  small-steps: openai/stand-in-small
  large-steps: openai/stand-in-large
baseline: small
prompt: "Think step by step, say only the number. {question}"
expected: answer
scorers: [exact_match]
judge: {model: openai/stand-in-judge, criterion: "Correct and helpful", scale: [1, 5]}
gates: {"large:exact_match": 0.6}
repeats: 2
concurrency: 16
"""
LOOK = "print(result.baseline, len(result.variants))"
TRIALS = 4 * 100 * 2

BARS = """() => [...document.querySelectorAll('*')].flatMap(
  (node) => [node, ...(node.shadowRoot?.querySelectorAll('*') ?? [])])
  .filter((node) => node.getAttribute?.('role') === 'progressbar')
  .map((node) => [node.getAttribute('aria-valuenow'), node.getAttribute('aria-valuemax')])
  .map((pair) => pair.map(Number)).filter(([, max]) => max === 200)"""


@pytest.fixture
def provider(monkeypatch):
    """A provider that Jupyter's kernels know."""
    with LoopbackServer(Temper(latency_s=0.05)) as server:
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        monkeypatch.setenv("OPENAI_API_BASE", server.base_url)
        yield server


def start_cell(notebook: OpenNotebook, index: int) -> None:
    notebook.evaluate(
        "panel.content.activeCellIndex = argument;"
        "window.jupyterapp.commands.execute('notebook:run-cell');",
        index,
    )


def calls(provider: LoopbackServer) -> dict[str, int]:
    models = [request.model for request in provider.requests]
    return {model: models.count(model) for model in sorted(set(models))}


def test_the_big_cell_from_bars_to_saved_report(serve, open_notebook, provider):
    server = serve("lab")
    cells = [nbformat.v4.new_code_cell(source) for source in (SETUP, CELL, LOOK)]
    server.write("cell.ipynb", nbformat.v4.new_notebook(cells=cells))
    notebook = open_notebook(server, "cell.ipynb")
    notebook.run_cell(0)
    start_cell(notebook, 1)

    # bars move while the run goes on
    notebook.page.wait_for_function(
        f"() => {{ const bars = ({BARS})(); "
        "return bars.length === 4 && bars.every(([now, max]) => now > 0 && now < max); }"
    )
    early = notebook.page.evaluate(BARS)
    notebook.page.wait_for_function(
        f"(early) => {{ const bars = ({BARS})(); "
        "return bars.length === 4 && bars.every(([now], i) => now > early[i][0]); }",
        arg=early,
    )

    # the report takes their place
    expect(notebook.headline).to_have_text(re.compile("^Switch to large"), timeout=100_000)
    assert notebook.page.evaluate(BARS) == []
    expect(notebook.report).to_contain_text("100 cases × 2 runs")
    notebook.wait_idle()
    agents = {"stand-in-large": TRIALS // 2, "stand-in-small": TRIALS // 2}
    assert calls(provider) == {**agents, "stand-in-judge": TRIALS}

    # what is chosen in the page is chosen in Python, and the cell again calls nobody
    notebook.choose("Baseline", "large")
    assert notebook.run_cell(2).split() == ["large", "4"]
    notebook.run_cell(1)
    expect(notebook.report).to_contain_text(f"{TRIALS} reused, 0 new calls")
    assert len(provider.requests) == 2 * TRIALS
    assert notebook.watch.outside == []

    notebook.save()
    saved = server.read("cell.ipynb")
    (output,) = [o for o in saved.cells[1].outputs if MIME in o.get("data", {})]
    assert set(output.data) == {MIME, "text/html", "text/plain"}
    text = json.dumps(saved)
    assert "widgets" not in saved.metadata
    assert "widget-view" not in text
    assert KEY not in text
