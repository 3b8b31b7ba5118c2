"""`explorer.js` with a stub of anywidget's model: cases, filters, differences, whole texts."""

import json
import time

import pytest
from cases_view import FLASH, LITE, N_CASES, sample_view
from playwright.sync_api import expect
from test_report_hostile import HOSTILE

from garden_nb.notebook.explorer import CaseExplorer

_MODEL = """(traits) => {
  const listeners = new Map();
  window.sent = [];
  window.asked = [];
  const tell = (name, ...content) => {
    for (const act of listeners.get(name) ?? []) act(...content);
  };
  window.model = {
    get: (name) => traits[name],
    set(name, value) { traits[name] = value; window.sent.push([name, value]); },
    save_changes() {},
    send(content) { window.asked.push(content); },
    on(name, act) { listeners.set(name, [...(listeners.get(name) ?? []), act]); },
    off(name, act) { listeners.set(name, listeners.get(name).filter((each) => each !== act)); },
  };
  window.show = (view) => { traits.view = view; tell('change:view'); };
  window.tell = tell;
  window.listening = () => [...listeners.values()].flat().length;
}"""
_RENDER = """async () => {
  const { default: explorer } = await import('/explorer.js');
  window.stop = explorer.render({ model: window.model, el: document.getElementById('at') });
}"""
_PLACE = """<!doctype html><meta charset='utf-8'><body>
<div class="gnb-cases-c1"><div class="gnb-static">the saved list</div></div>
<div class="gnb-cases-other"><div class="gnb-static">another list</div></div>"""


@pytest.fixture
def start(open_page):
    """Open a page that shows a view; what is chosen is in `window.sent`."""
    css = str(CaseExplorer._css)

    def start_it(view=None, *, render=True, **options):
        page = open_page(**options)
        traits = {"view": view or sample_view(), "_css": css, "query": "", "tag": "c1"}
        page.evaluate(_MODEL, traits)
        if render:
            page.evaluate(_RENDER)
        return page

    return start_it


def _row(page, case_id):
    return page.get_by_role("row").filter(has=page.get_by_role("button", name=case_id))


def test_changed_cases_come_first_with_signs_and_words(start):
    page = start()
    region = page.get_by_role("region", name="Cases explorer")
    expect(region).to_contain_text(
        f"{LITE} against {FLASH} on accuracy: 12 lost, 7 gained, 2 both fail, of {N_CASES} cases"
    )
    expect(page.get_by_role("status")).to_have_text(f"1–20 of {N_CASES} cases")
    heads = page.get_by_role("columnheader").all_inner_texts()
    assert heads == ["case", "outcome", "question", "expected", f"{FLASH} baseline", LITE]
    cells = _row(page, "dates-004").get_by_role("cell").all_inner_texts()
    weekday = "Which weekday was 5 February 2024?"
    assert cells == ["▼ lost", weekday, "Friday", "✓ pass", "✕ failed: timeout"]
    assert _row(page, "dates-003").get_by_role("cell").first.inner_text() == "▲ gained"


def test_one_case_is_shown_in_full_with_its_differences(start):
    page = start()
    before = page.get_by_role("article", name=f"baseline: {FLASH}")
    after = page.get_by_role("article", name=f"contender: {LITE}")
    assert before.locator("del").all_inner_texts() == ["was", "Monday"]
    assert after.locator("ins").all_inner_texts() == ["fell on", "THURSDAY?"]
    expect(before).to_contain_text("1 February 2024 was a Monday.")
    expect(before).to_contain_text("0.80 s")
    expect(before).to_contain_text("$0.00040")
    expect(after).to_contain_text("rubric 1.5: It names Thursday, and Monday is right.")
    expanded = page.get_by_role("button", expanded=True)
    expect(expanded).to_have_text("dates-000")


def test_a_failed_trial_says_why(start):
    page = start(sample_view(selected=4))
    after = page.get_by_role("article", name=f"contender: {LITE}")
    expect(after).to_contain_text("timeout: no answer in 30 s")


@pytest.mark.parametrize(
    ("label", "option", "choice"),
    [
        ("Baseline", LITE, ["baseline", LITE]),
        ("Contender", "gpt-4o-mini", ["contender", "gpt-4o-mini"]),
        ("Metric", "rubric", ["metric", "rubric"]),
        ("Cases", "gained (7)", ["kind", "fix"]),
        ("Slice", "leap (15)", ["slice", "leap"]),
        ("Failure", "timeout (2)", ["failure", "timeout"]),
    ],
)
def test_controls_are_called_what_people_say_and_send_choices(start, label, option, choice):
    page = start()
    page.get_by_label(label, exact=True).select_option(label=option)
    assert page.evaluate("window.sent") == [choice]


