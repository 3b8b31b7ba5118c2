"""Ten thousand hostile strings in every place that others write: no view gains an element."""

import json
import random
import re
from dataclasses import replace
from functools import cache
from itertools import count

import mistune
from pages import Page
from sketch import FLASH, LITE, MINI, build, rename
from test_case_card import PAIR
from test_case_list import flips

from garden_nb.analysis.comparison import Status
from garden_nb.analysis.decision import Contender
from garden_nb.analysis.slices import Slice
from garden_nb.analysis.unscored import Unscored
from garden_nb.core.records import Failure, Output, Record, Score
from garden_nb.present.beside import Beside
from garden_nb.present.case_list import CaseList
from garden_nb.present.case_pair import CaseSide
from garden_nb.present.document import to_json
from garden_nb.present.flips import changed_cases
from garden_nb.present.html import to_page
from garden_nb.present.markdown import to_markdown
from garden_nb.present.payload import build_payload, unpack
from garden_nb.present.text import to_text

PIECES = (
    *("</script><script>alert(1)</script>", "<!--", "-->", "<![CDATA[", "]]>", "</style>"),
    *("</title>", "</svg>", "<img src=x onerror=alert(1)>", '"', "'", "`", '" onload="x'),
    *("' onclick='x", "&lt;", "&#60;", "&amp;", "{{ 7*7 }}", "{% raw %}", "${x}", "{# x #}"),
    *("%3Cb%3E", "javascript:alert(1)", "[x](javascript:1)", "![x](http://evil.example)"),
    *("<a href=//x>", "@octocat", "#1", "**b**", "~~", "$x$", "\\", "|", "\n\n# h", "\n- x"),
    *("\n", "\r\n", "\t", "\x00", "\x1b[2J", "\x1b]8;;x\x07", "\x7f", "\x85", "\u202e", "\u2066"),
    *("\u200f", "\u2028", "\ufeff", "\ud800", "\udfff", "\U000e0041", "\U0001f600", "é", "漢"),
    *("العربية", "a", "b", " ", "7", "%", "~1", "/"),
)
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")
HTML = {"div", "p", "b", "i", "bdi", "span", "table", "caption", "thead", "tbody", "tr", "th", "td"}
MARKED = {"del", "ins", "script"}
WANTED = 10_000
LONG = "x<i>\u202e\x00" * 2_000_000
"""Ten megabytes on one line."""

render = mistune.create_markdown(escape=False, plugins=["table", "url"])


class Strings:
    """A source of strings, counted."""

    def __init__(self, seed):
        self.random = random.Random(seed)  # noqa: S311  # strings, no secrets
        self.said = 0

    def __call__(self):
        self.said += 1
        pieces = self.random.choices(PIECES, k=self.random.randint(1, 6))
        return f"{self.said}{''.join(pieces)}."


def poisoned_report(say):
    """Return the report of the sketch with a string of its own in every place."""
    report = rename(build(), {FLASH: say(), LITE: say(), MINI: say()})
    metrics = {metric.name: replace(metric, name=say()) for metric in report.metrics}
    rows = tuple(
        replace(
            row,
            metric=metrics[row.metric].name,
            method=say(),
            notes=tuple(say() for _ in range(12)),
        )
        for row in report.comparisons
    )
    lite = report.variants[1]
    return replace(
        report,
        name=say(),
        metrics=tuple(metrics.values()),
        estimates=tuple(
            replace(row, metric=metrics[row.metric.name], method=say()) for row in report.estimates
        ),
        comparisons=rows,
        best_sets={metrics["accuracy"].name: (say(), say())},
        gates=tuple(
            replace(result, reason=say(), gate=replace(result.gate, metric=say()))
            for result in report.gates
        ),
        decision=replace(
            report.decision,
            contenders=(Contender(lite, Status.REGRESSION, f"on {say()}"),) * 2,
            headline=say(),
        ),
        provenance={say(): say() for _ in range(6)},
        unscored={metric.name: Unscored(3, say()) for metric in metrics.values()},
        stopped={say(): say()},
    )


def poisoned_pair(say):
    scores = {say(): Score(0.5, say()) for _ in range(3)}
    record = Record("c", "a", 0, Output({say(): [say(), say()]}), None, scores, 1.0)
    failed = Record("c", "b", 0, None, Failure(say(), say()), {}, 1.0)
    return replace(
        PAIR,
        id=say(),
        category=say(),
        question={say(): say(), "again": say()},
        expected=say(),
        baseline=CaseSide(say(), 1.0, "", record),
        contender=CaseSide(say(), 0.0, say(), failed),
    )


