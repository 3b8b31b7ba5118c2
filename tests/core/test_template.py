"""Prompt templates: columns in braces, and nothing that is evaluated."""

import datetime as dt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from garden_nb.core.template import placeholders, render, template_faults
from garden_nb.errors import InputError

NAMES = st.from_regex(r"[^\W\d]([\w -]*\w)?", fullmatch=True).filter(str.isprintable)
LITERALS = st.text().map(lambda text: text.replace("{", "{{").replace("}", "}}"))


@st.composite
def templates(draw):
    """Return a template and the inputs it uses."""
    names = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    parts = draw(st.lists(LITERALS | st.sampled_from([f"{{{name}}}" for name in names])))
    return "".join(parts), draw(st.fixed_dictionaries({name: st.text() for name in names}))


@given(templates())
def test_for_text_a_template_is_what_str_format_makes_of_it(case):
    template, inputs = case
    assert template_faults(template) == ()
    assert render(template, inputs) == template.format_map(inputs)


@given(st.text(alphabet="{}a .[]!:", max_size=30))
def test_what_has_no_fault_renders_and_what_has_one_says_where(template):
    faults = template_faults(template)
    for fault in faults:
        assert template.startswith(fault.token, fault.offset)
    inputs = dict.fromkeys(placeholders(template), "x")
    if faults:
        with pytest.raises(InputError) as caught:
            render(template, inputs)
        assert len(caught.value.problems) == len(faults)
    else:
        assert render(template, inputs) == template.format_map(inputs)


@given(st.text())
def test_the_braces_of_a_value_stay_as_they_are(value):
    assert render("<{x}>", {"x": value, "y": "never"}) == f"<{value}>"


@pytest.mark.parametrize(
    "template",
    [
        "{x.__class__}",
        "{x.__class__.__mro__[1].__subclasses__}",
        "{x[0]}",
        "{x!r}",
        "{x:>10}",
        "{x:{y}}",
        "{}",
        "{ x }",
        "{x\n}",
        "{",
        "}",
        "{x",
        "x}",
    ],
)
def test_nothing_but_a_column_is_followed(template):
    with pytest.raises(InputError):
        render(template, {"x": "text", "y": "1", "x.__class__": "taken", "x[0]": "taken"})


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, ""),
        (float("nan"), ""),
        (3, "3"),
        (0.1, "0.1"),
        (True, "True"),
        (np.int64(3), "3"),
        (["é", 1], '["é", 1]'),
        ({"a": None}, '{"a": null}'),
        (np.array([1, 2]), "[1, 2]"),
        (dt.date(2024, 5, 1), "2024-05-01"),
    ],
)
def test_values_are_written_as_people_would(value, written):
    assert render("{x}", {"x": value}) == written


def test_every_problem_is_listed_with_what_there_is():
    with pytest.raises(InputError) as caught:
        render("{qestion} {hnt} {x.y}", {"question": "?", "hint": "!"})
    assert [str(problem) for problem in caught.value.problems] == [
        (
            "prompt: '{x.y}' is more than the name of a column. "
            "Accepted: {column}; for literal braces write '{{x.y}}'."
        ),
        (
            "prompt: there is no column 'qestion'. "
            'Did you mean "question"? Accepted: "question", "hint".'
        ),
        'prompt: there is no column \'hnt\'. Did you mean "hint"? Accepted: "question", "hint".',
    ]


def test_columns_may_have_spaces_and_any_letters():
    assert render("{Question Text}/{问题}", {"Question Text": "a", "问题": "b"}) == "a/b"
    assert placeholders("{b} {a} {{c}} {b}") == ("b", "a")
