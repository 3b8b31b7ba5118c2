"""Providers in bad temper under a `%%garden` cell: each as a person would want it."""

import re

import pytest

from loopback import Temper

SETUP = """
sums = [{"question": f"What is {i} + {i}?", "answer": str(2 * i)} for i in range(30)]
"""
CELL = """%%garden sums -o result
variants:
  good: openai/stand-in-large
  limited: openai/limited
  shaky: openai/shaky
  hanging: openai/hanging
  garbled: openai/garbled
  refused: openai/refused
prompt: "{question} Say only the number."
scorers: [exact_match]
gates: {exact_match: 0.05}
timeout_s: 3
retries: 1
concurrency: 6
"""


@pytest.fixture(scope="module")
def tempered(live, served, key, tmp_path_factory):
    """Run one cell against five bad tempers and a good one."""
    live.run(f"%cd -q {tmp_path_factory.mktemp('tempers')}")
    live.run(SETUP)
    served.script(Temper.rate_limited("1"), model="limited")
    served.script(Temper.refusing(500, "it fell over", retry_after="0"), model="shaky")
    served.script(Temper(hangs=True), model="hanging")
    served.always("garbled", Temper(body=b'{"choices": [{"mess'))
    served.always("refused", Temper.refusing(401, f"Incorrect API key provided: {key}."))
    return live.run(CELL)


def test_a_rate_limit_is_waited_for_and_leaves_no_trace(tempered, served):
    times = [request.arrived_s for request in served.of("limited")]
    first = served.of("limited")[0].question
    again = next(r for r in served.of("limited")[1:] if r.question == first)
    assert again.arrived_s - times[0] >= 1.0
    assert len(times) == 30 + 1


def test_a_server_error_is_tried_again(tempered, served):
    assert len(served.of("shaky")) == 30 + 1


def test_a_hanging_call_is_a_failure_of_its_case_alone(tempered, live, served):
    assert len(served.of("hanging")) == 30
    (report,) = tempered.reports
    assert "31 failed trials (hanging, garbled) count as wrong" in report


def test_garbled_answers_are_tried_again_and_count_as_wrong(tempered, served):
    assert len(served.of("garbled")) == 30 * 2
    (report,) = tempered.reports
    assert re.search(r"^garbled +0\.0 % .* worse +\d+ / 0$", report, re.MULTILINE)
    assert "garbled is worse on exact_match" in report


def test_a_refused_key_stops_its_variant_at_once_with_one_message(tempered, served, key):
    assert 1 <= len(served.of("refused")) <= 6
    lines = [line for line in tempered.said.splitlines() if "stopped" in line]
    assert len(lines) == 1
    assert lines[0].startswith("refused stopped: openai/refused: the key was refused. Incorrect")
    assert key not in str(tempered.outputs)


def test_the_report_is_final_for_the_others_and_says_who_is_left_out(tempered, live):
    (report,) = tempered.reports
    assert "\nfinal · 30 cases × 1 run · refused left out (openai/refused: the key" in report
    assert "to go" not in report
    assert not re.search(r"^refused ", report, re.MULTILINE)
    assert "Holm over 4 comparisons" in report
    assert "fail: exact_match ≥ 0.05 (no data for refused)" in report
    assert live.run("print(result.variants)").printed == (
        "('good', 'limited', 'shaky', 'hanging', 'garbled')\n"
    )


def test_the_stopped_variant_cannot_be_the_baseline(tempered, live):
    assert "'refused' was stopped." in live.run("result.baseline = 'refused'").error


def test_the_journal_knows_it_too(tempered, live):
    (report,) = tempered.reports
    again = live.run("%garden report").reports[0]
    assert again.split("\n")[:8] == report.split("\n")[:8]


def test_with_a_key_the_others_are_not_called_again(tempered, live, served, calls):
    served.always("refused", Temper())
    served.always("garbled", Temper())
    (report,) = live.run(CELL).reports
    done = calls()
    assert done == {"refused": 30, "garbled": 30, "hanging": 1}
    assert "left out" not in report
    assert "119 reused, 61 new calls" in report
    assert re.search(r"^refused +\d", report, re.MULTILINE)


def test_a_baseline_that_is_refused_gives_way(live, served, place):
    live.run(SETUP)
    served.always("gone", Temper.refusing(404, "The model `gone` does not exist"))
    cell = CELL.replace("limited: openai/limited", "gone: openai/gone")
    cell = re.sub(r"  (shaky|hanging|garbled|refused): .*\n", "", cell)
    executed = live.run(cell.replace("prompt:", "baseline: gone\nprompt:"))
    (report,) = executed.reports
    assert report.startswith("good has no contender: its own results are below.")
    assert "gone left out (openai/gone: the provider has no such model or address. The" in report
    assert "baseline changed after the run (planned: gone)" in report


def test_nobody_who_can_be_called_is_no_result_and_no_traceback(live, served, place):
    live.run(SETUP)
    served.always("gone", Temper.refusing(401, "Incorrect API key provided"))
    cell = "%%garden sums\nvariants: {a: openai/gone, b: {model: openai/gone, system: 'Sums.'}}"
    executed = live.run(f"{cell}\nscorers: [exact_match]\ngates: {{exact_match: 0.5}}")
    (report,) = executed.reports
    assert report.startswith("No result: every variant had to be stopped.\n")
    assert "final · 30 cases × 1 run · a, b left out (openai/gone: the key was refused." in report
    assert "✕ fail: exact_match ≥ 0.50 (no data for a, b)" in report
    assert "Traceback" not in executed.error


def test_a_judge_whose_key_is_refused_loses_its_scores_alone(live, served, place):
    live.run(SETUP)
    served.always("no-judge", Temper.refusing(401, "Incorrect API key provided"))
    cell = "%%garden sums\nvariants: {a: openai/stand-in-large, b: openai/stand-in-small}"
    prompt = 'prompt: "{question} Say only the number."'
    judge = "judge: {model: openai/no-judge, criterion: Right}"
    executed = live.run(f"{cell}\n{prompt}\nscorers: [exact_match]\n{judge}")
    (report,) = executed.reports
    assert re.search(r"^a \(baseline\) +9\d\.\d %", report, re.MULTILINE)
    assert re.search(r"^b +– .* no data", report, re.MULTILINE)
    assert len(served.of("no-judge")) <= 8
    assert "60 outputs without judge (openai/no-judge: the key was refused" in report
