"""`report.js` and hostile text: whatever names and models say, it is shown and never run."""

import itertools
import json
import random

from cases_view import whole_report
from playwright.sync_api import expect
from sample_report import FLASH, LITE, MINI, sample_payload

from garden_nb.flows.cases.changed_sections import changed_sections
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

ATTACKS = [
    "<details open ontoggle=window.ran=1>",
    "<math><mtext><table><mglyph><style><img src=x onerror=window.ran=1>",
    "<template><script>window.ran=1</script></template>",
    '<a href="javascript:window.ran=1" autofocus onfocus=window.ran=1>',
    "`-window.ran=1-`",
    "');window.ran=1;('",
    "@import 'x'; } * { background: url(javascript:window.ran=1) }",
    "&#60;script&#62;window.ran=1&#60;/script&#62;",
    "\u001b]8;;javascript:window.ran=1\u0007link\u001b]8;;\u0007",
]
CHANGED = changed_sections(whole_report(), [FLASH, LITE, MINI])
_SHOW_ALL = """async (payload) => {
  window.handle.update(payload);
  const { shadowRoot } = document.querySelector('#at > div');
  const problems = [];
  const slices = payload.controls.find(({ key }) => key === 'slice').options;
  for (const [at, key] of Object.keys(payload.views).entries()) {
    const [baseline, adjust, on_error] = JSON.parse(key);
    const [slice] = slices[at % slices.length];
    window.handle.update({ ...payload.state, baseline, adjust, on_error, slice });
    shadowRoot.querySelectorAll('details').forEach((each) => (each.open = true));
    const made = shadowRoot.querySelectorAll(
      'script, iframe, svg, math, template, a, b[onload], [onerror], [onfocus], [onmouseover]');
    problems.push(...[...made].map(({ tagName }) => tagName));
    const alert = shadowRoot.querySelector('[role=alert]');
    problems.push(...(alert.hidden ? [] : [alert.textContent]));
    const headline = shadowRoot.querySelector('h2').textContent;
    problems.push(...(headline === payload.views[key].headline ? [] : [headline]));
  }
  await new Promise(requestAnimationFrame);
  const styles = shadowRoot.querySelectorAll('style').length;
  const outside = document.querySelectorAll('script, iframe, style, img').length;
  const made = styles === 1 && outside === 0 ? [] : ['made'];
  return [...problems, ...(window.ran ? ['ran'] : []), ...made];
}"""


class Counted:
    """An iterator that knows how many it gave."""

    def __init__(self, texts):
        self._texts, self.count = texts, 0

    def __iter__(self):
        return self

    def __next__(self):
        self.count += 1
        return next(self._texts)


_UPDATE = "(payload) => window.handle.update(payload)"


def _spoil(content, texts):
    """Return `content` with every text replaced."""
    if isinstance(content, dict):
        return {key: _spoil(value, texts) for key, value in content.items()}
    if isinstance(content, list):
        return [_spoil(value, texts) for value in content]
    return next(texts) if isinstance(content, str) else content


def _hostile_payload(texts):
    """Return the sample with every text replaced, but for what the state names."""
    payload = sample_payload(changed=CHANGED, metrics=["accuracy", "rubric"])
    for part in ("views", "changed", "slices"):
        payload[part] = {key: _spoil(shown, texts) for key, shown in payload[part].items()}
    payload["title"] = next(texts)
    payload["metrics"] = _spoil(payload["metrics"], texts)
    for gauge in itertools.chain.from_iterable(payload["gauges"].values()):
        gauge["metric"] = next(texts)
    slices = next(each for each in payload["controls"] if each["key"] == "slice")
    first = next(iter(payload["slices"].values()))
    slices["options"] = [["", "all"], *([each["category"], next(texts)] for each in first)]
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


def _fuzzed(seed):
    """Yield ever new texts: pieces of hostile ones, joined, cut, repeated and scattered over."""
    draw = random.Random(seed)  # noqa: S311  # reproducible, not secret
    signs = "<>\"'&/\\{}$%`=-![]();:#\x00\x01\x1b\n\r\t\u202e\u2066\ud7ff\ue000\U0001f600 ascript"
    pieces = [*HOSTILE, *ATTACKS, "\ud800", "\udfff", "\ufffe", "</section>", "-->", "]]>", ""]
    while True:
        chosen = draw.choices(pieces, k=draw.randint(1, 3))
        cut = [each[draw.randint(0, len(each) // 2) :] for each in chosen[1:]]
        yield "".join([chosen[0][:400], *draw.choices(signs, k=draw.randint(0, 12)), *cut])[:600]


def test_ten_thousand_fuzzed_texts_never_break_the_page(mount):
    page = mount(sample_payload())
    page.evaluate("() => window.handle.listen()")
    seen = 0
    for seed in itertools.count():
        counted = Counted(_fuzzed(seed))
        payload = _hostile_payload(counted)
        seen += counted.count
        assert page.evaluate(_SHOW_ALL, payload) == []
        if seen > 10_000:
            break
    page.wait_for_timeout(100)
    assert page.evaluate("window.ran ?? null") is None


def test_a_line_of_ten_megabytes_is_shown(mount):
    payload = sample_payload(changed=CHANGED)
    page = mount(payload)
    problems = page.evaluate(
        """async (payload) => {
          const line = '<b>&"\u202e'.repeat(1e7 / 6);
          payload.changed[payload.state.baseline][0].cases[0].answers[0].text.spans[0][0] = line;
          window.handle.update(payload);
          await new Promise(requestAnimationFrame);
          const { shadowRoot } = document.querySelector('#at > div');
          return [shadowRoot.querySelector('.box').textContent.includes(line),
            shadowRoot.querySelector('[role=alert]').hidden];
        }""",
        payload,
    )
    assert problems == [True, True]
    assert page.evaluate("window.ran ?? null") is None


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
