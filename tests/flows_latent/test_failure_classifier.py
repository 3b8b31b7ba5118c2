"""The model that names failures: asked about what no rule settles, checked, never guessed."""

from dataclasses import replace

import pandas as pd
import pytest

from garden_nb.core.records import Failure, Output, Record, Score
from garden_nb.engine.failure_rules import failure_rule
from garden_nb.engine.judge import Judge
from garden_nb.flows.agent_garden_flow import agent_garden_flow
from garden_nb.flows.evaluation.flips import failure_flips
from garden_nb.flows.evaluation.report_markdown import report_markdown
from loopback import Temper

TAXONOMY = {"arithmetic": "The sum is wrong.", "format": "It is no number."}


@pytest.fixture
def garden(loopback):
    """Return a function that runs two agents, of which `b` is wrong on every other case."""

    def run(*modes, **changes):
        said = [Temper.saying(f'{{"mode": "{mode}"}}') for mode in modes]
        loopback.script(*said, model="classifier")
        judge = Judge(
            model="openai/classifier",
            criterion="Right",
            output_type={"ok": "binary"},
            api_base=loopback.base_url,
            api_key="sk-loopback-0123456789abcdef",
        )
        frame = pd.DataFrame({"id": range(6), "question": [f"{n} + 1" for n in range(6)]})

        def for_model(model):
            def agent(question):
                n = int(question.split()[0])
                return str(n + 1 + (model == "b" and n % 2))

            return lambda: agent

        graded = Judge.from_callable(
            lambda output, question: int(output) == int(question[0]) + 1, {"right": "binary"}
        )
        given = {"id_column": "id", "seed": 1, "failure_taxonomy": TAXONOMY, **changes}
        loopback.always("classifier", Temper.saying('{"score": 1, "mode": "arithmetic"}'))
        judges = [graded, judge] if not modes else graded
        return agent_garden_flow(frame, for_model, judges, ["a", "b"], **given)["report"]

    return run


def test_the_first_judge_s_model_classifies_what_is_wrong(garden, loopback):
    report = garden()
    assert [(m.failure_mode, m.count, m.record_ids) for m in report.failure_modes] == [
        ("b:arithmetic", 3, ("1", "3", "5"))
    ]
    asked = [r for r in loopback.of("classifier") if "You name the way" in r.system]
    assert len(asked) == 3
    assert "- arithmetic: The sum is wrong." in asked[0].system
    assert "1 + 1" in asked[0].question
    (flip, _) = report.failure_flips
    assert (flip.failure_mode, flip.newly_failing, flip.fixed) == ("any", ("1", "3", "5"), ())
    assert flip.p_value == 0.25
    long = tuple(replace(each, name=f"vendor/{each.name}") for each in report.variants)
    flips = (replace(flip, variant=f"vendor/{flip.variant}"),)
    told = report_markdown(replace(report, variants=long, failure_flips=flips))
    assert "| b | any | 3 | 0 | 0 " in told.partition("### failures against the baseline")[2]


def test_a_model_by_its_id_and_answers_outside_the_taxonomy(garden, loopback, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-loopback-0123456789abcdef")
    monkeypatch.setenv("OPENAI_BASE_URL", loopback.base_url)
    monkeypatch.setenv("OPENAI_API_BASE", loopback.base_url)
    report = garden(
        "Format", "invented", "invented", "none", failure_classifier="openai/classifier"
    )
    assert [(m.failure_mode, m.count) for m in report.failure_modes] == [("b:format", 1)]
    assert "2 failing records have no failure mode." in report.notes
    assert len(loopback.of("classifier")) == 4, "what names no mode is asked once more"


def test_without_a_model_failures_are_named_by_rule_only_and_that_is_said(garden):
    report = garden("unused")
    assert report.failure_modes == ()
    assert any('Pass failure_classifier="provider/model"' in note for note in report.notes)


def record(output=None, failure=None, detail=None, **scores):
    given = None if failure else Output(output, detail=detail or {})
    named = {name: Score(value) for name, value in scores.items()}
    return Record("c", "v", output=given, failure=failure, scores=named)


@pytest.mark.parametrize(
    ("shown", "mode"),
    [
        (record(failure=Failure("timeout", "")), "timeout"),
        (record(failure=Failure("empty", "")), "empty"),
        (record(failure=Failure("not_an_answer", "")), "malformed"),
        (record(failure=Failure("rate_limit", "")), "error.rate_limit"),
        (record("  \n"), "empty"),
        (record([]), "empty"),
        (record("I'm sorry, but I can't help with that."), "refusal"),
        (record("I cannot assist with this request."), "refusal"),
        (record("As an AI, I am not able to say."), "refusal"),
        (record("No.", detail={"refusal": "No."}), "refusal"),
        (record('{"a": 1'), "malformed"),
        (record('```json\n{"a": }\n```'), "malformed"),
        (record("It goes on and", detail={"finish_reason": "length"}), "malformed"),
        (record("<xml>", json_valid=0.0), "malformed"),
        (record('{"a": 1}'), None),
        (record("I'm sorry to hear that. Paris."), None),
        (record("[sic] is Latin"), None),
        (record("I can answer: 4"), None),
        (record(0), None),
        (record("4"), None),
    ],
)
def test_what_an_output_or_an_error_says_of_itself(shown, mode):
    assert failure_rule(shown) == mode


def test_flips_count_cases_that_both_were_tried_on():
    failing = {"a": {"1": "x", "2": "x", "9": "x"}, "b": {"2": "x", "3": "y", "4": ""}}
    tried = {"a": frozenset("12345"), "b": frozenset("1234")}
    rows = {row.failure_mode: row for row in failure_flips(failing, tried, "a", {"b": "m/b"})}
    assert (rows["any"].newly_failing, rows["any"].fixed, rows["any"].both) == (
        ("3", "4"),
        ("1",),
        ("2",),
    )
    assert (rows["x"].newly_failing, rows["x"].fixed, rows["x"].both) == ((), ("1",), ("2",))
    assert rows["y"].variant == "m/b"
    assert all(row.p_adj >= row.p_value for row in rows.values())
