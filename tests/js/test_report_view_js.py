"""`report_view.js` with a stub of anywidget's model: the report as a widget among others."""

import pytest
from playwright.sync_api import expect
from sample_report import FLASH, LITE, MINI, headline_of, sample_payload, state_of

from garden_nb.notebook.report_view import ReportView

_MODEL = """(traits) => {
  const listeners = new Map();
  window.sent = [];
  window.model = {
    get: (name) => traits[name],
    set(name, value) { traits[name] = value; window.tell(`change:${name}`); },
    save_changes() { window.sent.push(structuredClone(traits.state)); },
    on(name, act) { listeners.set(name, [...(listeners.get(name) ?? []), act]); },
    off(name, act) { listeners.set(name, listeners.get(name).filter((each) => each !== act)); },
  };
  window.tell = (name) => (listeners.get(name) ?? []).forEach((act) => act());
  window.listening = () => [...listeners.values()].flat().length;
  window.python = (changes) => {
    Object.assign(traits, changes);
    Object.keys(changes).forEach((name) => window.tell(`change:${name}`));
  };
}"""
_RENDER = """async () => {
  const { default: view } = await import('/report_view.js');
  window.stop = await view.render({ model, el: document.getElementById('at') });
}"""
_AGAIN = """async () => {
  const { default: view } = await import('/report_view.js');
  const el = document.body.appendChild(document.createElement('div'));
  await view.render({ model, el });
}"""


@pytest.fixture
def show(open_page, css):
    """Open a page with a model of the sample and a view of it."""

    def show_it(payload=None):
        payload = payload or sample_payload()
        page = open_page()
        page.evaluate(_MODEL, {"payload": payload, "state": payload["state"], "_style": css})
        page.evaluate(_RENDER)
        return page

    return show_it


def _headlines(page):
    return page.get_by_role("region", name="Garden report").get_by_role("status")


def test_a_choice_goes_to_python_once_and_python_s_comes_back_to_nobody(show):
    page = show()
    page.get_by_label("Baseline").select_option(LITE)
    expect(_headlines(page)).to_have_text(headline_of(LITE))
    assert page.evaluate("window.sent") == [state_of(LITE)]
    page.evaluate("(state) => window.python({ state })", state_of(MINI))
    expect(_headlines(page)).to_have_text(headline_of(MINI))
    expect(page.get_by_label("Baseline")).to_have_value(MINI)
    assert len(page.evaluate("window.sent")) == 1


def test_what_needs_a_kernel_is_offered_and_its_numbers_are_shown(show):
    page = show(sample_payload(metrics=["accuracy", "rubric"]))
    page.get_by_label("Margin").fill("0.02")
    page.get_by_label("Margin").press("Enter")
    expect(page.get_by_text("Asking the kernel …")).to_be_visible()
    state = {**state_of(FLASH), "margin": 0.02}
    assert page.evaluate("window.sent") == [state]
    basis = {**sample_payload()["basis"], "margin": 0.02}
    payload = sample_payload(basis=basis, state=state, title="with a margin")
    page.evaluate("(changes) => window.python(changes)", {"payload": payload, "state": state})
    expect(page.get_by_text("with a margin")).to_be_visible()
    expect(page.get_by_text("Asking")).to_have_count(0)


def test_what_python_takes_back_is_taken_back(show):
    page = show()
    page.get_by_label("Margin").fill("0.02")
    page.get_by_label("Margin").press("Enter")
    expect(page.get_by_text("Asking the kernel …")).to_be_visible()
    page.evaluate("(state) => window.python({ state })", state_of(FLASH))
    expect(page.get_by_text("Asking")).to_have_count(0)
    expect(page.get_by_label("Margin")).to_have_value("0.02")
    expect(page.get_by_label("Margin")).to_have_accessible_description("Python does not take this.")
    expect(_headlines(page)).to_have_text(headline_of(FLASH))


def test_two_displays_of_one_view_stay_in_step(show):
    page = show()
    page.evaluate(_AGAIN)
    page.get_by_label("Baseline").nth(1).select_option(MINI)
    expect(_headlines(page)).to_have_text([headline_of(MINI)] * 2)
    assert len(page.evaluate("window.sent")) == 1


def test_a_kernel_that_has_gone_is_not_asked(show):
    page = show()
    page.evaluate("window.tell('comm_live_update')")
    page.get_by_label("Margin").fill("0.02")
    page.get_by_label("Margin").press("Enter")
    expect(page.get_by_text("The saved report lacks these numbers")).to_be_visible()
    page.get_by_label("Baseline").select_option(LITE)
    expect(_headlines(page)).to_have_text(headline_of(LITE))
    assert page.evaluate("window.sent") == []


def test_a_view_that_is_removed_leaves_nothing_behind(show):
    page = show()
    assert page.evaluate("window.listening()") == 3
    page.evaluate("window.stop()")
    assert page.evaluate("window.listening()") == 0
    expect(_headlines(page)).to_have_count(0)


def test_the_widget_s_module_is_whole(open_page, css):
    page = open_page()
    payload = sample_payload()
    page.evaluate(_MODEL, {"payload": payload, "state": payload["state"], "_style": css})
    page.evaluate(
        """async (source) => {
          const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
          const { default: view } = await import(url);
          await view.render({ model, el: document.getElementById('at') });
        }""",
        ReportView._esm,
    )
    expect(_headlines(page)).to_have_text(headline_of(FLASH))
