"""README's cell and snippet about models do what README says."""

import re
from pathlib import Path

README = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
SETUP = """
from garden_nb import Garden
qa_df = pd.DataFrame(
    {
        "question": [f"What is {i} + {i}?" for i in range(10)],
        "answer": [str(2 * i) for i in range(10)],
    }
)
def my_scorer(output):
    return len(output) < 20
"""


def block(start: str) -> str:
    """Return README's block that starts like this."""
    blocks = re.findall(r"^```\w+\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    (found,) = [code for code in blocks if code.startswith(start)]
    return found


def test_the_cell_runs_and_runs_again_without_a_call(live, place, calls):
    live.run(SETUP)
    executed = live.run(block("%%garden"))
    assert calls() == {"gpt-4o-mini": 40, "gpt-4o": 20 + 60}
    assert "final · 10 cases × 2 runs" in executed.reports[0]
    assert "large:numeric_match ≥ 0.60" in executed.reports[0]
    assert "60 reused, 0 new calls" in live.run(block("%%garden")).reports[0]
    assert calls() == {}


def test_the_snippet_estimates_and_writes_a_cell(live, place, calls):
    live.run(SETUP)
    executed = live.run(block("garden = Garden(\n    qa_df"))
    assert executed.error == ""
    assert calls() == {}
    before = live.run("garden.estimate()").shown[0]["text/plain"]
    assert re.search(r"^Cost: \$0\.\d+ to \$0\.\d+\.$", before, re.MULTILINE)
    assert live.run(f"%%garden qa_df\n{executed.printed}").reports
    assert calls() == {"gpt-4o-mini": 10, "gpt-4o": 10}
    after = live.run("garden.estimate()").shown[0]["text/plain"]
    assert after.startswith("0 calls; 20 results reused.\nCost: nothing.")
