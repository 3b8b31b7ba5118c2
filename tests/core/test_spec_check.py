"""Checking a spec against frame, library and notebook, apart from its text."""

from garden_nb.core.spec import (
    AgentVariant,
    GardenSpec,
    JudgeChoice,
    ModelVariant,
    ScorerChoice,
    parse_spec,
)

MODEL = ModelVariant("openai/gpt-4o", prompt="{question}")


def found(spec: GardenSpec, *context):
    return [(problem.where, problem.what) for problem in spec.check(*context)]


def test_what_is_not_known_is_not_checked():
    spec = GardenSpec(
        {"a": ModelVariant("nowhere/x", prompt="{nothing}"), "b": AgentVariant("nobody")},
        scorers=(ScorerChoice("nothing"),),
        question="none",
    )
    assert spec.check() == []
    assert spec.check(scorers=["exact_match"]) == []


def test_a_spec_made_in_code_is_checked_by_paths():
    spec = GardenSpec(
        {"a": MODEL, "b": ModelVariant("opnai/x", prompt="{qestion}"), "c": AgentVariant("m")},
        baseline="d",
        scorers=(ScorerChoice("exact"),),
        judges=(JudgeChoice("nowhere/j", "Good", name="exact"),),
    )
    assert found(spec, ["question"], ["exact_match"], {}, ["openai"]) == [
        ("baseline", "there is no variant 'd'."),
        ("judge.name", "the metric 'exact' stands twice."),
        ("variants.b.prompt", "there is no column 'qestion'."),
        ("scorers[0]", "there is no scorer 'exact'."),
        ("variants.c.agent", "nothing in the notebook is called 'm'."),
        ("variants.b.model", "unknown provider 'opnai' in 'opnai/x'."),
        ("judge.model", "unknown provider 'nowhere' in 'nowhere/j'."),
    ]


def test_roles_are_found_under_their_usual_names():
    columns = ["id", "question", "answer", "category", "cluster", "hint"]
    prompt = "{question} {hint} {answer} {id} {category} {cluster}"
    spec = GardenSpec({"a": ModelVariant("m", prompt=prompt)})
    assert [what for _, what in found(spec, columns)] == [
        "the column 'answer' is the right answer, which no agent sees.",
        "the column 'id' is the id of the case, which is no input.",
        "the column 'category' is the category, which is no input.",
        "the column 'cluster' is the cluster, which is no input.",
    ]


def test_the_expected_column_reaches_no_model_by_any_way():
    spec = GardenSpec(
        {
            "system": ModelVariant("m", system="{gold}", prompt="{question}"),
            "history": ModelVariant("m", prompt="{question}", history="gold"),
            "images": ModelVariant("m", prompt="{question}", images=("gold",)),
        },
        expected="gold",
    )
    told = "the column 'gold' is the right answer, which no agent sees."
    places = ["variants.system.system", "variants.history.history", "variants.images.images[0]"]
    assert found(spec, ["question", "gold"]) == [(place, told) for place in places]


def test_without_a_prompt_the_question_is_asked_if_there_is_one():
    spec = GardenSpec({"a": ModelVariant("m")})
    assert spec.check(["question", "hint"]) == []
    assert spec.check(["ask", "answer"]) == []
    assert found(spec, ["ask", "hint"]) == [
        ("variants.a", "a has no prompt, and no column is the question.")
    ]
    named = GardenSpec({"a": ModelVariant("m")}, question="ask")
    assert named.check(["ask", "hint"]) == []


def test_the_question_is_called_question_whatever_its_column_is():
    spec = GardenSpec({"a": MODEL})
    assert spec.check(["ask", "answer"]) == []
    assert found(spec, ["ask", "hint"]) == [("variants.a.prompt", "there is no column 'question'.")]
    assert GardenSpec({"a": MODEL}, question="ask").check(["ask", "hint"]) == []
    seeing = GardenSpec({"a": ModelVariant("m", prompt="{question}", images=("question",))})
    assert [where for where, _ in found(seeing, ["ask"])] == ["variants.a.images[0]"]


def test_a_prompt_without_a_column_needs_something_else_that_varies():
    constant = "prompt uses no column, so that every case asks the same."
    for variant, problems in [
        (ModelVariant("m", prompt="Hi"), [("variants.a.prompt", constant)]),
        (ModelVariant("m", prompt="Hi", system="{question}"), []),
        (ModelVariant("m", prompt="Describe it.", images=("photo",)), []),
        (ModelVariant("m", prompt="Go on.", history="turns"), []),
        (ModelVariant("m"), [("prompt", constant)]),
    ]:
        assert found(GardenSpec({"a": variant}, prompt="Hello")) == problems


def test_a_long_list_of_names_is_cut():
    spec = GardenSpec({"a": ModelVariant("m", prompt="{zzz}"), "b": MODEL}, question="question")
    columns = ["question", *(f"column_{i}" for i in range(40))]
    (problem,) = spec.check(columns)
    assert problem.accepted.endswith('"column_6" and 33 more.')


def test_a_function_is_taken_for_a_model_only_by_mistake():
    spec = parse_spec("variants: {a: gpt-4o, b: ask}\nprompt: '{question}'")
    assert spec.check(namespace={"gpt": len}) == []
    (problem,) = spec.check(namespace={"ask": len})
    assert str(problem) == (
        "cell:1:26: 'ask' is read as a model's id, but it is a function of the notebook. "
        "For the function write {agent: ask}."
    )
