"""A summary's numbers are the report's, or it is marked."""

# ruff: noqa: N802  # stubs take what they do not use; points keep their names

import pandas as pd
import pytest

from garden_nb.engine.judge import Judge
from garden_nb.flows.agent_garden_flow import agent_garden_flow
from garden_nb.flows.evaluation.summary import unknown_numbers
from loopback import Temper

CASES = pd.DataFrame({"question": [str(n) for n in range(20)]})
TRUE = "Model a is the baseline. It passes 100.0 % of 20 cases, b-2.5 passes 50.0 %."
FALSE = "Model a wins by 73 points over 20 cases."


@pytest.fixture
def summary(loopback, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-loopback-0123456789abcdef")
    monkeypatch.setenv("OPENAI_BASE_URL", loopback.base_url)
    monkeypatch.setenv("OPENAI_API_BASE", loopback.base_url)

    def run(*said, label=None):
        loopback.script(*(Temper.saying(text) for text in said))
        judge = Judge.from_callable(lambda output: output == "yes", {"ok": "binary"})

        def for_model(model):
            right = lambda question: "yes" if model == "a" or int(question) % 2 else "no"  # noqa: E731
            return lambda: right

        models = ["a", "x/b-2.5"]
        settings = {"summary_model": "openai/writer", "summary_label": label, "seed": 1}
        return agent_garden_flow(CASES, for_model, judge, models, **settings)

    return run


def test_L14_a_true_summary_is_attached(summary, loopback):
    result = summary(TRUE, label="Parity: a against b-2.5")
    assert (result["report"].summary, result["report"].summary_checked) == (TRUE, True)
    assert "b-2.5 passes 50.0 %" in result["markdown"]
    (request,) = loopback.requests
    assert "The report is about: Parity: a against b-2.5" in request.question
    assert "b-2.5" in request.question


def test_L14_a_number_that_is_not_in_the_report_is_asked_for_again(summary, loopback):
    report = summary(FALSE, TRUE)["report"]
    assert (report.summary, report.summary_checked) == (TRUE, True)
    assert "73" in loopback.requests[1].question


def test_L14_a_summary_that_stays_wrong_is_marked(summary, loopback):
    result = summary(FALSE, FALSE)
    assert (result["report"].summary, result["report"].summary_checked) == (FALSE, False)
    assert "Unchecked" in result["markdown"].splitlines()[0]
    assert any("73 is not in the report" in note for note in result["report"].notes)
    assert len(loopback.requests) == 2


def test_L14_a_writer_that_cannot_be_reached_loses_the_summary_only(summary, loopback):
    loopback.temper = Temper.refusing(401, "Incorrect API key provided")
    report = summary()["report"]
    assert report.summary is None
    assert report.metric("a:ok").point_estimate == 1.0
    assert any(note.startswith("There is no summary.") for note in report.notes)


@pytest.mark.parametrize(
    ("said", "unknown"),
    [
        ("It is 0.60, or 1,000 tokens.", []),
        ("It is 60 %.", ["60"]),
        ("gpt-4o beats llama3:8b-v1.", []),
        ("gpt-5 wins.", ["gpt-5"]),
        ("−0.25 or 25", ["25"]),
        ("-0.25, a drop of 0.25", []),
        ("+0.25", ["+0.25"]),
        ("−0.6 (or 0.001-1000)", ["−0.6"]),
        ("Two of three agree.", []),
        ("a 1000-token answer, a 50-case set", ["50"]),
    ],
)
def test_numbers_are_compared_by_value_and_names_as_they_are(said, unknown):
    report = "gpt-4o and llama3:8b-v1: 0.6, 1000 tokens, -0.25, 0.001"
    assert unknown_numbers(said, report) == unknown
