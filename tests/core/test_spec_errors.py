"""Ten wrong cells: every problem at once, each at its line and column of the cell."""

import pytest

from garden_nb.core.spec import SpecContext, parse_spec
from garden_nb.errors import InputError

CONTEXT = SpecContext(
    columns=["id", "question", "hint", "answer", "photo"],
    scorers=["contains", "exact_match", "numeric_match"],
    namespace={"df": object(), "my_scorer": len, "my_agent": print, "threshold": 0.5},
    providers=["anthropic", "gemini", "ollama", "openai"],
)

KEYS = """\
varients:
  terse: {model: openai/gpt-4o-mini}
basline: terse
Prompt: "{question}"
judge: {modl: openai/gpt-4o, scal: [0, 1], criterion: "Good"}
model: openai/gpt-4o
repeat: 3
"""
VARIANTS = """\
variants:
  terse: {model: openai/gpt-4o-mini, temperature: 0.2, prmpt: "{question}"}
  cot:
    model: openai/gpt-4o-mini
    system: "Be brief."
    messages:
      - {role: usr, content: "{question}"}
      - {role: assistant}
      - {role: system, content: [{text: "{qestion}"}, {text: 3}]}
    params: {n: 3, api_key: sk-secret}
    api_base: localhost:8000
  plain: 4
  mine: {agent: my agent, prompt: "{question}"}
  : openai/gpt-4o
baseline: tense
"""
COLUMNS = """\
variants:
  terse: {model: openai/gpt-4o, system: "Hint: {hnt}", prompt: "{qestion} and {answer}"}
  block:
    model: openai/gpt-4o
    prompt: |
      Think about it.
      {question}
      {Question}, {id}
  seeing: {model: openai/gpt-4o, images: [photos], history: turns, prompt: "{photo}"}
expected: anser
category: topic
"""
BRACES = """\
variants:
  attribute: {model: openai/gpt-4o, prompt: "{question.__class__} {question}"}
  item: {model: openai/gpt-4o, prompt: '{question[0]} {question!r} {question:>9}'}
  json: {model: openai/gpt-4o, prompt: 'Answer {question} as {"answer": 3}'}
  lone: {model: openai/gpt-4o, prompt: 'Set {question} in { and }'}
  jinja: {model: openai/gpt-4o, prompt: 'Answer {{ question }}'}
  spaces: {model: openai/gpt-4o, prompt: 'Answer { question }{}'}
  mapping: {model: openai/gpt-4o, prompt: {question}}
prompt: Answer!
"""
NUMBERS = """\
variants: {a: openai/gpt-4o, b: gemini/flash}
repeats: 0
concurrency: 2.5
timeout_s: 0
retries: -1
max_cost_usd: '5'
seed: .nan
store:
  file: garden.db
name: 2024
fresh: yes
gates: {exact_match: "0.6", contains: {}, numeric_match: {min: [1]}, broken: true}
"""
SCORERS = """\
variants: {a: openai/gpt-4o, b: openai/gpt-4o-mini}
scorers:
  - exact_mach
  - {numeric_match: 0.01}
  - {contains: {}, exact_match: {}}
  - threshold
  - my_scorer
  - my_scorer
  -
  - 3
judge:
  - {model: openai/gpt-4o, criterion: Good, scale: [5, 1]}
  - {model: openai/gpt-4o, criterion: 5}
  - {criterion: Kind, name: "is:kind", scale: five}
"""
MODELS = """\
variants:
  typo: opnai/gpt-4o
  colon: {model: "openai:gpt-4o"}
  function: my_agent
  spaced: {model: openai/gpt 4o}
  agent: {agent: my_agnt}
  both: {agent: my_agent, model: openai/gpt-4o}
judge: {model: antropic/claude, criterion: Good}
baseline: ""
"""
YAML_TRAPS = """\
base: &base {temperature: 0}
variants:
  a: {model: openai/gpt-4o, params: *bse}
  a: {model: openai/gpt-4o-mini}
  b: !model openai/gpt-4o
  c: {<<: *base, model: openai/gpt-4o}
  d: {model: openai/gpt-4o, prompt: {{question}}}
repeats: 1_000
---
repeats: 2
"""
SYNTAX = """\
variants:
  a: {model: openai/gpt-4o, promt: "{question}"}
  b: {prompt: "{question"}
repeats: -3
prompt: Answer briefly: {question}
baseline: a
"""
TABS = """\
repeats: two
variants:
\ta: openai/gpt-4o
\tb: openai/gpt-4o
"""
ROLES = """\
variants: [openai/gpt-4o, openai/gpt-4o-mini]
question: question
expected: question
case_id: [id]
scorers: exact_match
judge: openai/gpt-4o
gates: [exact_match]
"""

