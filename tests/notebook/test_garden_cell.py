"""A `%%garden` cell that somebody works with: what it calls, reuses, shows, returns and keeps."""

import json
import re
from dataclasses import dataclass

import pytest
from live_kernel import Executed

SETUP = """
qa_df = pd.DataFrame(
    {
        "question": [f"What is {i} + {i + 1}?" for i in range(10)],
        "answer": [str(2 * i + 1) for i in range(10)],
    }
)
def is_short(output):
    return len(output) < 10
"""
CELL = """%%garden qa_df -o result
variants:
  terse: {model: openai/stand-in-large, system: "One word.", prompt: "{question}"}
  cot:
    model: openai/stand-in-large
    messages:
      - {role: system, content: "Think step by step."}
      - {role: user, content: "{question} Say only the number."}
    params: {temperature: 0.2}
  small-terse: {model: openai/stand-in-small, system: "One word."}
  small: openai/stand-in-small
baseline: terse
prompt: "Answer briefly: {question}"
expected: answer
scorers: [exact_match, {numeric_match: {tolerance: 0.01}}, is_short]
judge: {model: openai/stand-in-judge, criterion: "Correct and helpful", scale: [1, 5]}
gates: {"terse:exact_match": 0.6}
repeats: 2
"""
TRIALS = 10 * 2
AGENTS = {"stand-in-large": 2 * TRIALS, "stand-in-small": 2 * TRIALS}
ALL = {**AGENTS, "stand-in-judge": 4 * TRIALS}


@dataclass
class Step:
    """A cell that was executed, and the requests that came of it, by model."""

    executed: Executed
    calls: dict[str, int]

    @property
    def report(self) -> str:
        (report,) = self.executed.reports
        return report


@pytest.fixture(scope="module")
def worked(live, served, tmp_path_factory):
    """Work with one cell: run it, run it again, edit it."""
    folder = tmp_path_factory.mktemp("worked")
    live.run(f"%cd -q {folder}")
    live.run(SETUP)
    line, body = CELL.split("\n", 1)
    edited = body.replace(
        'stand-in-small, system: "One word."', 'stand-in-small, system: "Only that."'
    )
    cells = {
        "first": CELL,
        "result": "print(type(result).__name__, result.decision.headline)",
        "again": CELL,
        "estimate": f"%%garden qa_df --estimate\n{edited}",
        "edited": f"{line}\n{edited}",
        "back": f"%%garden qa_df\n{body}",
        "scorer": f"{line}\n{body.replace('is_short', 'is_short, length, similarity')}",
        "judged": f"{line}\n{body.replace('and helpful', 'and short')}",
        "correct": 'qa_df.loc[3, "answer"] = "8"',
        "corrected": CELL,
        "named": f"%%garden qa_df -o named --name mine\n{body}",
        "fresh": f"%%garden qa_df -o anew --name mine --fresh\n{body}",
        "runs": "%garden runs",
        "help": f"%%garden qa_df --help\n{body}",
    }
    steps = {}
    for name, cell in cells.items():
        before = len(served.requests)
        executed = live.run(cell)
        models = [request.model for request in served.requests[before:]]
        steps[name] = Step(executed, {m: models.count(m) for m in sorted(set(models))})
    steps["folder"] = folder
    return steps


def test_every_trial_is_one_call_and_every_output_is_judged_once(worked):
    step = worked["first"]
    assert step.calls == ALL
    assert "final · 10 cases × 2 runs · baseline as planned · 95 %" in step.report
    assert "terse:exact_match ≥ 0.60" in step.report
    assert worked["result"].executed.printed.startswith("Report ")


def test_a_report_is_shown_once_and_returned_once(worked):
    assert len(worked["first"].executed.shown) == 1  # -o: there is no further output
    assert len(worked["back"].executed.shown) == 1  # returned, and not shown again
    assert worked["first"].executed.error == worked["first"].executed.said
    assert "Traceback" not in worked["first"].executed.error


