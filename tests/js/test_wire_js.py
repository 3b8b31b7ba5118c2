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
  window.said = [];
  document.addEventListener('garden-nb:state', (event) => window.told.push(event.detail));
  const listeners = new Map();
  window.model = {
    get: (name) => traits[name],
    set(name, value) {
      traits[name] = value;
      for (const act of listeners.get(`change:${name}`) ?? []) act();
    },
    save_changes() { window.sent.push(structuredClone(traits.state)); },
    send(said) { window.said.push(said); },
    receive(said) { listeners.get('msg:custom').forEach((act) => act(said)); },
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
    assert wire.evaluate("window.said") == ["joined"]


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


def test_a_kernel_that_has_gone_is_told_nothing_of_views(wire):
    wire.evaluate("() => { window.model.send = () => { throw new Error('Cannot send'); }; }")
    assert not wire.evaluate(_SAY, ["join", {"tag": TAG}])
    assert wire.evaluate("[window.told.length, window.said.length]") == [2, 0]


def test_a_choice_is_told_without_the_numbers_of_another(wire):
    wire.evaluate("(payload) => window.model.set('payload', payload)", sample_payload())
    wire.evaluate(_SAY, ["change", {"tag": TAG, "state": CHOSEN}])
    assert wire.evaluate("window.told.at(-1)") == {"tag": TAG, "state": CHOSEN, "payload": None}


def test_what_came_ahead_is_shown_at_once_in_any_slice_and_python_is_told(wire):
    for baseline in (FLASH, LITE):
        ahead = sample_payload(baseline, drawing=True)
        wire.evaluate("(ahead) => window.model.receive({ ahead })", ahead)
    assert wire.evaluate("window.told.length") == 1
    in_slice = {**CHOSEN, "slice": "billing"}
    wire.evaluate(_SAY, ["change", {"tag": TAG, "state": in_slice}])
    told = wire.evaluate("window.told.slice(1)")
    assert told == [{"tag": TAG, "state": in_slice, "payload": sample_payload(LITE, drawing=True)}]
    assert wire.evaluate("window.sent") == [in_slice]
    other = {**CHOSEN, "confidence": 0.9}
    wire.evaluate(_SAY, ["change", {"tag": TAG, "state": other}])
    assert wire.evaluate("window.told.at(-1)") == {"tag": TAG, "state": other, "payload": None}


def test_no_more_is_kept_than_a_reader_may_look_at(wire):
    wire.evaluate("(ahead) => window.model.receive({ ahead })", sample_payload(LITE))
    wire.evaluate(
        """(ahead) => {
          for (let i = 0; i < 64; i += 1) window.model.receive({ ahead });
        }""",
        sample_payload(FLASH),
    )
    wire.evaluate(_SAY, ["change", {"tag": TAG, "state": CHOSEN}])
    assert wire.evaluate("window.told.at(-1).payload") is None