EXPECTED = {
    KEYS: [
        ("1:1", "varients", "unknown key 'varients'."),
        ("3:1", "basline", "unknown key 'basline'."),
        ("4:1", "Prompt", "unknown key 'Prompt'."),
        ("5:9", "modl", "unknown key 'modl'."),
        ("5:30", "scal", "unknown key 'scal'."),
        ("6:1", "model", "unknown key 'model'."),
        ("7:1", "repeat", "unknown key 'repeat'."),
    ],
    VARIANTS: [
        ("2:38", "temperature", "unknown key 'temperature'."),
        ("2:56", "prmpt", "unknown key 'prmpt'."),
        ("5:5", "system", "a system text beside a system message."),
        ("7:16", "usr", "role is 'usr'."),
        ("8:9", "{role: assistant}", "there is no 'content'."),
        ("9:42", "{qestion}", "there is no column 'qestion'."),
        ("9:62", "3", "text is 3."),
        ("10:14", "n", "'n' does not stand here."),
        ("10:20", "api_key", "'api_key' holds a secret."),
        ("11:15", "localhost", "api_base is no plain address of a server."),
        ("12:10", "4", "plain is 4."),
        ("13:17", "my", "agent is 'my agent'."),
        ("13:27", "prompt", "unknown key 'prompt'."),
        ("14:3", ":", "the name '' is blank or has odd spaces."),
        ("15:11", "tense", "there is no variant 'tense'."),
    ],
    COLUMNS: [
        ("2:48", "{hnt}", "there is no column 'hnt'."),
        ("2:65", "{qestion}", "there is no column 'qestion'."),
        ("2:79", "{answer}", "the column 'answer' is the right answer, which no agent sees."),
        ("8:7", "{Question}", "there is no column 'Question'."),
        ("8:19", "{id}", "the column 'id' is the id of the case, which is no input."),
        ("9:43", "photos", "there is no column 'photos'."),
        ("9:61", "turns", "there is no column 'turns'."),
        ("10:11", "anser", "there is no column 'anser'."),
        ("11:11", "topic", "there is no column 'topic'."),
    ],
    BRACES: [
        (
            "2:46",
            "{question.__class__}",
            "'{question.__class__}' is more than the name of a column.",
        ),
        ("3:41", "{question[0]}", "'{question[0]}' is more than the name of a column."),
        ("3:55", "{question!r}", "'{question!r}' is more than the name of a column."),
        ("3:68", "{question:>9}", "'{question:>9}' is more than the name of a column."),
        ("4:62", '{"answer": 3}', "'{\"answer\": 3}' is more than the name of a column."),
        ("5:59", "{ and }", "'{ and }' has spaces inside its braces."),
        (
            "6:41",
            "'Answer {{ question }}'",
            "prompt uses no column, so that every case asks the same.",
        ),
        ("7:50", "{ question }", "'{ question }' has spaces inside its braces."),
        ("7:62", "{}", "'{}' names no column."),
        ("8:43", "{question}", "prompt is a mapping."),
    ],
    NUMBERS: [
        ("2:10", "0", "repeats is 0."),
        ("3:14", "2.5", "concurrency is 2.5."),
        ("4:12", "0", "timeout_s is 0."),
        ("5:10", "-1", "retries is -1."),
        ("6:15", "'5'", "max_cost_usd is '5'."),
        ("7:7", ".nan", "nan is no finite number."),
        ("9:3", "file", "store is a mapping."),
        ("10:7", "2024", "name is 2024."),
        ("11:8", "yes", "fresh is 'yes'."),
        ("12:22", '"0.6"', "exact_match is '0.6'."),
        ("12:39", "{}", "contains is an empty mapping."),
        ("12:64", "[1]", "min is a list."),
        ("12:78", "true", "broken is true."),
    ],
    SCORERS: [
        ("3:5", "exact_mach", "there is no scorer 'exact_mach'."),
        ("4:21", "0.01", "numeric_match is 0.01."),
        ("5:5", "{contains: {}", "item 3 of scorers has 2 keys."),
        ("6:5", "threshold", "the scorer 'threshold' is no function but of type float."),
        ("8:5", "my_scorer", "the metric 'my_scorer' stands twice."),
        ("9:3", "-", "item 7 of scorers is empty."),
        ("10:5", "3", "item 8 of scorers is 3."),
        ("12:52", "[5, 1]", "scale is [5, 1]."),
        ("13:5", "{model: openai/gpt-4o, criterion: 5}", "the metric 'judge' stands twice."),
        ("13:39", "5", "criterion is 5."),
        ("14:5", '{criterion: Kind, name: "is:kind", scale: five}', "there is no 'model'."),
        ("14:29", '"is:kind"', "name is 'is:kind'."),
        ("14:47", "five", "scale is 'five'."),
    ],
    MODELS: [
        ("2:9", "opnai", "unknown provider 'opnai' in 'opnai/gpt-4o'."),
        ("3:18", '"openai:gpt-4o"', "the model 'openai:gpt-4o' has a colon after its provider."),
        (
            "4:13",
            "my_agent",
            "'my_agent' is read as a model's id, but it is a function of the notebook.",
        ),
        ("5:19", "openai", "model is 'openai/gpt 4o'."),
        ("6:18", "my_agnt", "nothing in the notebook is called 'my_agnt'."),
        ("7:27", "model", "unknown key 'model'."),
        ("8:16", "antropic", "unknown provider 'antropic' in 'antropic/claude'."),
        ("9:11", '""', "baseline is ''."),
    ],
    YAML_TRAPS: [
        ("1:1", "base", "unknown key 'base'."),
        ("3:37", "*", "no anchor &bse stands before the alias *bse."),
        ("4:3", "a", "the key 'a' stands here and at cell:3:3."),
        ("5:6", "!", "the tag '!model'."),
        ("6:7", "<", "the merge key << is not part of YAML 1.2."),
        ("7:38", "{question}", "a key that is not plain text."),
        ("8:10", "1_000", "repeats is '1_000'."),
        ("9:1", "---", "a second document starts here."),
    ],
    SYNTAX: [
        ("2:29", "promt", "unknown key 'promt'."),
        ("3:3", "b", "there is no 'model'."),
        ("3:16", '{question"}', "a lone '{' in a prompt."),
        ("4:10", "-3", "repeats is -3."),
        ("5:23", ":", 'a ": " where no key can stand.'),
    ],
    TABS: [
        ("1:10", "two", "repeats is 'two'."),
        ("3:1", "\ta", "a tab between keys and values."),
        ("4:1", "\tb", "a tab between keys and values."),
    ],
    ROLES: [
        ("1:11", "[openai/gpt-4o, openai/gpt-4o-mini]", "variants is a list."),
        ("3:11", "question", "the column 'question' is question and expected."),
        ("4:10", "[id]", "case_id is a list."),
        ("5:10", "exact_match", "scorers is 'exact_match'."),
        ("6:8", "openai", "judge is 'openai/gpt-4o'."),
        ("7:8", "[exact_match]", "gates is a list."),
    ],
}


