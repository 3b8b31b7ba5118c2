"""`wire.js` with a stub of anywidget's model: what goes to Python, what comes from it, no echo."""

import pytest
from sample_report import FLASH, LITE, sample_payload, state_of

TAG = "g0123456789abcdef"
SHOWN = state_of(FLASH)
CHOSEN = state_of(LITE)
_START = """async (traits) => {
  const { default: wire } = await import('/wire.js');
  window.sent = [];
  window.told = [];
  document.addEventListener('garden-nb:state', (event) => window.told.push(event.detail));
  const listeners = new Map();
  window.model = {
    get: (name) => traits[name],
    set(name, value) {
      traits[name] = value;
      for (const act of listeners.get(`change:${name}`) ?? []) act();
    },
    save_changes() { window.sent.push(structuredClone(traits.state)); },
    on(name, act) { listeners.set(name, [...(listeners.get(name) ?? []), act]); },
    off(name, act) { listeners.set(name, listeners.get(name).filter((each) => each !== act)); },
  };
  window.stop = wire.initialize({ model: window.model });
}"""
_SAY = """([name, detail]) =>
  document.dispatchEvent(new CustomEvent(`garden-nb:${name}`, { detail, cancelable: true }))"""


@pytest.fixture
def wire(open_page):
    """A page with a wire whose messages are in `window.sent` and `window.told`."""
    page = open_page()
    page.evaluate(_START, {"tag": TAG, "state": SHOWN, "payload": None})
    return page


def test_it_announces_python_s_state_when_it_starts_and_when_a_view_joins(wire):
    told = {"tag": TAG, "state": SHOWN, "payload": None}
    assert wire.evaluate("window.told") == [told]
    ignored = wire.evaluate(_SAY, ["join", {"tag": TAG}])
    assert not ignored
    assert wire.evaluate("window.told") == [told, told]


def test_a_choice_goes_to_python_once_and_its_echo_nowhere(wire):
    assert not wire.evaluate(_SAY, ["change", {"tag": TAG, "state": CHOSEN}])
    wire.evaluate(_SAY, ["change", {"tag": TAG, "state": dict(reversed(CHOSEN.items()))}])
    assert wire.evaluate("window.sent") == [CHOSEN]
    assert [told["state"] for told in wire.evaluate("window.told")] == [SHOWN, CHOSEN]


def test_other_reports_are_not_its_business(wire):
    assert wire.evaluate(_SAY, ["change", {"tag": "another", "state": CHOSEN}])
    assert wire.evaluate(_SAY, ["join", {"tag": "another"}])
    assert wire.evaluate("[window.sent.length, window.told.length]") == [0, 1]


def test_what_python_sets_reaches_the_views_and_is_not_sent_back(wire):
    wire.evaluate("(state) => window.model.set('state', state)", CHOSEN)
    wire.evaluate("(payload) => window.model.set('payload', payload)", sample_payload())
    told = wire.evaluate("window.told")
    assert told[1] == {"tag": TAG, "state": CHOSEN, "payload": None}
    assert told[2]["payload"]["id"] == TAG
    assert wire.evaluate("window.sent") == []


def test_a_stopped_wire_is_silent(wire):
    wire.evaluate("window.stop()")
    assert wire.evaluate(_SAY, ["change", {"tag": TAG, "state": CHOSEN}])
    wire.evaluate("(state) => window.model.set('state', state)", CHOSEN)
    assert wire.evaluate("[window.sent.length, window.told.length]") == [0, 1]
