"""`report.js` and hostile text: whatever names and models say, it is shown and never run."""

import itertools
import json
import random

from playwright.sync_api import expect
from sample_report import FLASH, LITE, MINI, sample_payload

from garden_nb.present.payload import pack

HOSTILE = [
    "<script>window.ran = 1</script>",
    "<img src=x onerror='window.ran = 1'>",
    "<svg onload=window.ran=1>",
    '"><iframe srcdoc="<script>parent.ran=1</script>">',
    "' onmouseover='window.ran=1",
    "javascript:window.ran=1",
    "</script><script>window.ran=1</script>",
    "</style><style>*{display:none}</style>",
    "<!-- --> <![CDATA[ ]]>",
    "{{ 7 * 7 }} ${window.ran=1} {% raw %} <%= 1 %>",
    "\u202eright to left\u202c \u2066isolate",
    "a\x00b\x1b[31mred\x1b[0m\x07",
    "__proto__",
    "constructor",
    "&lt;b&gt; &amp; &#x27;",
    "x" * 5000,
    "\u2028line\u2029paragraph\ufeff",
]


_UPDATE = "(payload) => window.handle.update(payload)"


def _spoil(content, texts):
    """Return `content` with every text replaced, but for what the state names."""
    if isinstance(content, dict):
        return {key: _spoil(value, texts) for key, value in content.items()}
    if isinstance(content, list):
        return [_spoil(value, texts) for value in content]
    return next(texts) if isinstance(content, str) else content


def _hostile_payload(texts):
    payload = sample_payload()
    payload["views"] = {key: _spoil(view, texts) for key, view in payload["views"].items()}
    payload["title"] = next(texts)
    return payload


def _check(page):
    page.get_by_label("Baseline").select_option(LITE)
    page.get_by_label("Correction").select_option("none")
    page.wait_for_timeout(50)
    assert page.evaluate("window.ran ?? null") is None
    assert page.evaluate("document.querySelectorAll('script, iframe, style').length") == 0
    made = "document.querySelector('#at > div').shadowRoot.querySelectorAll('{}').length"
    assert page.evaluate(made.format("script, iframe, svg, img[onerror]")) == 0
    assert page.evaluate(made.format("style")) == 1
    expect(page.get_by_role("alert")).to_have_count(0)


def test_hostile_text_in_every_place_is_shown_and_not_run(mount):
    page = mount(sample_payload())
    for text in HOSTILE:
        page.evaluate(_UPDATE, _hostile_payload(itertools.repeat(text)))
        _check(page)
        shown = page.get_by_role("heading", level=2).evaluate("(element) => element.textContent")
        assert shown == text


def test_random_texts_never_break_the_page(mount):
    draw = random.Random(0)  # noqa: S311  # reproducible, not secret
    alphabet = (
        "<>\"'&/\\{}$%`=-![]();:#\x00\x01\x1b\n\r\t\u202e\u2066\ud7ff\ue000\U0001f600 ascript"
    )

    def texts():
        while True:
            yield "".join(draw.choices(alphabet, k=draw.randint(0, 40)))

    page = mount(sample_payload())
    for _ in range(20):
        page.evaluate(_UPDATE, _hostile_payload(texts()))
        _check(page)


def test_hostile_names_of_variants_can_be_chosen(mount):
    payload = sample_payload()
    name = HOSTILE[0]
    renamed = json.dumps(payload).replace(json.dumps(LITE)[1:-1], json.dumps(name)[1:-1])
    page = mount(json.loads(renamed))
    page.get_by_label("Baseline").select_option(name)
    expect(page.get_by_role("status")).to_have_text(f"Switch to {FLASH} or {MINI}.")
    assert page.evaluate("window.chosen[0][0].baseline") == name
    assert page.evaluate("window.ran ?? null") is None


def test_a_plot_is_a_picture_and_runs_nothing(mount):
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" onload="window.ran = 1">'
        "<script>parent.window.ran = 1</script></svg>"
    )
    page = mount(sample_payload(svgs=pack([svg] * 3)))
    expect(page.get_by_role("img")).to_have_js_property("complete", value=True)
    assert page.evaluate("window.ran ?? null") is None