def problems_of(cell: str):
    with pytest.raises(InputError) as caught:
        parse_spec(cell, context=CONTEXT)
    return caught.value.problems


@pytest.mark.parametrize("cell", EXPECTED)
def test_every_problem_stands_at_its_place(cell):
    found = [(problem.where, problem.what) for problem in problems_of(cell)]
    assert found == [(f"cell:{place}", what) for place, _, what in EXPECTED[cell]]


@pytest.mark.parametrize("cell", EXPECTED)
def test_the_places_are_where_the_cell_is_wrong(cell):
    for place, token, _ in EXPECTED[cell]:
        line, column = map(int, place.split(":"))
        assert cell.splitlines()[line - 1][column - 1 :].startswith(token)


@pytest.mark.parametrize(
    ("cell", "hint"),
    [
        (KEYS, 'Did you mean "variants"?'),
        (KEYS, 'Did you mean "model"? Accepted: "model", "criterion"'),
        (KEYS, "It belongs to a variant"),
        (VARIANTS, "Write params: {temperature: ...}."),
        (VARIANTS, 'Did you mean "user"?'),
        (VARIANTS, 'Did you mean "terse"? Accepted: "terse", "cot", "plain", "mine".'),
        (COLUMNS, 'Did you mean "hint"? Accepted: "question", "hint", "photo".'),
        (COLUMNS, 'Did you mean "answer"?'),
        (BRACES, "for literal braces write '{{\"answer\": 3}}'."),
        (BRACES, "Doubled braces are literal."),
        (BRACES, 'Write it in quotes: "{question}".'),
        (NUMBERS, "Accepted: a whole number from 1 to 1,000."),
        (NUMBERS, "Take the quotes off."),
        (NUMBERS, 'Write it in quotes: "2024".'),
        (NUMBERS, "In YAML 1.2 and in quotes this is text."),
        (SCORERS, 'Did you mean "exact_match"?'),
        (MODELS, 'Did you mean "openai"?'),
        (MODELS, "Write openai/gpt-4o."),
        (MODELS, "write {agent: my_agent}."),
    ],
)
def test_a_problem_says_what_to_do_next(cell, hint):
    assert any(hint in problem.accepted for problem in problems_of(cell))


