"""The spec: what a cell says, what it leaves to defaults, and who it is."""

import inspect

import pytest

from garden_nb import Garden
from garden_nb.core.spec import (
    AgentVariant,
    GardenSpec,
    JudgeChoice,
    ModelVariant,
    ScorerChoice,
    SpecContext,
    parse_spec,
)
from garden_nb.errors import InputError

CELL = """\
variants:
  terse:  {model: openai/gpt-4o-mini, system: "One word.", prompt: "{question}"}
  cot:    {model: openai/gpt-4o-mini, messages: [{role: user, content: "{question} Think."}],
           params: {temperature: 0.2}}
  flash:  gemini/gemini-2.5-flash          # a bare id uses the cell's prompt
  mine:   {agent: my_agent, version: "2"}
baseline: terse
prompt: "Answer briefly: {question}"
expected: answer
scorers: [exact_match, {numeric_match: {tolerance: 0.01}}, my_scorer]
judge: {model: openai/gpt-4o, criterion: "Correct and helpful", scale: [1, 5]}
gates: {exact_match: 0.6, "terse:judge": {min: 3, use: ci}}
repeats: 3
"""
CONTEXT = SpecContext(
    columns=["question", "answer"],
    scorers=["exact_match", "numeric_match"],
    namespace={"my_scorer": len, "my_agent": object()},
    providers=["openai", "gemini"],
)


def test_a_cell_says_it_all():
    spec = parse_spec(CELL, context=CONTEXT)
    assert spec == GardenSpec(
        variants={
            "terse": ModelVariant("openai/gpt-4o-mini", system="One word.", prompt="{question}"),
            "cot": ModelVariant(
                "openai/gpt-4o-mini",
                messages=({"role": "user", "content": "{question} Think."},),
                params={"temperature": 0.2},
            ),
            "flash": ModelVariant("gemini/gemini-2.5-flash"),
            "mine": AgentVariant("my_agent", version="2"),
        },
        baseline="terse",
        prompt="Answer briefly: {question}",
        expected="answer",
        scorers=(
            ScorerChoice("exact_match"),
            ScorerChoice("numeric_match", {"tolerance": 0.01}),
            ScorerChoice("my_scorer"),
        ),
        judges=(JudgeChoice("openai/gpt-4o", "Correct and helpful", scale=(1, 5)),),
        gates={"exact_match": 0.6, "terse:judge": {"min": 3, "use": "ci"}},
        repeats=3,
    )
    assert list(spec.variants) == ["terse", "cot", "flash", "mine"]


def test_a_bare_model_takes_the_cells_prompt_and_messages_stand_alone():
    spec = parse_spec(CELL)
    prompts = {label: spec.prompt_for(label) for label in spec.variants}
    assert prompts == {
        "terse": "{question}",
        "cot": None,
        "flash": "Answer briefly: {question}",
        "mine": None,
    }


def test_null_is_not_given_but_where_it_means_no_limit():
    spec = parse_spec(
        "variants: {a: m/a}\nbaseline:\nscorers: ~\nrepeats: null\njudge:\n"
        "timeout_s: null\nmax_cost_usd: null\nseed: ~\n"
    )
    assert (spec.baseline, spec.scorers, spec.repeats, spec.judges) == (None, (), 1, ())
    assert (spec.timeout_s, spec.max_cost_usd, spec.seed) == (None, None, None)


def test_all_that_a_variant_can_say():
    spec = parse_spec("""\
variants:
  seeing:
    model: openai/gpt-4o
    system: "You see {place}."
    prompt: "{question}"
    params: {temperature: 0, extra: {nested: [1, null, true]}}
    api_base: http://localhost:8000/v1
    tools: [{type: function, function: {name: search}}]
    history: turns
    images: photo
    version: "2024-05"
""")
    assert spec.variants["seeing"] == ModelVariant(
        model="openai/gpt-4o",
        system="You see {place}.",
        prompt="{question}",
        params={"temperature": 0, "extra": {"nested": [1, None, True]}},
        api_base="http://localhost:8000/v1",
        tools=({"type": "function", "function": {"name": "search"}},),
        history="turns",
        images=("photo",),
        version="2024-05",
    )