def test_running_the_cell_again_calls_nobody_and_says_so(worked):
    step = worked["again"]
    assert step.calls == {}
    assert "80 reused, 0 new calls" in step.report
    assert step.report.replace("80 reused, 0 new calls · ", "") == worked["first"].report


def test_editing_one_prompt_makes_exactly_that_variant_s_calls(worked):
    step = worked["edited"]
    assert step.calls == {"stand-in-small": TRIALS, "stand-in-judge": TRIALS}
    assert "60 reused, 20 new calls" in step.report


def test_taking_the_edit_back_calls_nobody(worked):
    assert worked["back"].calls == {}
    assert "80 reused, 0 new calls" in worked["back"].report


def test_the_estimate_knows_what_would_be_new_and_calls_nobody(worked):
    step = worked["estimate"]
    assert step.calls == {}
    (shown,) = step.executed.shown
    assert set(shown) == {"text/plain", "text/markdown"}
    assert shown["text/plain"].startswith("20 calls, and 20 calls of judges; 60 results reused.")
    assert "Cost: unknown, since no price is known of openai/stand-in-small" in shown["text/plain"]
    assert "| small-terse | openai/stand-in-small | 20 | 0 |" in shown["text/markdown"]


def test_a_further_scorer_calls_nobody(worked):
    step = worked["scorer"]
    assert step.calls == {}
    assert re.search(r"^length: mean", step.report, re.MULTILINE)
    assert re.search(r"^similarity: mean", step.report, re.MULTILINE)


def test_another_criterion_asks_the_judge_alone(worked):
    assert worked["judged"].calls == {"stand-in-judge": 4 * TRIALS}


def test_a_corrected_answer_is_judged_again_and_calls_no_agent(worked):
    step = worked["corrected"]
    assert step.calls == {"stand-in-judge": 4 * 2}
    assert "80 reused, 0 new calls" in step.report


def test_another_name_is_another_run_of_the_same_outputs(worked):
    assert worked["named"].calls == {}
    runs = worked["runs"].executed.shown[0]["text/plain"].splitlines()
    assert [re.sub(r"[0-9a-f]{8}$", "…", line.split()[0]) for line in runs] == [
        "mine",
        "mine",
        "qa_df-…",
    ]
    assert all("80 trials  terse, cot, small-terse, small" in line for line in runs)
    assert worked["runs"].executed.printed == ""


def test_fresh_calls_everything_anew(worked):
    assert worked["fresh"].calls == ALL
    assert "reused" not in worked["fresh"].report


def test_help_is_printed_and_nothing_else(worked):
    executed = worked["help"].executed
    assert "Usage: %%garden [OPTIONS] [CASES]" in executed.printed
    assert (executed.error, executed.shown) == ("", [])


def test_a_background_run_returns_at_once_and_its_report_comes(live, served, place, calls):
    live.run(SETUP)
    served.temper = served.temper.__class__(latency_s=0.1)
    try:
        started = live.run(CELL.replace("-o result", "--background -o handle"))
        live.run("state = handle.state")
        waited = live.run("final = handle.wait()\nfinal")
    finally:
        served.temper = served.temper.__class__()
    assert started.shown == []
    assert calls() == ALL
    assert "final · 10 cases × 2 runs" in waited.reports[0]
    assert live.run("print(state, handle.state, final is handle.report())").printed == (
        "running finished True\n"
    )


def test_no_key_is_kept_anywhere(live, worked, key):
    folder = worked["folder"]
    live.run(f"%cd -q {folder}")
    for name in ("report.html", "report.md", "report.json", "report.csv"):
        assert live.run(f"%garden export {name}").shown[0]["text/plain"] == f"wrote {name}"
    live.run("print(result.frozen, handle if 'handle' in dir() else '')")
    kept = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert {"garden.db", "report.html", "report.md", "report.json", "report.csv"} <= set(kept)
    for name, content in kept.items():
        assert key.encode() not in content, name
    assert key not in json.dumps(live.notebook)
