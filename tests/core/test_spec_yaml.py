"""YAML 1.2 as cells are written: its values, its traps, its errors, and hostile text."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garden_nb.core.spec import parse_spec
from garden_nb.errors import InputError


def params(text: str):
    """Return what a parameter's YAML means."""
    spec = parse_spec(f"variants:\n  a: {{model: m, prompt: '{{q}}', params: {{x: {text}}}}}\n")
    return spec.variants["a"].params["x"]


def problems(text: str):
    with pytest.raises(InputError) as caught:
        parse_spec(text)
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("NO", "NO"),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("010", 10),
        ("0o10", 8),
        ("0x1F", 31),
        ("+7", 7),
        ("1_000", "1_000"),
        ("12:30:45", "12:30:45"),
        ("2024-01-02", "2024-01-02"),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("1.", 1.0),
        ("1.2.3", "1.2.3"),
        ("=", "="),
        ("'1'", "1"),
        ('"true"', "true"),
        ('"\\ud83d\\ude00"', "😀"),
        ("123456789012345678901234567890", 123456789012345678901234567890),
        ("9" * 5000, "9" * 5000),
    ],
)
def test_values_mean_what_yaml_1_2_says(text, value):
    read = params(text)
    assert read == value
    assert type(read) is type(value)


def test_keys_are_text_as_written():
    spec = parse_spec("variants:\n  4: m/a\n  no: m/b\n  1.10: m/c\nbaseline: '4'\n")
    assert list(spec.variants) == ["4", "no", "1.10"]


def test_json_is_yaml():
    spec = parse_spec('{"variants": {"a": {"model": "m/a", "prompt": "{q} \\u00fc"}}}')
    assert spec.variants["a"].prompt == "{q} ü"


def test_an_alias_repeats_a_value():
    spec = parse_spec(
        "variants:\n"
        "  a: {model: m, prompt: &ask '{q}', params: &p {temperature: 0}}\n"
        "  b: {model: n, prompt: *ask, params: *p}\n"
    )
    a, b = spec.variants.values()
    assert (a.prompt, a.params) == (b.prompt, b.params)
    assert a.params is not b.params


def test_a_problem_in_an_aliased_text_stands_where_the_text_is():
    assert problems(
        "variants:\n  a: {model: m, prompt: &ask 'Say {q.x}'}\n  b: {model: n, prompt: *ask}\n"
    ) == [
        (
            "cell:2:35: '{q.x}' is more than the name of a column. "
            "Accepted: {column}; for literal braces write '{{q.x}}'."
        )
    ]


@pytest.mark.parametrize(
    ("prompt", "place"),
    [
        ('"ask {q.x}"', "2:33"),
        ("'it''s {q.x}'", "2:35"),
        ('"{q.x} \\x7bq.x}"', "2:28"),
        ('"\\x7bq.x}"', "2:28"),
    ],
)
def test_a_brace_is_found_in_any_kind_of_text(prompt, place):
    assert problems(f"variants:\n  a: {{model: m/x,  prompt: {prompt}}}\n")[0].startswith(
        f"cell:{place}: "
    )


