"""`report.js` in a page: what it shows, and how it answers to people and hosts."""

import re

import pytest
from playwright.sync_api import expect
from sample_report import FLASH, LITE, MINI, headline_of, sample_payload, state_of

from garden_nb.present.payload import pack, state_key

STATE = state_of(LITE, "none", "drop")


def _report(page):
    return page.get_by_role("region", name="Garden report")


def _headline(page):
    return _report(page).get_by_role("status")


def test_shows_the_advice_first_then_words_tables_gates_and_closed_methods(mount):
    page = mount(sample_payload())
    expect(_headline(page)).to_have_text(f"Keep {FLASH}.")
    expect(page.get_by_role("heading", level=2)).to_have_text(f"Keep {FLASH}.")
    text = _report(page).inner_text().replace("\N{NO-BREAK SPACE}", " ")
    order = [
        "qa",
        f"Keep {FLASH}.",
        f"▼ {LITE} is worse on accuracy (17 cases lost, 4 gained)",
        f"◇ {MINI} is unclear: a drop of 5 points is not excluded",
        "Gates: ✕ fail (1 failed)",
        "final · 200 cases × 1 run · 2 failed trials count as wrong · Holm over 2 comparisons",
        "Baseline",
        "Thick: 95 % interval",
        "share of cases passed, higher is better",
        "✓ pass accuracy at least",
        "Methods, and what these numbers do not say",
    ]
    places = [text.index(words) for words in order]
    assert places == sorted(places)
    assert "Cases are paired by id." not in text
    expect(page.get_by_role("img")).to_have_attribute("alt", f"Differences to {FLASH} (holm, fail)")
    table = page.get_by_role("table", name=re.compile("accuracy"))
    expect(table.get_by_role("rowheader")).to_have_text([f"{FLASH}baseline", LITE, MINI])
    expect(table.get_by_role("row", name=LITE)).to_contain_text("▼ worse")


def test_a_choice_changes_everything_and_tells_the_host_once(mount):
    page = mount(sample_payload())
    page.get_by_label("Baseline").select_option(LITE)
    expect(_headline(page)).to_have_text(headline_of(LITE))
    expect(page.get_by_role("row", name=LITE).get_by_text("baseline")).to_be_visible()
    expect(page.get_by_role("img")).to_have_attribute("alt", f"Differences to {LITE} (holm, fail)")
    assert page.evaluate("window.chosen") == [[state_of(LITE), headline_of(LITE)]]
    page.get_by_label("Correction").select_option(label="none")
    expect(_report(page)).to_contain_text("uncorrected")
    page.get_by_label("Failures").select_option(label="drop the case")
    expect(_report(page)).to_contain_text("2 failed trials are left out")
    assert page.evaluate("window.chosen.length") == 3


def test_update_shows_a_state_and_a_payload_without_telling_the_host(mount):
    page = mount(sample_payload())
    page.evaluate("(state) => window.handle.update(state)", STATE)
    expect(_headline(page)).to_have_text(headline_of(LITE))
    expect(page.get_by_label("Correction")).to_have_value("none")
    page.evaluate("(payload) => window.handle.update(payload)", sample_payload(MINI, title="new"))
    expect(_headline(page)).to_have_text(headline_of(MINI))
    expect(_report(page)).to_contain_text("new")
    assert page.evaluate("window.chosen") == []


def test_the_keyboard_stays_where_it_was_and_what_was_opened_stays_open(mount):
    page = mount(sample_payload())
    page.get_by_text("How these rows were judged").click()
    page.get_by_label("Baseline").focus()
    page.keyboard.press("ArrowDown")
    expect(_headline(page)).to_have_text(headline_of(LITE))
    expect(page.get_by_label("Baseline")).to_be_focused()
    expect(page.get_by_text("By the McNemar score test.").first).to_be_visible()
    expect(page.get_by_text("Cases are paired by id.")).to_be_hidden()


