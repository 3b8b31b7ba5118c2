"""litellm is loaded by the first call only, and is neither heard nor seen."""

import os
import subprocess
import sys
from pathlib import Path

from loopback import LoopbackServer, Temper

LIGHT = """
import sys
import garden_nb
from garden_nb.engine.judge import Judge
from garden_nb.engine.llm import LlmAgent
from garden_nb.core.variants import parse_variants

parse_variants({"a": LlmAgent(model="openai/x", prompt="{question}")}, [])
Judge(model="openai/x", criterion="Correct").scorer
print([name for name in ("litellm", "openai", "httpx", "jsonschema") if name in sys.modules])
"""

RUN = """
import sys
from pathlib import Path
from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.variants import parse_variants
from garden_nb.engine.judge import Judge
from garden_nb.engine.llm import LlmAgent
from garden_nb.engine.runner import RunRequest, start_run

base, folder = sys.argv[1:]
door = {"api_base": base, "api_key": "sk-loopback-0123456789"}
cases = CaseSet(
    tuple(Case(f"c{i}", {"question": f"What is {i} + 1?"}) for i in range(6)), question="question"
)
agents = {
    name: LlmAgent(model=f"openai/{name}", **door)
    for name in ("gpt-4o-mini", "flaky", "broken", "silent", "refused")
}
agents["nobody"] = LlmAgent(model="nobody/knows", **door)
judge = Judge(model="openai/gpt-4o", criterion="Correct", **door)
for name in ("one", "two"):
    request = RunRequest(
        cases, parse_variants(agents, []), (judge,), timeout_s=1.5, retries=1, concurrency=12,
        store=Path(folder) / f"{name}.db",
    )
    run = start_run(request)
    assert run.wait(60)
    done = [record.variant for record in run.records() if record.output]
    print(name, done.count("gpt-4o-mini"), done.count("flaky"), sorted(run.stopped))
"""


def python(code: str, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    root = Path(__file__).parents[2]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LITELLM")}
    return subprocess.run(
        [sys.executable, "-W", "default", "-c", code, *arguments],
        env=kept | {"PYTHONPATH": str(root)} | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_variants_and_judges_are_made_without_litellm():
    done = python(LIGHT)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_a_run_says_nothing_of_litellm_s(tmp_path):
    """Answers, retries, broken bodies, a hanging call, a refused key, an unknown provider."""
    with LoopbackServer() as server:
        server.script(Temper.refusing(500, "oops", retry_after="0"), model="flaky")
        server.always("broken", Temper(body=b'{"choices": [{"mess'))
        server.always("silent", Temper(hangs=True))
        server.always("refused", Temper.refusing(401, "Incorrect API key provided"))
        done = python(RUN, server.base_url, str(tmp_path))
    stopped = ["nobody", "refused"]
    assert done.stdout == f"one 6 6 {stopped}\ntwo 6 6 {stopped}\n"
    assert done.stderr == ""