def test_a_search_waits_for_the_last_key(start):
    page = start()
    search = page.get_by_role("searchbox", name="Search")
    search.press_sequentially("monday", delay=20)
    assert page.evaluate("window.sent") == []
    expect(page.get_by_role("status")).to_have_text("Searching …")
    assert page.evaluate("window.sent") == [["query", "monday"]]
    view = {**sample_view(), "range": "1–20 of 31 cases so far", "progress": 0.345}
    page.evaluate("(view) => window.show(view)", view)
    expect(page.get_by_role("status")).to_have_text("1–20 of 31 cases so far · 34 % searched")
    expect(search).to_be_focused()
    search.fill("x")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("Searching …")
    assert page.evaluate("window.sent.at(-1)") == ["query", "x"]


def test_the_keyboard_goes_from_case_to_case_and_stays_where_it_is(start):
    page = start()
    page.get_by_role("button", name="dates-000").focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("window.sent") == [["selected", "dates-004"]]
    page.evaluate("(view) => window.show(view)", sample_view(selected=4))
    expect(page.get_by_role("button", name="dates-004")).to_be_focused()
    expect(page.get_by_role("button", expanded=True)).to_have_text("dates-004")
    page.keyboard.press("End")
    assert page.evaluate("window.sent.at(-1)") == ["selected", "dates-010"]
    page.keyboard.press("ArrowDown")
    assert len(page.evaluate("window.sent")) == 2
    changed = sample_view(selected=4)
    changed["rows"] = changed["rows"][:5]
    page.get_by_role("button", name="dates-004").focus()
    page.evaluate("(view) => window.show(view)", changed)
    expect(page.get_by_role("button", name="dates-004")).to_be_focused()


def test_the_notebook_does_not_hear_what_is_typed(start):
    page = start()
    host = page.locator("[data-gnb=cases]")
    page.get_by_role("button", name="dates-000").focus()
    page.keyboard.press("x")
    expect(host).to_have_attribute("data-lm-suppress-shortcuts", "")
    page.keyboard.press("Control+s")
    assert host.get_attribute("data-lm-suppress-shortcuts") is None


def test_pages_are_turned(start):
    page = start()
    pages = page.get_by_role("navigation", name="Pages")
    expect(pages).to_contain_text("Page 1 of 3")
    pages.get_by_role("button", name="Next").click()
    assert page.evaluate("window.sent") == [["page", 2]]
    page.evaluate("(view) => window.show(view)", sample_view(page=3))
    expect(pages).to_contain_text("Page 3 of 3")
    expect(pages.get_by_role("button", name="Next")).to_have_attribute("aria-disabled", "true")
    expect(pages.get_by_role("button", name="Next")).to_be_focused()


def test_a_long_text_says_what_it_lacks_and_comes_whole(start):
    page = start(sample_view(selected=10))
    before = page.get_by_role("article", name=f"baseline: {FLASH}")
    expect(before).to_contain_text("more characters")
    before.get_by_role("button", name="Show the whole text").click()
    asked = {"id": "dates-010", "part": "baseline", "repeat": 0}
    assert page.evaluate("window.asked") == [{"whole": asked}]
    page.evaluate("(whole) => window.tell('msg:custom', { whole })", {**asked, "text": "all of it"})
    expect(before.locator(".box")).to_have_text("all of it")
    expect(before.get_by_role("button")).to_have_count(0)
    expect(before.locator(".box")).to_be_focused()
    late = {**asked, "id": "dates-000", "part": "contender", "text": "of another case"}
    page.evaluate("(whole) => window.tell('msg:custom', { whole })", late)
    expect(page.get_by_text("of another case")).to_have_count(0)


@pytest.mark.parametrize("piece", ["word and 🦉 ", "a line\n"])
def test_ten_megabytes_are_shown_whole_within_seconds(start, piece):
    page = start(sample_view(selected=10))
    page.get_by_role("button", name="Show the whole text").first.click()
    whole = {"id": "dates-010", "part": "baseline", "repeat": 0}
    begin = time.monotonic()
    page.evaluate(
        """async ([whole, piece]) => {
          const text = piece.repeat(1e7 / piece.length);
          window.length = text.length;
          window.tell('msg:custom', { whole: { ...whole, text } });
          await new Promise(requestAnimationFrame);
        }""",
        [whole, piece],
    )
    box = page.locator(".box.whole")
    expect(box).to_be_visible()
    page.get_by_role("button", name="dates-000").focus()
    assert time.monotonic() - begin < 10
    same = "(box) => [box.textContent.length === window.length, box.textContent.includes('\ufffd')]"
    assert box.evaluate(same) == [True, False]