def test_messages_may_lead_to_a_prompt_and_hold_parts():
    spec = parse_spec("""\
variants:
  shots:
    model: openai/gpt-4o
    messages:
      - {role: user, content: [{type: text, text: "Like {hint}?"}, {type: image_url, image_url: x}]}
      - {role: assistant, content: "Yes.", name: sage}
    prompt: "{question}"
prompt: "For others: {question}"
""")
    (shots,) = spec.variants.values()
    assert shots.messages[0]["content"][0] == {"type": "text", "text": "Like {hint}?"}
    assert shots.messages[1] == {"role": "assistant", "content": "Yes.", "name": "sage"}
    assert spec.prompt_for("shots") == "{question}"
    (problem,) = spec.check(["question"])
    assert str(problem) == "cell:5:57: there is no column 'hint'. Accepted: \"question\"."


def test_several_judges_have_names():
    judges = [
        {"model": "m/a", "criterion": "Right", "name": "right"},
        {"model": "m/a", "criterion": "Kind", "scale": [0, 0.5], "params": {"temperature": 0}},
    ]
    spec = parse_spec({"variants": {"a": "m/a"}, "judge": judges})
    assert [(j.name, j.scale) for j in spec.judges] == [("right", (0, 1)), ("judge", (0, 0.5))]


@pytest.mark.parametrize("spec", [None, 3, b"variants: {}", ["variants"]])
def test_other_things_are_no_spec(spec):
    with pytest.raises(InputError, match="Accepted: YAML text or a mapping"):
        parse_spec(spec)


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing", "{}", "~"])
def test_an_empty_cell_is_told_how_to_start(text):
    with pytest.raises(InputError, match=r"^cell:1:1: .*\{small: openai/gpt-4o-mini"):
        parse_spec(text)


def test_a_gates_problem_finds_its_place():
    spec = parse_spec(CELL)
    assert spec.where("gates", "exact_match") == "cell:12:9"
    assert spec.where("gates", "terse:judge") == "cell:12:27"
    assert spec.where("variants", "flash", "model") == "cell:5:3"
    by_path = parse_spec({"variants": {"a": "m/a"}, "gates": {"a:exact": 1}})
    assert by_path.where("gates", "a:exact") == 'gates["a:exact"]'


def test_the_digest_is_of_what_is_said_not_of_how():
    spec = parse_spec("variants:\n  a: m/a\n  b: m/b\njudge: {model: m/j, criterion: Good}")
    same = "judge: {criterion: Good, model: m/j}\nvariants: {a: {model: m/a}, b: m/b}\n"
    for said in ["", "repeats: 1", "baseline: a", "seed: 0"]:
        assert parse_spec(same + said).digest == spec.digest
    for said in ["repeats: 2", "baseline: b", "seed: null", "gates: {judge: 1}"]:
        assert parse_spec(same + said).digest != spec.digest
    assert parse_spec(same.replace("m/b", "m/c")).digest != spec.digest


def test_a_run_keeps_its_name_while_the_cell_is_edited():
    spec = parse_spec(CELL)
    name = spec.default_name("qa_df")
    assert name.startswith("qa_df-")
    edited = CELL.replace("One word.", "Two words.").replace("repeats: 3", "repeats: 5")
    assert parse_spec(edited).default_name("qa_df") == name
    assert spec.default_name("other_df") != name
    assert spec.default_name("a/qa.csv") != spec.default_name("b/qa.csv")
    assert (
        parse_spec(CELL.replace("expected: answer", "expected: gold")).default_name("qa_df") != name
    )
    assert parse_spec(CELL + "name: mine").default_name("qa_df") == "mine"


def test_what_is_left_out_is_what_a_garden_takes_by_default():
    taken = inspect.signature(Garden).parameters
    spec = parse_spec("variants: {a: m/a}")
    said = ["baseline", "question", "expected", "case_id", "category", "cluster", "scorers", "name"]
    said += ["repeats", "concurrency", "timeout_s", "retries", "max_cost_usd", "store", "seed"]
    for name in [*said, "fresh"]:
        assert getattr(spec, name) == taken[name].default
