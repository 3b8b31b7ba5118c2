"""Gardens written down: what is read back runs the same, and what cannot be written is listed."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from garden_nb import Garden, InputError, exact_match
from garden_nb.core.digest import digest
from garden_nb.engine.judge import Judge
from garden_nb.engine.llm import LlmAgent
from garden_nb.engine.plan import plan_trials
from garden_nb.engine.scorers import Scorer

CASES = [
    {
        "question": f"What is {i} + 1?",
        "answer": str(i + 1),
        "hint": "count on",
        "turns": json.dumps([{"role": "user", "content": "Hello"}]),
        "topic": "sums" if i % 2 else "odd sums",
    }
    for i in range(3)
]

texts = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=20)
literals = texts.map(lambda text: text.replace("{", "{{").replace("}", "}}"))
templates = literals.map(lambda text: f"{text}\n{{question}} ({{hint}})")
labels = st.from_regex(r"[a-z][a-z0-9:.-]{0,6}", fullmatch=True)
models = st.sampled_from(["openai/gpt-4o-mini", "gemini/gemini-2.5-flash", "ollama/llama3:8b"])
params = st.dictionaries(
    st.sampled_from(["temperature", "max_tokens", "stop", "reasoning"]),
    st.integers(0, 9) | st.floats(0, 2) | texts | st.lists(texts, max_size=2) | st.booleans(),
    max_size=2,
)
messages = st.lists(
    st.fixed_dictionaries({"role": st.sampled_from(["user", "assistant"]), "content": templates}),
    max_size=2,
).map(lambda before: [*before, {"role": "user", "content": "{question}"}])


def variant(**required):
    optional = {
        "system": templates,
        "params": params,
        "api_base": st.just("http://localhost:8000/v1"),
        "history": st.just("turns"),
        "version": st.sampled_from(["2", "june"]),
    }
    return st.fixed_dictionaries({"model": models, **required}, optional=optional)


gardens = st.fixed_dictionaries(
    {
        "variants": st.dictionaries(
            labels,
            models | variant() | variant(prompt=templates) | variant(messages=messages),
            min_size=1,
            max_size=4,
        ),
        "store": st.just("/nowhere/garden.db"),
    },
    optional={
        "prompt": templates,
        "scorers": st.lists(
            st.sampled_from(
                [
                    "exact_match",
                    {"numeric_match": {"tolerance": 0.5}},
                    {"regex_match": {"pattern": r"^\d+$", "name": "number"}},
                    {"length": {"name": "words"}},
                ]
            ),
            unique_by=str,
        ),
        "judge": st.fixed_dictionaries(
            {"model": models, "criterion": texts.filter(str.strip)},
            optional={
                "scale": st.sampled_from([[1, 5], [0, 1], [0, 0.5]]),
                "params": params,
                "rubric": st.sampled_from([{"0": "no", "1": "yes"}, "0 is no"]),
                "output_type": st.sampled_from(
                    [
                        {"right": "binary"},
                        {"right": "binary", "tone": "ordinal"},
                        {"clear": {"type": "ordinal", "scale": [1, 9], "about": "so"}},
                    ]
                ),
                "reference": st.none(),
                "columns": st.just(["hint"]),
                "retries": st.integers(0, 3),
            },
        ),
        "gates": st.sampled_from([{"cost_usd": {"max": 1}}, {"latency_ms": {"max": 2.5}}]),
        "category": st.just("topic"),
        "repeats": st.integers(1, 3),
        "seed": st.integers(0, 9),
        "retries": st.integers(0, 3),
        "timeout_s": st.none() | st.floats(1, 60),
        "max_cost_usd": st.none() | st.floats(0.5, 9),
    },
)


def identity(garden):
    """Return everything that determines what is called, reused, scored and judged."""
    request = garden._request
    trials = plan_trials(
        garden.cases, garden.variants, repeats=request.repeats, seed=request.seed, scope="run"
    )
    return (
        [trial.key for trial in trials],
        [(scorer.name, scorer.version, scorer.metric) for scorer in garden.scorers],
        garden.baseline,
        digest(garden._gates or {}),
        (request.retries, request.timeout_s, request.max_cost_usd, request.store, request.name),
        garden.cases.digest,
    )


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(gardens)
def test_what_is_read_back_calls_reuses_and_scores_the_same(written):
    garden = Garden.from_spec(written, CASES)
    text = garden.to_yaml()
    again = Garden.from_spec(text, CASES)
    assert identity(again) == identity(garden)
    assert again.to_yaml() == text


def my_agent(question):
    return question


def my_scorer(output):
    return bool(output)


class HalfBounded(BaseModel):
    """A score with a lower bound alone."""

    tone: float = Field(ge=0)


class Asked:
    """An agent that is an object."""

    def ask(self, question):
        return question


def test_python_s_garden_and_the_one_read_back_are_the_same(tmp_path):
    path = tmp_path / "cases.jsonl"
    path.write_text("\n".join(map(json.dumps, CASES)), encoding="utf-8")
    garden = Garden(
        path,
        {
            "mine": my_agent,
            "model": LlmAgent(model="openai/gpt-4o-mini", system="Be brief.", prompt="{question}"),
            "plain": "gemini/gemini-2.5-flash",
        },
        scorers=[exact_match, my_scorer, {"similarity": {"ignore_case": True}}],
        judge=[
            Judge(model="openai/gpt-4o", criterion="Kind", name="kind"),
            {"model": "openai/gpt-4o", "criterion": "Right"},
        ],
        gates={"exact_match": 0.5, "mine:kind": {"min": 2}},
        prompt="Say: {question}",
        name="mine",
    )
    again = Garden.from_spec(garden.to_yaml(), namespace=globals())
    assert identity(again) == identity(garden)
    assert "cases: " in garden.to_yaml()


def test_what_the_notebook_calls_it_is_written(tmp_path):
    namespace = {"frame": CASES, "helper": Asked(), "scored": Scorer("scored", my_scorer)}
    spec = "cases: frame\nvariants: {a: {agent: helper, version: v1}}\nscorers: [scored]\n"
    garden = Garden.from_spec(f"{spec}store: {tmp_path / 'garden.db'}", namespace=namespace)
    text = garden.to_yaml()
    assert "agent: helper" in text
    assert "cases: frame" in text
    assert identity(Garden.from_spec(text, namespace=namespace)) == identity(garden)


def test_everything_that_cannot_be_written_is_listed(tmp_path):
    def inner(question):
        return question

    key = "sk-secret-0123456789"
    garden = Garden(
        CASES,
        {
            "lambda": lambda question: question,
            "object": Asked(),
            "inner": inner,
            "method": Asked().ask,
            "keyed": LlmAgent(model="openai/gpt-4o", api_key=key),
        },
        scorers=[
            Scorer("short", lambda output: len(output) < 9),
            Scorer("renamed", my_scorer),
            Scorer("exact_match", exact_match, version="7"),
        ],
        judge=[
            Judge(model="openai/gpt-4o", criterion="Right", api_key=key),
            Judge(
                model="openai/gpt-4o",
                criterion="Tone",
                output_type=HalfBounded,
                name="tone",
                column_prefix="x_",
            ),
        ],
        store=tmp_path / "garden.db",
    )
    with pytest.raises(InputError) as caught:
        garden.to_yaml()
    assert [problem.where for problem in caught.value.problems] == [
        "variant 'lambda'",
        "variant 'object'",
        "variant 'inner'",
        "variant 'method'",
        "variant 'keyed'",
        "judge 'judge'",
        "judge 'tone'",
        "judge 'tone'",
        "scorer 'short'",
        "scorer 'renamed'",
        "scorer 'exact_match'",
    ]
    assert key not in str(caught.value)
    assert "has an output_type of which a score has one bound only." in str(caught.value)
    assert "has column_prefix, which cannot be written down." in str(caught.value)


class Grade(BaseModel):
    """Scores of every type that has a mean, with bounds and meanings of their own."""

    explanation: str
    right: bool = Field(description="The town is right.")
    clear: int = Field(ge=1, le=9)
    sure: float
    free: int


def test_every_part_of_a_judge_is_written_and_read_back(tmp_path):
    judges = [
        Judge(
            model="openai/gpt-4o",
            criteria={"right": "It names the town.", "clear": "Few words."},
            rubric={1: "bad", 9: "good"},
            output_type=Grade,
            scale=(0, 10),
            reference=None,
            columns=("hint",),
            retries=3,
            name="graded",
        ),
        Judge(model="openai/gpt-4o", criteria="Kind.", output_type={"kind": bool}),
        Judge(model="openai/gpt-4o", rubric="5 is best", reference="hint", name="rubric"),
    ]
    agents = {"a": "openai/gpt-4o-mini", "b": "gemini/gemini-2.5-flash"}
    gates = {"kind": 0.5, "rubric": 2, "graded.right": 0.5}
    garden = Garden(CASES, agents, judge=judges, gates=gates, store=tmp_path / "garden.db")
    text = garden.to_yaml()
    again = Garden.from_spec(text, CASES)
    assert identity(again) == identity(garden)
    assert again.to_yaml() == text
    assert "    clear:\n      type: ordinal\n      scale: [1, 9]\n" in text.replace(".0", "")
    assert "    kind: binary\n" in text
    assert "  reference: null\n" in text


@pytest.mark.parametrize(
    ("settings_of", "message"),
    [
        ({"params": {"api_key": "sk-secret-0123456789"}}, "'api_key' holds a secret"),
        ({"api_base": "https://me:secret@example.org/v1"}, "no plain address of a server"),
        ({"params": {"response_format": object()}}, "holds a value that cannot be written"),
    ],
)
def test_what_could_not_be_read_back_is_not_written(tmp_path, settings_of, message):
    agent = LlmAgent(model="openai/gpt-4o", **settings_of)
    garden = Garden(CASES, {"a": agent}, store=tmp_path / "garden.db")
    with pytest.raises(InputError, match=message) as caught:
        garden.to_yaml()
    assert "sk-secret" not in str(caught.value)


def test_recorded_results_cannot_be_written_or_estimated():
    rows = [{"case": i, "variant": v, "ok": 1} for i in range(3) for v in "ab"]
    garden = Garden.from_records(rows, case="case", variant="variant", scores=["ok"])
    for verb in (garden.to_yaml, garden.estimate):
        with pytest.raises(InputError, match="recorded elsewhere"):
            verb()