def test_a_misspelt_key_near_a_parameter_is_led_to_params():
    cell = "variants:\n  a: {model: openai/gpt-4o, temprature: 0}\n  b: openai/gpt-4o\n"
    (problem,) = problems_of(cell + 'prompt: "{question}"')
    assert problem.accepted == 'Did you mean "temperature"? Write params: {temperature: ...}.'


def test_no_secret_is_repeated():
    cell = """\
variants:
  a:
    model: openai/gpt-4o
    prompt: "{question}"
    api_key: sk-one
    api_base: https://user:sk-two@host/v1
    params:
      extra_headers: {Authorization: sk-three, X-Api-Key: sk-four}
      aws_secret_access_key: sk-five
      max_tokens: 10
judge: {model: openai/gpt-4o, criterion: Good, params: {api_key: sk-six}}
"""
    problems = problems_of(cell)
    lines = [problem.where.split(":")[1] for problem in problems]
    assert lines == ["5", "6", "8", "8", "9", "11"]
    assert "sk-" not in str(InputError(problems))


def test_the_properties_of_a_tools_schema_are_no_secrets():
    tool = {"type": "function", "function": {"parameters": {"properties": {"api_key": {}}}}}
    spec = parse_spec({"variants": {"a": {"model": "m", "prompt": "{q}", "tools": [tool]}}})
    assert spec.variants["a"].tools == (tool,)


def test_a_notebook_shows_the_problems_without_a_traceback():
    with pytest.raises(InputError) as caught:
        parse_spec(KEYS, context=CONTEXT)
    (shown,) = caught.value._render_traceback_()
    assert shown.startswith("InputError: 7 problems:\n  - cell:1:1: unknown key 'varients'.")


def test_places_count_from_the_line_the_text_starts_on():
    with pytest.raises(InputError) as caught:
        parse_spec("variants: {a: m/x}\nrepeats: 0", "qa.yaml", first_line=2)
    assert caught.value.problems[0].where == "qa.yaml:3:10"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_as_editors_do(end):
    text = end.join(["\ufeffvariants: {a: m/x}", "prompt: |", "  Über", "  {qestion}", "seed: -1"])
    with pytest.raises(InputError) as caught:
        parse_spec(text, context=CONTEXT)
    places = [problem.where for problem in caught.value.problems]
    assert places == ["cell:1:15", "cell:4:3", "cell:5:7"]


def test_a_mapping_names_paths():
    wrong = {
        "variants": {
            "gpt-4.1": {"modl": "openai/gpt-4.1", "prompt": "{qestion}", "params": {"f": len}},
            "bare": "opnai/gpt-4o",
            "talk": {"model": "openai/gpt-4o", "messages": [{"role": "user", "content": ""}]},
            3: "openai/gpt-4o",
            None: "openai/gpt-4o",
        },
        "scorers": ["exact_match", {"numeric_match": {"tolerance": float("nan")}}],
        "repeats": True,
    }
    with pytest.raises(InputError) as caught:
        parse_spec(wrong, context=CONTEXT)
    assert [(problem.where, problem.what) for problem in caught.value.problems] == [
        ('variants["gpt-4.1"].params.f', "got builtin_function_or_method."),
        ("variants", "the key None is not text."),
        ("scorers[1].numeric_match.tolerance", "nan is no finite number."),
        ('variants["gpt-4.1"].modl', "unknown key 'modl'."),
        ("variants.talk.messages[0].content", "content is ''."),
        ("repeats", "repeats is true."),
        ('variants["gpt-4.1"].prompt', "there is no column 'qestion'."),
        ("variants.bare", "unknown provider 'opnai' in 'opnai/gpt-4o'."),
    ]
