"""Any text anywhere: no view gains or loses an element, no script gains a byte."""

from dataclasses import replace
from xml.etree import ElementTree as ET

import mistune
from hypothesis import given, settings
from hypothesis import strategies as st
from pages import Page
from sketch import FLASH, LITE, MINI, WORSE, build, rename

from garden_nb.analysis.comparison import Status
from garden_nb.analysis.decision import Contender
from garden_nb.present.html import to_page
from garden_nb.present.markdown import to_markdown
from garden_nb.present.payload import build_payload, unpack
from garden_nb.present.text import to_text

render = mistune.create_markdown(escape=False, plugins=["table", "url"])
payloads = st.sampled_from(
    [
        "</script><script>alert(1)</script>",
        "<!--<script>",
        '"><img src=x onerror=alert(1)>',
        "' onmouseover='alert(1)",
        "{{ ''.__class__ }}{% for x in y %}${alert(1)}",
        "</style></svg></title>]]>",
        "a|b\\|c\n\n# d\n```",
        "\u202eevil\u2066\ud800\x00\x1b[2J",
        "&lt;b&gt; &amp; &#60;",
        "[x](javascript:alert(1)) @octocat #1",
    ]
)
hostile = (payloads | st.text(st.characters(), min_size=1, max_size=30)).filter(str.strip)


def poisoned(text):
    """Return the report of the sketch with `text` in every place that others write."""
    report = rename(build(), {FLASH: f"{text}1", LITE: f"{text}2", MINI: f"{text}3"})
    metrics = {
        metric.name: replace(metric, name=f"{text}{metric.name}") for metric in report.metrics
    }
    contender = Contender(f"{text}2", Status.REGRESSION, f"on {text}")
    return replace(
        report,
        name=text,
        metrics=tuple(metrics.values()),
        estimates=tuple(
            replace(row, metric=metrics[row.metric.name], method=text) for row in report.estimates
        ),
        comparisons=tuple(
            replace(row, metric=metrics[row.metric].name, method=text, notes=(text,))
            for row in report.comparisons
        ),
        best_sets={f"{text}accuracy": (text,)},
        gates=tuple(
            replace(result, reason=text, gate=replace(result.gate, metric=text))
            for result in report.gates
        ),
        decision=replace(report.decision, contenders=(contender, contender), headline=text),
        provenance={text: text},
    )


def skeleton(page):
    return [(tag, sorted(set(attributes) - {"title"})) for tag, attributes in page.tags]


PLAIN = poisoned("plain")
PLAIN_PAGE = Page(to_page(build_payload([PLAIN], PLAIN, "g0")))
PLAIN_MARKDOWN = Page(render(to_markdown(PLAIN)))


@settings(max_examples=20, deadline=None)
@given(hostile)
def test_every_view_keeps_its_elements_and_its_script(text):
    report = poisoned(text)
    payload = build_payload([report], report, "g0")
    page = Page(to_page(payload))
    assert skeleton(page) == skeleton(PLAIN_PAGE)
    assert page.scripts[1] == PLAIN_PAGE.scripts[1]
    assert page.open == []
    for svg in unpack(payload["svgs"]):
        tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(svg).iter()}  # noqa: S314
        assert tags <= {"svg", "g", "rect", "path", "line", "text", "tspan"}
    assert skeleton(Page(render(to_markdown(report)))) == skeleton(PLAIN_MARKDOWN)
    assert len(to_text(report).splitlines()) == len(to_text(PLAIN).splitlines())


def test_the_poison_reaches_every_view():
    report = poisoned("<i>")
    page = Page(to_page(build_payload([report], report, "g0")))
    assert page.text.count("<i>") > 30
    assert to_markdown(report).count("&#60;i&#62;") > 20
    assert to_text(report).count("<i>") > 20
    assert WORSE.metric not in {row.metric for row in report.comparisons}
