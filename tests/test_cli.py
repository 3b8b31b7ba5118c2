"""The command line: `garden run FILE` over real HTTP, what it writes where, and exit codes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from garden_nb.cli import main
from garden_nb.engine.llm.door import warm_up
from loopback import LoopbackServer, Temper
from loopback.fixtures import loopback

__all__ = ["loopback"]

KEY = "sk-loopback-0123456789abcdef"
SPEC = """
cases: sums.jsonl
variants:
  large: openai/stand-in-large
  flaky: {model: openai/flaky, system: "Be brief."}
  broken: openai/broken
  silent: openai/silent
  refused: openai/refused
  nobody: {model: anthropic/none, prompt: "{question}"}
prompt: "{question} Only the number."
scorers: [exact_match]
judge: {model: openai/stand-in-judge, criterion: Right, scale: [1, 5]}
gates: {"large:exact_match": 0.1, "flaky:exact_match": 0.1}
timeout_s: 2
retries: 1
"""
ALONE = "cases: sums.jsonl\nscorers: [exact_match]\nprompt: '{question} Only the number.'\n"


@pytest.fixture(scope="module", autouse=True)
def _litellm():
    """Load litellm with what its first call loads, whose warnings are none of ours."""
    warm_up()


@pytest.fixture
def folder(tmp_path, monkeypatch, loopback):
    """A folder with specs and cases, whose provider is the loopback server."""
    rows = [{"question": f"What is {i} + {i}?", "answer": str(2 * i)} for i in range(12)]
    (tmp_path / "sums.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    (tmp_path / "all.yaml").write_text(SPEC, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_API_BASE", loopback.base_url)
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    return tmp_path


@pytest.fixture
def garden(folder, monkeypatch, capfd):
    """Run a command in this process: its exit code, stdout and stderr."""

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["garden", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        return (ended.value.code, *capfd.readouterr())

    return run


def write(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(ALONE + text, encoding="utf-8")
    return name


def test_nothing_of_litellm_s_is_printed(folder, loopback: LoopbackServer):
    """Answers, retries, broken bodies, hanging calls, a refused key, a missing key, a judge."""
    loopback.script(Temper.refusing(500, "oops", retry_after="0"), model="flaky")
    loopback.always("broken", Temper(body=b'{"choices": [{"mess'))
    loopback.script(*[Temper(hangs=True)] * 2, model="silent")
    loopback.always("refused", Temper.refusing(401, f"Incorrect API key provided: {KEY}"))
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LITELLM")}
    done = subprocess.run(
        [sys.executable, "-W", "default", "-m", "garden_nb", "run", "all.yaml"],
        env=kept,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    lines = done.stderr.splitlines()
    progress = [line for line in lines if line.startswith(("interim · ", "finished · "))]
    stopped = sorted(line.partition(": ")[0] for line in lines if " stopped: " in line)
    assert stopped == ["nobody stopped", "refused stopped"]
    headline = done.stdout.partition("\n")[0]
    assert sorted(lines) == sorted(
        [*progress, *(line for line in lines if " stopped: " in line), headline]
    )
    assert "finished · large 12/12" in progress[-1]
    assert "refused left out (openai/refused: the key was refused." in done.stdout
    assert "nobody left out (anthropic/none: there is no API key." in done.stdout
    assert done.returncode == 0, done.stderr
    for said in (done.stdout, done.stderr):
        assert "litellm" not in said.lower()
        assert KEY not in said
    assert KEY.encode() not in (folder / "garden.db").read_bytes()


def test_gates_decide_the_exit_code(garden, folder):
    passing = write(
        folder, "a.yaml", "variants: {a: openai/stand-in-large}\ngates: {a:exact_match: 0.5}"
    )
    code, out, err = garden("run", passing, "--name", "sums")
    assert code == 0, out + err
    assert "✓ pass: a:exact_match ≥ 0.50" in out
    assert "finished · a 12/12" in err
    assert garden("report", "sums")[0] == 0
    failing = write(
        folder, "b.yaml", "variants: {a: openai/stand-in-large}\ngates: {exact_match: 1}"
    )
    code, out, err = garden("run", failing)
    assert code == 1, out + err
    assert "12 reused, 0 new calls" in out
    assert garden("resume")[0] == 1


def test_a_gate_about_a_variant_that_was_refused_fails(garden, folder, loopback):
    loopback.always("gone", Temper.refusing(401, "Incorrect API key provided"))
    spec = write(
        folder,
        "c.yaml",
        "variants: {a: openai/stand-in-large, b: openai/gone}\ngates: {exact_match: 0.1}",
    )
    code, out, err = garden("run", spec)
    assert code == 1, out + err
    assert "no data for b" in out
    assert err.count("the key was refused") == 1


def test_nothing_evaluated_is_3(garden, folder, loopback):
    loopback.always("gone", Temper.refusing(401, "Incorrect API key provided"))
    spec = write(folder, "d.yaml", "variants: {a: openai/gone}\ngates: {exact_match: 0.1}")
    code, out, _ = garden("run", spec)
    assert code == 3
    assert out.startswith("No result: a had to be stopped.\n")
    assert garden("report")[0] == 3


def test_a_mistake_is_2_and_lists_every_problem(garden, folder):
    spec = write(
        folder, "e.yaml", "varients: {a: openai/x}\ngates: {exact_match: none}\nrepeats: 0"
    )
    code, out, err = garden("run", spec)
    assert (code, out) == (2, "")
    assert err == (
        "garden: 3 problems:\n"
        "  - e.yaml:4:1: unknown key 'varients'. Did you mean \"variants\"?\n"
        "  - e.yaml:5:22: exact_match is 'none'. Accepted: a number (a floor), or rules such as"
        " {min: 0.6, min_delta: -0.02}.\n"
        "  - e.yaml:6:10: repeats is 0. Accepted: a whole number from 1 to 1,000.\n"
    )
    for arguments in (("rnu",), ("run",), ("run", "none.yaml"), ("report", "--store", "none.db")):
        code, out, err = garden(*arguments)
        assert (code, out) == (2, "")
        assert "Traceback" not in err


def test_commands_that_call_nobody_print_their_result(garden, folder, loopback):
    spec = write(folder, "f.yaml", "variants: {a: openai/stand-in-large}")
    code, out, err = garden("estimate", spec)
    assert (code, err, loopback.requests) == (0, "", [])
    assert out.startswith("12 calls.\nCost: unknown")
    garden("run", spec, "--name", "one")
    called = len(loopback.requests)
    _, schema, _ = garden("schema")
    assert json.loads(schema)["properties"]["variants"]
    code, out, _ = garden("runs")
    assert code == 0, out + err
    assert out.startswith("one  ")
    assert garden("export", "report.html", "one") == (0, "wrote report.html\n", "")
    assert (folder / "report.html").is_file()
    assert len(loopback.requests) == called


def test_what_failed_is_called_again_and_runs_are_listed_and_deleted(garden, folder, loopback):
    loopback.script(*[Temper.refusing(500, "oops")] * 12, model="stand-in-large")
    spec = write(folder, "f.yaml", "variants: {a: openai/stand-in-large}\nretries: 0")
    code, out, _ = garden("run", spec, "--name", "sums")
    assert code == 0, out
    code, out, _ = garden("runs")
    assert code == 0
    assert out.startswith("sums  ")
    assert "0 of 12 trials, 12 failed  a" in out
    code, out, err = garden("rerun-failed", "sums")
    assert code == 0, out + err
    assert "finished · a 12/12" in err
    code, out, _ = garden("delete", "sums")
    assert code == 0
    assert out.startswith("'sums' is 1 run (12 of 12 trials")
    assert "Nothing was deleted; say --yes" in out
    code, out, _ = garden("delete", "sums", "--yes")
    assert (code, out) == (0, "deleted 'sums': 1 run, 24 outputs; what other runs use is kept\n")
    assert garden("runs")[1] == "no runs\n"
    assert garden("delete", "sums", "--yes")[0] == 2
