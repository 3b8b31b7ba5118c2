"""`progress.js` with a stub of anywidget's model: bars that move in place, words, buttons."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

_START = """async ([traits, css]) => {
  const { default: progress } = await import('/progress.js');
  const style = document.createElement('style');
  style.textContent = css;
  document.head.append(style);
  window.commands = [];
  const listeners = new Map();
  window.model = {
    get: (name) => traits[name],
    set(name, value) {
      traits[name] = value;
      for (const act of listeners.get(`change:${name}`) ?? []) act();
    },
    save_changes() { window.commands.push(traits.command); },
    on(name, act) { listeners.set(name, [...(listeners.get(name) ?? []), act]); },
    off(name, act) { listeners.set(name, listeners.get(name).filter((each) => each !== act)); },
  };
  window.stop = progress.render({ model: window.model, el: document.getElementById('at') });
}"""
_SET = "(snapshot) => window.model.set('snapshot', snapshot)"


def _variant(label, done, **changes):
    variant = {"label": label, "done": done, "total": 200, "failed": 0, "reused": 0}
    return {**variant, "running": 3, "metric": None, "value": None, "cost_usd": None} | changes


def _snapshot(*variants, state="running", **changes):
    snapshot = {"name": "qa", "state": state, "elapsed_s": 12.0, "rate_per_s": 12.4}
    return {**snapshot, "eta_s": 64.0, "note": "", "variants": list(variants)} | changes


FLASH = _variant("flash", 152, metric="accuracy", value="0.78", cost_usd=0.06, note="")
LITE = _variant("lite", 150, failed=2, reused=40, note="stopped: too many failures")


@pytest.fixture
def start(open_page):
    """Open a page that shows a snapshot; the commands sent are in `window.commands`."""
    folder = Path(__file__).parents[2] / "garden_nb" / "notebook" / "static"
    css = (folder / "progress.css").read_text(encoding="utf-8")

    def start_it(snapshot, *, background=False, **options):
        page = open_page(**options)
        traits = {"snapshot": snapshot, "background": background, "command": ""}
        page.evaluate(_START, [traits, css])
        return page

    return start_it


def test_each_variant_has_a_bar_with_its_numbers_in_words(start):
    page = start(_snapshot(FLASH, LITE))
    bars = page.get_by_role("progressbar")
    expect(bars).to_have_count(2)
    expect(bars.nth(0)).to_have_accessible_name("flash")
    for name, value in (("valuemin", "0"), ("valuemax", "200"), ("valuenow", "152")):
        expect(bars.nth(0)).to_have_attribute(f"aria-{name}", value)
    expect(bars.nth(1)).to_have_attribute("aria-valuetext", "150 of 200, 2 failed")
    text = page.get_by_role("region", name="Progress of the run").inner_text()
    assert "152/200" in text
    assert "0 failed · accuracy so far 0.78 · $0.060" in text
    assert "2 failed · stopped: too many failures" in text
    interim = "interim, not for a decision · 400 trials, 302 done, 98 to go · 40 reused"
    assert f"{interim} · 12/s · 1:04 left" in text
    widths = bars.nth(1).locator("span").evaluate_all("(all) => all.map((one) => one.style.width)")
    assert widths == ["20%", "54%", "1%"]


def test_nothing_jumps_while_it_goes_on(start):
    page = start(_snapshot(_variant("flash", 0, note=""), _variant("lite", 0, note="")))
    bar = page.get_by_role("progressbar").first
    before = bar.bounding_box()
    bar.evaluate("(element) => { window.first = element; }")
    page.evaluate(_SET, _snapshot(FLASH, LITE))
    expect(bar).to_have_attribute("aria-valuenow", "152")
    assert bar.bounding_box() == before
    assert bar.evaluate("(element) => element === window.first")


def test_buttons_are_there_only_for_runs_in_the_background(start):
    page = start(_snapshot(FLASH))
    expect(page.get_by_role("button")).to_have_count(0)
    page = start(_snapshot(FLASH), background=True)
    expect(page.get_by_role("button")).to_have_text(["Pause", "Stop"])
    page.evaluate(_SET, _snapshot(FLASH, state="finished"))
    expect(page.get_by_role("button")).to_have_count(0)


def test_buttons_send_commands_and_keep_the_keyboard(start):
    page = start(_snapshot(FLASH), background=True)
    page.get_by_role("button", name="Pause").focus()
    page.keyboard.press("Enter")
    page.evaluate(_SET, _snapshot(FLASH, state="paused"))
    expect(page.get_by_role("button", name="Resume")).to_be_focused()
    expect(page.get_by_role("region")).to_contain_text("interim, not for a decision · paused")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Pause")).to_be_focused()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Stopping …")).to_be_disabled()
    assert page.evaluate("window.commands") == ["pause", "resume", "stop"]


def test_the_end_is_told_apart_from_what_goes_on(start):
    page = start(_snapshot(FLASH, state="cancelled", note="cost limit reached"))
    region = page.get_by_role("region")
    expect(region).to_contain_text(
        "interrupted · 200 trials, 152 done, 48 to go · 0 reused · in 0:12"
    )
    expect(region).to_contain_text("cost limit reached")
    expect(region).not_to_contain_text("interim")


def test_hostile_labels_are_text(start):
    name = "<img src=x onerror=window.ran=1>\u202e</script>"
    page = start(_snapshot(_variant(name, 1, note=name, metric=name, value=name)))
    expect(page.get_by_role("progressbar")).to_have_attribute("aria-label", name)
    assert page.evaluate("[window.ran ?? null, document.images.length]") == [None, 0]


def test_errors_are_shown_in_the_page(start):
    page = start(_snapshot(FLASH))
    page.evaluate(_SET, {"variants": [None]})
    expect(page.get_by_role("alert")).to_contain_text("cannot be shown")


def test_a_view_that_is_removed_hears_nothing(start):
    page = start(_snapshot(FLASH))
    page.evaluate("window.stop()")
    page.evaluate(_SET, _snapshot(_variant("flash", 199, note="")))
    expect(page.get_by_role("progressbar")).to_have_attribute("aria-valuenow", "152")


@pytest.mark.parametrize("width", [600, 1400])
def test_it_fits(start, width):
    page = start(_snapshot(FLASH, LITE), width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