def test_hostile_text_is_text(start):
    page = start()
    for text in HOSTILE:
        page.evaluate("(view) => window.show(view)", _spoilt(sample_view(), text))
        expect(page.get_by_role("alert")).to_have_count(0)
        assert page.evaluate("window.ran ?? null") is None
    inside = """() => document.querySelector('[data-gnb=cases]').shadowRoot
      .querySelectorAll('script, img, svg, iframe, a').length"""
    assert page.evaluate(inside) == 0


def _spoilt(content, text):
    """Return a view with `text` in every place but those that name parts of the view."""
    if isinstance(content, dict):
        return {
            key: value if key in {"key", "kind", "error"} else _spoilt(value, text)
            for key, value in content.items()
        }
    if isinstance(content, list):
        return [_spoilt(value, text) for value in content]
    return f"{content}{text}" if isinstance(content, str) else content


def test_errors_are_shown_in_the_page(start):
    page = start()
    page.evaluate("(view) => window.show(view)", {**sample_view(), "error": "The journal is gone."})
    expect(page.get_by_role("alert")).to_have_text("The journal is gone.")
    page.evaluate("(view) => window.show(view)", {**sample_view(), "rows": [None]})
    expect(page.get_by_role("alert")).to_contain_text("cannot be shown as they should")
    page.evaluate("(view) => window.show(view)", sample_view())
    expect(page.get_by_role("alert")).to_have_count(0)


def test_it_takes_the_place_of_its_static_list_and_gives_it_back(start):
    page = start(render=False, html=_PLACE)
    page.evaluate(
        """async () => {
          const { default: explorer } = await import('/explorer.js');
          window.stop = explorer.initialize({ model: window.model });
        }"""
    )
    listed, region = (
        page.get_by_text("the saved list"),
        page.get_by_role("region", name="Cases explorer"),
    )
    expect(region).to_have_count(1)
    expect(listed).to_be_hidden()
    expect(page.get_by_text("another list")).to_be_visible()
    page.evaluate(
        """() => {
          const place = document.createElement('div');
          place.className = 'gnb-cases-c1';
          document.body.append(place);
          document.dispatchEvent(new CustomEvent('garden-nb:cases', { detail: 'c1' }));
        }"""
    )
    expect(region).to_have_count(2)
    page.evaluate("window.tell('comm_live_update')")
    expect(region).to_have_count(0)
    expect(listed).to_be_visible()
    page.evaluate("(view) => window.show(view)", sample_view())
    expect(region).to_have_count(2)
    page.evaluate("window.stop()")
    expect(region).to_have_count(0)
    expect(listed).to_be_visible()
    assert page.evaluate("window.listening()") == 0


def test_the_widget_s_module_is_whole(start):
    page = start(render=False)
    page.evaluate(
        """async (source) => {
          const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
          const { default: explorer } = await import(url);
          explorer.render({ model: window.model, el: document.getElementById('at') });
        }""",
        CaseExplorer._esm,
    )
    expect(page.get_by_role("button", name="dates-000")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_text_has_a_contrast_of_four_and_a_half(start, theme):
    page = start(theme=theme)
    contrasts = page.evaluate(_CONTRASTS)
    assert len(contrasts) > 100
    assert [(text, ratio) for text, ratio in contrasts if ratio < 4.5] == []


@pytest.mark.parametrize("width", [600, 1400])
def test_it_fits(start, width):
    page = start(sample_view(selected=10), width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = page.locator(".answers").bounding_box()
    assert box["x"] + box["width"] <= width


def test_a_view_that_is_removed_hears_nothing(start):
    page = start()
    assert page.evaluate("window.listening()") == 2
    page.evaluate("window.stop()")
    assert page.evaluate("window.listening()") == 0
    expect(page.get_by_role("region", name="Cases explorer")).to_have_count(0)


def test_a_view_of_a_page_is_small():
    assert len(json.dumps(sample_view(selected=10))) < 20_000


_CONTRASTS = """() => {
  const root = document.querySelector('[data-gnb=cases]').shadowRoot;
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgb = (colours) => {
    for (const colour of colours) {
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
    }
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (parts) => parts
    .map((part) => part / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const grounds = (element) => {
    const found = [];
    for (let each = element; each instanceof Element; each = each.parentElement) {
      found.unshift(getComputedStyle(each).backgroundColor);
    }
    return found;
  };
  const texts = 'p, li, th, td, bdi, span, label, select, button, del, ins, i, b';
  const seen = [...root.querySelectorAll(texts)];
  return seen.filter((each) => each.innerText).map((each) => {
    const under = grounds(each);
    const [one, other] = [[...under, getComputedStyle(each).color], under]
      .map((colours) => light(rgb(colours)) + 0.05);
    return [each.innerText.slice(0, 30), Math.max(one, other) / Math.min(one, other)];
  });
}"""
