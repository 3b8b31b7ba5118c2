"""Laws of specs: written down and read back they are equal; the schema and the parser agree."""

import copy

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from garden_nb.core.spec import GardenSpec, parse_spec, spec_schema
from garden_nb.errors import InputError

LAW = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
VALIDATOR = Draft202012Validator(spec_schema())

texts = st.text(min_size=1).filter(str.strip)
lines = (
    st.text(alphabet=st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1)
    .map(str.strip)
    .filter(bool)
)
names = st.from_regex(r"[a-z_]\w{0,8}", fullmatch=True)
numbers = st.integers(-(10**30), 10**30) | st.floats(allow_nan=False, allow_infinity=False)
plain = st.recursive(
    st.none() | st.booleans() | numbers | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
# keys that are neither secret nor another place's: a prefix keeps them apart
settings_maps = st.dictionaries(st.text().map(lambda key: f"-{key}"), plain, max_size=3)
literals = texts.map(lambda text: text.replace("{", "{{").replace("}", "}}"))
templates = literals.map(lambda text: f"{text} {{question}}") | literals.map(
    lambda text: f"{{question}}{text}"
)


def record(required, **optional):
    return st.fixed_dictionaries(required, optional=optional)


model_ids = st.from_regex(r"[a-z]+/[\w.:-]+", fullmatch=True)
parts = st.lists(
    st.fixed_dictionaries({"type": st.just("text"), "text": templates}) | settings_maps, min_size=1
)
messages = st.lists(
    record({"role": st.sampled_from(["user", "assistant"]), "content": templates | parts}),
    max_size=2,
).map(lambda before: [*before, {"role": "user", "content": "{question}"}])
shared = {
    "system": templates,
    "params": settings_maps,
    "api_base": st.just("http://localhost:8000/v1"),
    "tools": st.lists(settings_maps, min_size=1, max_size=2),
    "history": texts,
    "images": texts | st.lists(texts, min_size=1, max_size=2),
    "version": texts,
}
variants = (
    model_ids
    | record({"model": model_ids}, prompt=templates, **shared)
    | record({"model": model_ids, "messages": messages}, prompt=templates, **shared)
    | record({"agent": names}, version=texts)
)
scorers = names | names.flatmap(lambda name: st.fixed_dictionaries({name: settings_maps}))
scales = st.sampled_from([[0, 1], [1, 5], [0, 0.5]])
score_labels = st.lists(texts, min_size=1, max_size=3)
scores = (
    st.sampled_from(["binary", "ordinal", "numeric"])
    | score_labels
    | record({"type": st.sampled_from(["ordinal", "numeric"])}, scale=scales, about=texts)
    | record({"labels": score_labels}, about=texts)
)
further = {
    "criteria": texts | st.dictionaries(lines, texts, min_size=1, max_size=2),
    "rubric": texts | st.dictionaries(lines, texts, min_size=1, max_size=2),
    "output_type": st.dictionaries(names.map("s{}".format), scores, min_size=2, max_size=3),
    "scale": scales,
    "name": names.map(lambda name: f"{name}.judge"),
    "reference": st.none() | texts,
    "columns": st.lists(texts, max_size=2),
    "retries": st.integers(0, 100),
    "params": settings_maps,
}
judges = record({"model": model_ids, "criterion": texts}, **further) | record(
    {"model": model_ids, "rubric": further.pop("rubric")}, **further
)
gates = numbers | st.dictionaries(st.text(), numbers | st.text(), min_size=1, max_size=3)


def one_name_each(spec):
    """Drop what would give two metrics one name, or two roles one column."""
    seen = set()
    spec["scorers"] = [
        scorer
        for scorer in spec.get("scorers", [])
        if (name := scorer if isinstance(scorer, str) else next(iter(scorer))) not in seen
        and not seen.add(name)
    ]
    for role in ("question", "expected", "case_id", "category", "cluster"):
        if role in spec:
            spec[role] = f"{spec[role]} {role}"
    if isinstance(spec.get("judge"), list):
        for i, judge in enumerate(spec["judge"]):
            judge["name"] = f"judge_of.{i}"
    return spec


specs = record(
    {"variants": st.dictionaries(lines, variants, min_size=1, max_size=3)},
    cases=texts,
    prompt=templates,
    **dict.fromkeys(("question", "expected", "case_id", "category", "cluster"), texts),
    scorers=st.lists(scorers, max_size=3),
    judge=judges | st.lists(judges, max_size=2),
    gates=st.dictionaries(lines, gates, max_size=3),
    repeats=st.integers(1, 1000),
    concurrency=st.integers(1, 1000),
    timeout_s=st.none() | st.floats(0, 86_400, exclude_min=True),
    retries=st.integers(0, 100),
    max_cost_usd=st.none() | st.floats(0, 1e9, exclude_min=True),
    seed=st.none() | st.integers(0, 2**63 - 1),
    store=texts,
    name=lines,
    fresh=st.booleans(),
).map(one_name_each)


@LAW
@given(specs)
def test_a_spec_written_down_and_read_back_is_equal(mapping):
    spec = parse_spec(mapping)
    text = spec.to_yaml()
    again = parse_spec(text)
    assert again == spec
    assert list(again.variants) == list(spec.variants)
    assert again.digest == spec.digest
    assert again.to_yaml() == text


@LAW
@given(specs)
def test_a_mapping_is_not_changed_and_shares_nothing(mapping):
    before = copy.deepcopy(mapping)
    spec = parse_spec(mapping)
    assert mapping == before
    for label, variant in spec.variants.items():
        if isinstance(mapping["variants"][label], dict) and "params" in mapping["variants"][label]:
            assert variant.params is not mapping["variants"][label]["params"]


@LAW
@given(specs)
def test_what_the_parser_takes_the_schema_takes(mapping):
    assert not list(VALIDATOR.iter_errors(mapping))


def places(tree, path=()):
    """Yield the path of every part of a tree."""
    yield path
    if isinstance(tree, dict | list):
        for key in tree if isinstance(tree, dict) else range(len(tree)):
            yield from places(tree[key], (*path, key))


WHOLE = {
    "variants": {
        "a": {
            "model": "m/a",
            "messages": [{"role": "user", "content": "{q}"}],
            "params": {"x": 1},
            "api_base": "http://host",
            "tools": [{"x": 1}],
            "images": ["photo"],
            "version": "1",
        },
        "b": {"agent": "mine", "version": "1"},
        "c": "m/c",
    },
    "prompt": "{q}",
    "scorers": ["exact_match", {"numeric_match": {"tolerance": 1}}],
    "judge": [
        {
            "model": "m/j",
            "criterion": "Good",
            "criteria": {"right": "Yes"},
            "rubric": {"1": "bad"},
            "output_type": {
                "right": "binary",
                "tone": ["formal", "casual"],
                "clear": {"type": "ordinal", "scale": [1, 5], "about": "how clear"},
                "mood": {"labels": ["good", "bad"]},
            },
            "scale": [0, 1],
            "name": "good",
            "reference": None,
            "columns": ["context"],
            "retries": 2,
        },
        {"model": "m/j", "rubric": "Good is 1", "name": "other"},
    ],
    "gates": {"good": 0.5, "exact_match": {"min": 0.5}},
    "repeats": 2,
    "timeout_s": 5,
    "fresh": True,
}
wrong = st.sampled_from([-1, 0.5, "", " ", "words here", [], {}, ["x"], {"x": 1}, True, {"x": {}}])


@LAW
@given(st.sampled_from([path for path in places(WHOLE) if path]), wrong, st.booleans())
def test_what_the_schema_refuses_the_parser_refuses(path, value, renames):
    mapping = copy.deepcopy(WHOLE)
    part = mapping
    for key in path[:-1]:
        part = part[key]
    if renames and isinstance(part, dict):
        part[f"{path[-1]}?"] = part.pop(path[-1])
    else:
        part[path[-1]] = value
    if list(VALIDATOR.iter_errors(mapping)):
        try:
            parse_spec(mapping)
        except InputError:
            return
        raise AssertionError("the parser takes what the schema refuses")


def test_the_schema_is_sound_and_describes_every_key():
    schema = spec_schema()
    Draft202012Validator.check_schema(schema)
    fields = set(GardenSpec.__dataclass_fields__) - {"marks", "judges"} | {"judge"}
    assert set(schema["properties"]) == fields
    assert all(known["description"] for known in schema["properties"].values())


def test_a_written_spec_is_for_people():
    text = parse_spec(
        {
            "variants": {
                "a": {"model": "m/a", "prompt": "One.\n\n{question}\n", "params": {"t": 0.2}},
                "b": "m/b",
            },
            "prompt": "{question}",
            "scorers": ["exact_match", {"numeric_match": {"tolerance": 0.01}}],
            "judge": {"model": "m/j", "criterion": "Yes", "scale": [1, 5]},
            "timeout_s": None,
            "retries": 2,
            "name": "1e3",
        }
    ).to_yaml()
    assert text == (
        "variants:\n"
        "  a:\n"
        "    model: m/a\n"
        "    prompt: |\n"
        "      One.\n"
        "\n"
        "      {question}\n"
        "    params:\n"
        "      t: 0.2\n"
        "  b: m/b\n"
        "prompt: '{question}'\n"
        "scorers:\n"
        "- exact_match\n"
        "- numeric_match:\n"
        "    tolerance: 0.01\n"
        "judge:\n"
        "  model: m/j\n"
        "  criterion: Yes\n"
        "  scale: [1, 5]\n"
        "timeout_s: null\n"
        'name: "1e3"\n'
    )
