"""Markdown: a comment that shows names as they are, whatever they are."""

import re

import mistune
from hypothesis import given
from hypothesis import strategies as st
from pages import Page
from sketch import FLASH, LITE, MINI, build, rename

from garden_nb.present.clean import clean
from garden_nb.present.markdown import escape_markdown, to_markdown

render = mistune.create_markdown(
    escape=False, plugins=["table", "strikethrough", "url", "footnotes", "task_lists"]
)
UNSEEN = "\u200b"


def test_it_is_the_advice_a_table_per_metric_gates_and_methods(report):
    page = Page(render(to_markdown(report)))
    tags = [tag for tag, _ in page.tags]
    assert tags.count("table") == 3
    assert tags.count("h3") == 4
    assert tags.count("details") == 1
    assert f"{LITE} is worse on accuracy (17 cases lost, 4 gained)" in page.text
    assert page.tables[0][2][:4] == [LITE, "72.0 %", "−6.5 [−12.3, −1.5]", "0.009"]
    assert "gpt-4o-mini:latency_ms: change ≤ 2 % (gpt-4o-mini has 3.7)" in page.text


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=40).filter(str.strip))
def test_any_line_is_shown_as_it_is(text):
    line = " ".join(clean(text).split())
    for markdown in (escape_markdown(line), f"- {escape_markdown(line)}"):
        page = Page(render(markdown))
        assert " ".join(page.text.replace(UNSEEN, "").split()) == line
        assert {tag for tag, _ in page.tags} <= {"p", "ul", "li"}


def test_names_call_nobody_and_link_nowhere():
    for name in ("@octocat", "org/repo#12", "GH-7", "www.x.io", "https://x.io", "mailto:a@b.c"):
        escaped = escape_markdown(f"see {name} now")
        assert not re.search(r"@(?!&)|(?<!&)#(?!&)|GH-\d|www\.|://|mailto:", escaped)


def test_hostile_names_break_no_table():
    names = {FLASH: "a|b`c", LITE: "<img src=x>\n\n# head", MINI: "[x](javascript:alert(1))"}
    markdown = to_markdown(rename(build(), names))
    page = Page(render(markdown))
    assert [row[0].replace(UNSEEN, "") for row in page.tables[0][1:]] == [
        "a|b`c (baseline)",
        "<img src=x>␊␊# head",
        "[x](javascript:alert(1))",
    ]
    assert {len(row) for row in page.tables[0]} == {6}
    assert not {"img", "a", "h1"} & {tag for tag, _ in page.tags}