def poisoned_beside(report, say):
    success = report.metrics[0].name
    rows = tuple(row for row in report.comparisons if row.metric == success)
    estimates = tuple(row for row in report.estimates if row.metric.name == success)
    slices = [Slice(say(), 40 - k, k == 2, estimates, rows) for k in range(3)]
    pairs = [poisoned_pair(say) for _ in range(10)]
    flipped = replace(flips(), contender=say(), baseline=report.spec.baseline)
    changed = {report.spec.baseline: changed_cases([(flipped, pairs[:3])])}
    return Beside(lambda _: slices, changed, [say() for _ in range(40)]), pairs


@cache
def views(seed):
    """Return the views of one poisoned report, and how many strings are in it."""
    say = Strings(seed) if seed is not None else count_only()
    report = poisoned_report(say)
    beside, pairs = poisoned_beside(report, say)
    payload = build_payload([report], report, "g0", beside=beside)
    shown = {
        "page": to_page(payload),
        "markdown": to_markdown(report, beside),
        "text": to_text(report, beside),
        "json": to_json(report, failures={say(): {say(): 3}}),
        "cases": CaseList(say(), pairs, 3, "c1").to_html(),
        "lines": CaseList(say(), pairs, 3).to_text(),
    }
    return shown, say.said


def count_only():
    plain = Strings(0)
    plain.random.choices = lambda *_, **__: ["plain"]
    return plain


def skeleton(page):
    return [(tag, sorted(set(attributes) - {"title"})) for tag, attributes in page.tags]


def check(shown, plain):
    """Hold every view of hostile strings against those of plain words."""
    page, plain_page = Page(shown["page"]), Page(plain["page"])
    assert skeleton(page) == skeleton(plain_page)
    assert page.scripts[1] == plain_page.scripts[1]
    assert page.open == []
    unpack(json.loads(page.scripts[0])["packed"])
    marked = Page(render(shown["markdown"]))
    assert skeleton(marked) == skeleton(Page(render(plain["markdown"])))
    assert len(shown["text"].splitlines()) == len(plain["text"].splitlines())
    assert len(shown["lines"].splitlines()) == len(plain["lines"].splitlines())
    json.loads(shown["json"])
    cases = Page(shown["cases"])
    assert {tag for tag, _ in cases.tags} <= HTML | MARKED
    assert {name for _, found in cases.tags for name in found} <= {"class", "style", "scope"}
    assert cases.scripts == Page(plain["cases"]).scripts
    for name in ("page", "markdown", "text", "cases", "lines"):
        assert UNSEEN.search(shown[name]) is None, name


def test_no_view_of_ten_thousand_hostile_strings_gains_an_element():
    plain, _ = views(None)
    said = 0
    for seed in count(1):
        shown, strings = views(seed)
        check(shown, plain)
        said += strings
        if said >= WANTED:
            break


def test_a_line_of_ten_megabytes_is_cut_where_it_is_shown():
    plain, _ = views(None)
    say = Strings(1)
    report = poisoned_report(lambda: f"{say()}{LONG if say.said % 9 == 1 else ''}")
    assert len(report.variants[0]) > len(LONG)
    beside, pairs = poisoned_beside(report, say)
    pairs = [replace(pairs[0], question=LONG, expected=LONG)]
    payload = build_payload([report], report, "g0", beside=beside)
    page = to_page(payload)
    assert skeleton(Page(page)) == skeleton(Page(plain["page"]))
    assert len(page) < 300_000
    assert len(to_markdown(report, beside)) < 100_000
    assert len(to_text(report, beside)) < 100_000
    assert len(CaseList("x", pairs, 1).to_html()) < 30_000


def test_the_strings_are_in_every_view():
    say = Strings(0)
    say.random.choices = lambda *_, **__: ["<i>\u202e"]
    report = poisoned_report(say)
    beside, pairs = poisoned_beside(report, say)
    page = Page(to_page(build_payload([report], report, "g0", beside=beside)))
    assert page.text.count("<i>⟨U+202E⟩") > 60
    assert to_markdown(report, beside).count("&#60;i&#62;⟨U+202E⟩") > 60
    assert to_text(report, beside).count("<i>⟨U+202E⟩") > 40
    assert Page(CaseList(say(), pairs, 3).to_html()).text.count("<i>⟨U+202E⟩") > 50