@pytest.mark.parametrize("style", ["|", ">", "|-", ">+", "|2"])
def test_a_brace_is_found_in_a_block(style):
    text = f"variants:\n  a:\n    model: m\n    prompt: {style}\n"
    text += "      one {q}\n\n      two {q.x}\n"
    assert problems(text)[0].startswith("cell:7:11: ")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("variants: {a: m\nseed: 1", "cell:1:11: a bracket without its '}'. Close it."),
        ("variants: [a", "cell:1:11: a bracket without its ']'. Close it."),
        ("prompt: 'it", "cell:1:9: a quote that is never closed. Close it."),
        ("prompt: 'it's'", "cell:1:13: text after a value that has ended."),
        ("prompt: {q} please", "cell:1:13: text after a value that has ended."),
        ("prompt: Say: {q}", 'cell:1:12: a ": " where no key can stand.'),
        ("prompt: @q", "cell:1:9: unquoted text starts with '@'."),
        ("prompt: `q`", "cell:1:9: unquoted text starts with '`'."),
        ("prompt: %q", "cell:1:9: unquoted text starts with '%'."),
        ('prompt: "\\d+"', r"cell:1:11: \d in double quotes. Use single quotes."),
        ("prompt: | q\n  x", "cell:1:11: text on the line of a | or >."),
        ("a:\n  b: 1\n c: 2", "cell:3:2: a line whose indentation fits none above."),
        ("a: - b", 'cell:1:4: "- " where no list can start.'),
        ("seed:\t1", "cell:1:6: a tab between keys and values. Use spaces."),
        ("seed: 1\x00", "cell:1:8: the character U+0000 cannot stand in YAML. Take it out."),
        ("seed: \ud800", "cell:1:7: the character U+D800 cannot stand in YAML. Take it out."),
        ("a: [,]", "cell:1:5: nothing where a value should stand."),
        ("prompt: * q", "cell:1:9: unquoted text starts with * or &."),
        ('prompt: "\\ux"', "cell:1:12: an unfinished escape in double quotes."),
        ("a: !<x", "cell:1:7: not YAML: while parsing a tag expected '>' but found '\\x00'."),
        ('a: "\\ud800"', "cell:1:4: the text holds half of a surrogate pair."),
        ("a: !!python/object:os.system x", "cell:1:4: the tag '!!python/object:os.system'."),
        ("a: !x {}", "cell:1:4: the tag '!x'."),
        ("%YAML 1.1\n---\na: no", "cell:1:1: the text asks for another YAML."),
        ("a: *b", "cell:1:4: no anchor &b stands before the alias *b."),
        ("a: &a [*a]", "cell:1:8: the alias *a contains itself."),
        ("a: 1\n---\nb: 2", "cell:2:1: a second document starts here."),
        ("a: " + "[" * 99, "cell:1:36: more than 32 levels of nesting."),
        ("a: 1\n" * 20_001, "cell:1:1: the text has 100,005 characters."),
    ],
)
def test_an_error_of_yaml_is_told_in_plain_words(text, told):
    assert any(problem.startswith(told) for problem in problems(text))


def test_what_stands_before_a_syntax_error_is_checked_too():
    text = "repeats: 0\nvariants: {a: {modl: m}}\nprompt: Say: {q}\nseed: -1\n"
    assert [problem.split(": ")[0] for problem in problems(text)] == [
        "cell:1:10",
        "cell:2:16",
        "cell:3:12",
    ]


def test_a_bomb_of_aliases_is_refused_at_once():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 30)]
    started = time.process_time()
    (told,) = problems("\n".join(lines))
    assert told.startswith("cell:5:10: ")
    assert "more than 20,000 parts once aliases are written out" in told
    assert time.process_time() - started < 2


@pytest.mark.parametrize(
    "unit", ["[", "{", "- ", "? ", "&a ", "a: ", "'", '"\\\n', "[a,", "!a ", "\t"]
)
def test_hostile_text_costs_little(unit):
    started = time.process_time()
    assert problems(unit * (90_000 // len(unit)))
    assert time.process_time() - started < 10


FRAGMENTS = st.sampled_from(
    [
        *("variants:", "  a: ", "model: m", "{", "}", "[", "]", ", ", ": ", "- ", "\n", "\n  "),
        *("prompt: ", "'", '"', "{q}", "{{", "&x ", "*x", "!t ", "<<: ", "|\n", "#", "\t", "---\n"),
        *("messages", "role: user", "judge: ", "scorers: ", "gates: ", "null", "3", ".nan", "\\"),
    ]
)


@settings(deadline=None)
@given(st.text() | st.lists(FRAGMENTS, max_size=25).map("".join))
def test_any_text_is_a_spec_or_an_error_with_places_inside_it(text):
    try:
        parse_spec(text)
    except InputError as error:
        lines = text.splitlines() or [""]
        for problem in error.problems:
            source, line, column = problem.where.split(":")
            assert source == "cell"
            assert 1 <= int(line) <= len(lines) + 1
            assert int(column) >= 1
            assert problem.what.endswith(".")


def test_an_empty_value_stands_at_its_key():
    told = problems("variants:\n  a: m/a\n  b:\ngates:\n  exact_match:\n\nrepeats: 2\n")
    assert [problem.split(": ")[0] for problem in told] == ["cell:3:3", "cell:5:3"]