@pytest.mark.parametrize("width", [600, 1000, 1400])
def test_a_choice_moves_no_control_at_any_width(mount, width):
    payload = sample_payload()
    for view in payload["views"].values():
        if view["action"] == "switch":
            view["context"] += ["a longer line of context"] * 12
    page = mount(payload, width=width)
    control = page.get_by_label("Baseline")
    page.wait_for_function(
        "() => document.querySelector('#at > div').shadowRoot.querySelector('.gnb-head')"
        ".style.minHeight !== ''"
    )
    before = control.bounding_box()
    control.select_option(LITE)
    expect(_headline(page)).to_have_text(headline_of(LITE))
    assert control.bounding_box() == before
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_what_the_page_lacks_needs_a_kernel(mount):
    payload = sample_payload()
    payload["views"] = {k: v for k, v in payload["views"].items() if k.startswith(f'["{FLASH}"')}
    page = mount(payload)
    control = page.get_by_label("Baseline")
    control.select_option(LITE)
    expect(_report(page)).to_contain_text("The saved report lacks these numbers: run its cell")
    expect(control).to_have_value(FLASH)
    assert page.evaluate("window.chosen[0][1] ?? null") is None
    page.evaluate("window.answer = true")
    control.select_option(MINI)
    expect(_report(page)).to_contain_text("Asking the kernel …")
    page.evaluate("(payload) => window.handle.update(payload)", sample_payload(MINI))
    expect(_headline(page)).to_have_text(headline_of(MINI))
    expect(_report(page)).not_to_contain_text("Asking")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"schema": 2}, "it has schema 2, this garden_nb reads schema 1"),
        ({"state": {**STATE, "baseline": "gone"}}, "is not among its views"),
        ({"svgs": "AAAA"}, "its plots"),
        ({"views": {f'["{FLASH}","holm","fail"]': {}}}, "cannot be shown as it should"),
    ],
)
def test_errors_are_shown_in_the_page(mount, changes, words):
    page = mount(sample_payload(**changes))
    expect(page.get_by_role("alert")).to_contain_text(words)


def test_a_plot_that_is_no_picture_is_an_error_in_the_page(mount):
    page = mount(sample_payload(svgs=pack(["<svg", "<svg", "<svg"])))
    expect(page.get_by_role("alert")).to_contain_text("its plot is not a picture")
    expect(_headline(page)).to_have_text(headline_of(FLASH))


def test_dispose_leaves_nothing_behind(mount):
    page = mount(sample_payload())
    page.evaluate("window.handle.dispose()")
    assert page.evaluate("document.getElementById('at').childElementCount") == 0
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    page.emulate_media(color_scheme="dark")


_SWITCH = """async () => {
  const root = document.querySelector('#at > div').shadowRoot.querySelector('.gnb-root');
  const select = root.querySelector('select[name=baseline]');
  const times = [];
  let late = 0;
  const watch = new MutationObserver((changes) => { late += changes.length; });
  for (let at = 1; at < 9; at += 1) {
    await new Promise(requestAnimationFrame);
    const start = performance.now();
    select.selectedIndex = at % 8;
    select.dispatchEvent(new Event('change'));
    root.getBoundingClientRect();
    times.push(performance.now() - start);
    await new Promise(requestAnimationFrame); // behind what is fitted before the frame is drawn
    watch.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    await new Promise((resolve) => setTimeout(resolve, 20));
    late += watch.takeRecords().length;
    watch.disconnect();
  }
  return [late, Math.min(...times)];
}"""


def _wide_payload():
    """Eight variants on ten metrics, each way to choose with a view of its own."""
    names = [f"variant-{i}" for i in range(8)]
    payload = sample_payload()
    view = next(iter(payload["views"].values()))
    (table,), row = view["tables"], view["tables"][0]["rows"][1]
    views = {}
    for name in names:
        rows = [{**row, "variant": each, "baseline": each == name} for each in names]
        tables = [{**table, "caption": f"metric {i}", "rows": rows} for i in range(10)]
        others = [{**view["contenders"][0], "variant": each} for each in names if each != name]
        shown = {**view, "headline": f"Keep {name}.", "contenders": others, "tables": tables}
        views[state_key(name, "holm", "fail")] = shown
    control = {"key": "baseline", "label": "Baseline", "options": [[v, v] for v in names]}
    return {
        **payload,
        "variants": names,
        "state": {**state_of(names[0]), "gates": []},
        "basis": {**payload["basis"], "gates": []},
        "controls": [control],
        "views": views,
        "plots": {key: at % 3 for at, key in enumerate(views)},
    }


def test_eight_variants_on_ten_metrics_are_switched_in_one_frame(mount):
    page = mount(_wide_payload())
    late, fastest_ms = page.evaluate(_SWITCH)
    expect(_headline(page)).to_have_text("Keep variant-0.")
    assert late == 0  # all of it is there before the next frame is drawn
    assert fastest_ms < 50  # 9 to 27 ms on two busy cores
