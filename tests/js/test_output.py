"""An output of the labextension with a stub of JupyterLab's model: what it saves, what it hears."""

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect
from sample_report import FLASH, LITE, MIME, MINI, headline_of, sample_payload, state_of

from garden_nb.flows.report import MAX_BASELINES
from garden_nb.present.html import to_html
from garden_nb.present.payload import fold, slice_key, state_key, stub
from garden_nb.present.text import text_of_view
from random_runs import Shape, report_of

_SHOW = """async (data) => {
  const { ReportOutput } = await import('/output.js');
  window.saved = [];
  window.heard = [];
  for (const name of ['join', 'change']) {
    document.addEventListener(`garden-nb:${name}`, (event) => {
      window.heard.push([name, event.detail]);
      if (window.listening) event.preventDefault();
    });
  }
  window.model = { data, metadata: { kept: true }, setData(options) {
    this.data = options.data;
    window.saved.push(options);
    window.output.render(this);
  } };
  window.output = new ReportOutput(document.getElementById('at'));
  await window.output.render(window.model);
}"""
_TELL = """(detail) => {
  document.dispatchEvent(new CustomEvent('garden-nb:state', { detail }));
}"""
_LOOK = """(html) => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const texts = (element) => element.textContent.replace(/\\s+/g, '');
  const still = page.querySelector('.gnb-static');
  const elements = [...still.querySelectorAll('*')].map((each) => [
    each.tagName, each.className, each.getAttribute('style') ?? '', each.getAttribute('src') ?? '',
    each.getAttribute('alt') ?? '', each.getAttribute('role') ?? '', texts(each),
  ]);
  return [elements, JSON.parse(page.querySelector('.gnb-data').textContent).state];
}"""
STATE = state_of(LITE)
FIRST = state_key(FLASH, "holm", "fail")


@pytest.fixture
def show(open_page):
    """Show a payload in an output; what it saves is in `window.saved`."""

    def show_it(payload, *, listening=False, saved=None):
        page = open_page()
        page.evaluate("(listening) => { window.listening = listening; }", listening)
        data = {MIME: saved or payload, "text/html": to_html(payload), "text/plain": "before"}
        page.evaluate(_SHOW, data)
        return page

    return show_it


def _saved(page, count):
    page.wait_for_function("(count) => window.saved.length === count", arg=count)
    return page.evaluate("window.saved.at(-1)")


def test_a_choice_is_saved_as_numbers_html_and_text(show):
    page = show(sample_payload())
    page.get_by_label("Baseline").select_option(LITE)
    saved = _saved(page, 1)
    assert saved["metadata"] == {"kept": True}
    assert saved["data"][MIME] == sample_payload(LITE)
    assert saved["data"]["text/plain"].startswith(headline_of(LITE))
    assert page.evaluate("window.heard") == []
    expect(page.get_by_role("status")).to_have_text(headline_of(LITE))


@pytest.mark.parametrize("baseline", [LITE, MINI])
@pytest.mark.parametrize(("adjust", "on_error"), [("holm", "fail"), ("none", "drop")])
def test_saved_html_is_what_python_would_have_written(show, baseline, adjust, on_error):
    page = show(sample_payload())
    state = state_of(baseline, adjust, on_error)
    labels = {"baseline": "Baseline", "adjust": "Correction", "on_error": "Failures"}
    changed = [key for key in labels if state[key] != sample_payload()["state"][key]]
    for key in changed:
        page.get_by_label(labels[key]).select_option(state[key])
    assert _saved(page, len(changed))["data"][MIME]["state"] == state
    html = page.evaluate("window.saved.at(-1).data['text/html']")
    expected = to_html(sample_payload(state=state))
    assert page.evaluate(_LOOK, html) == page.evaluate(_LOOK, expected)
    assert "<script" in html
    payload, key = sample_payload(), state_key(baseline, adjust, on_error)
    text = text_of_view(payload["views"][key], payload["slices"][key])
    assert page.evaluate("window.saved.at(-1).data['text/plain']") == text


@pytest.mark.parametrize(
    "shape",
    [Shape(n_metrics=2, fails=0.1, categories=2), Shape(12, 6, 1, 1, categories=3), Shape(9, 9)],
)
def test_saved_html_of_real_reports_is_what_python_would_have_written(show, shape):
    report = report_of(shape, gates={"ok": 0.5})
    payload = report.payload()
    page = show(payload)
    state = {**payload["state"], "adjust": "none"}
    page.get_by_label("Correction").select_option("none")
    if shape.n_variants <= MAX_BASELINES:
        state["baseline"] = next(v for v in payload["variants"] if v != state["baseline"])
        page.get_by_label("Baseline", exact=True).select_option(state["baseline"])
    page.wait_for_function(
        "([mime, baseline, adjust]) => { const state = window.saved.at(-1)?.data[mime].state;"
        " return state?.baseline === baseline && state.adjust === adjust; }",
        arg=[MIME, state["baseline"], "none"],
    )
    html = page.evaluate("window.saved.at(-1).data['text/html']")
    expected = to_html({**payload, "state": state})
    assert page.evaluate(_LOOK, html) == page.evaluate(_LOOK, expected)
    text = page.evaluate("window.saved.at(-1).data['text/plain']")
    key = state_key(state["baseline"], None, state["on_error"])
    slices = payload["slices"][slice_key(state["baseline"], None, state["on_error"])]
    assert text == text_of_view(payload["views"][key], slices)


def test_what_it_saved_itself_is_not_drawn_again(show):
    page = show(sample_payload())
    page.get_by_text("How these rows were judged").click()
    page.get_by_label("Baseline").select_option(LITE)
    _saved(page, 1)
    page.wait_for_timeout(50)
    assert page.evaluate("window.saved.length") == 1
    expect(page.get_by_text("By the McNemar score test.").first).to_be_visible()


def test_a_choice_that_is_made_before_the_last_one_comes_back_stays(show):
    page = show(sample_payload())
    page.evaluate(
        """() => {
          window.late = [];
          const render = window.output.render.bind(window.output);
          window.output.render = (model) => window.late.push(() => render(model));
        }"""
    )
    page.get_by_label("Baseline").select_option(LITE)
    _saved(page, 1)
    page.get_by_label("Failures").select_option("drop")
    page.evaluate(
        "async () => { for (const each of [...window.late, ...window.late]) await each(); }"
    )
    expect(page.get_by_label("Failures")).to_have_value("drop")
    _saved(page, 2)
    assert page.evaluate("window.saved.at(-1).data")[MIME]["state"] == state_of(
        LITE, on_error="drop"
    )


@pytest.mark.parametrize("how", [stub, fold])
def test_what_is_packed_is_kept_once_and_found_in_the_html(show, open_page, how):
    """Earlier versions kept it twice, which is read and not repeated."""
    page = show(sample_payload(), saved=how(sample_payload()))
    expect(page.get_by_role("status")).to_have_text(sample_payload()["views"][FIRST]["headline"])
    page.get_by_label("Baseline").select_option(LITE)
    data = _saved(page, 1)["data"]
    assert data[MIME] == {**stub(sample_payload()), "state": STATE}
    page.wait_for_timeout(50)
    assert page.evaluate("window.saved.length") == 1
    again = open_page()
    again.evaluate("() => { window.listening = false; }")
    again.evaluate(_SHOW, data)
    expect(again.get_by_role("status")).to_have_text(headline_of(LITE))


def test_a_payload_that_is_nowhere_is_told_of(open_page):
    page = open_page()
    page.evaluate("() => { window.listening = false; }")
    with pytest.raises(PlaywrightError, match="it holds no view to show"):
        page.evaluate(_SHOW, {MIME: stub(sample_payload()), "text/html": "<p>cut</p>"})


def test_an_output_that_is_replaced_shows_the_new_report(show):
    page = show(sample_payload())
    other = sample_payload(MINI, id="gfedcba9876543210")
    page.evaluate(
        "([mime, payload]) => window.output.render({ data: { [mime]: payload } })",
        [
            MIME,
            other,
        ],
    )
    expect(page.get_by_role("status")).to_have_text(headline_of(MINI))


def test_choices_go_to_the_wire_where_there_is_one(show):
    page = show(sample_payload(wire=True), listening=True)
    tag = sample_payload()["id"]
    page.get_by_label("Baseline").select_option(LITE)
    _saved(page, 1)
    heard = page.evaluate("window.heard")
    assert heard == [
        ["join", {"tag": tag, "state": None}],
        ["change", {"tag": tag, "state": STATE}],
    ]


def test_python_is_followed_once_and_saved(show):
    page = show(sample_payload(wire=True))
    tag = sample_payload()["id"]
    page.evaluate(_TELL, {"tag": "another", "state": STATE})
    page.evaluate(_TELL, {"tag": tag, "state": dict(reversed(STATE.items())), "payload": None})
    expect(page.get_by_role("status")).to_have_text(headline_of(LITE))
    page.evaluate(_TELL, {"tag": tag, "state": STATE, "payload": sample_payload(wire=True)})
    _saved(page, 1)
    page.wait_for_timeout(50)
    assert page.evaluate("window.saved.length") == 1
    assert [name for name, _ in page.evaluate("window.heard")] == ["join"]


def test_two_outputs_of_one_report_stay_in_step_without_a_wire(show):
    page = show(sample_payload())
    page.evaluate(
        """async () => {
          const { ReportOutput } = await import('/output.js');
          window.others = [];
          for (const id of [window.model.data[MIME].id, 'gfedcba9876543210']) {
            const data = { ...window.model.data, [MIME]: { ...window.model.data[MIME], id } };
            const node = document.body.appendChild(document.createElement('div'));
            const model = { data, setData(options) { this.data = options.data; } };
            await new ReportOutput(node).render(model);
            window.others.push(model);
          }
        }""".replace("MIME", repr(MIME))
    )
    page.get_by_label("Baseline").first.select_option(LITE)
    expect(page.get_by_label("Baseline").nth(1)).to_have_value(LITE)
    expect(page.get_by_label("Baseline").nth(2)).to_have_value(FLASH)
    page.wait_for_function(
        "([mime, wanted]) => window.others[0].data[mime].state.baseline === wanted",
        arg=[MIME, LITE],
    )
    assert page.evaluate("window.heard") == []


def test_enter_in_a_field_is_kept_from_hosts_that_take_line_breaks_away(show):
    """JupyterLab 4.6 does so in every cell, by a listener on what the page takes for the target."""
    page = show(sample_payload())
    page.evaluate(
        """() => window.addEventListener('keydown', ({ target }) => {
          target.addEventListener('beforeinput', (event) => event.preventDefault(), { once: true });
        })"""
    )
    field = page.get_by_role("spinbutton", name="accuracy at least").nth(1)
    field.focus()
    field.press("ArrowUp")
    page.evaluate("() => { window.before = window.saved.length; }")
    field.evaluate("(input) => { input.select(); }")
    page.keyboard.insert_text("0.6")
    field.press("Enter")
    expect(field).to_be_focused()
    page.wait_for_function("() => window.saved.length > window.before")
    assert page.evaluate("window.saved.at(-1).data")[MIME]["state"]["gates"][1][2] == 0.6


def test_new_numbers_from_python_are_shown_and_saved(show, open_page):
    payload = sample_payload(wire=True)
    page = show(payload)
    renewed = fold(sample_payload(wire=True, title="renewed"))
    page.evaluate(_TELL, {"tag": payload["id"], "state": STATE, "payload": renewed})
    expect(page.get_by_role("region", name="Garden report")).to_contain_text("renewed")
    data = _saved(page, 1)["data"]
    assert data[MIME] == {**stub(renewed), "state": STATE}
    again = open_page(f"<!doctype html><meta charset='utf-8'><body>{data['text/html']}")
    report = again.get_by_role("region", name="Garden report")
    expect(report).to_contain_text("renewed")
    expect(report.get_by_role("status")).to_have_text(headline_of(LITE))


def test_numbers_that_the_page_lacks_are_asked_of_the_kernel(show):
    payload = sample_payload(wire=True)
    payload["views"] = {k: v for k, v in payload["views"].items() if k.startswith(f'["{FLASH}"')}
    page = show(payload, listening=True)
    page.get_by_label("Baseline").select_option(LITE)
    report = page.get_by_role("region", name="Garden report")
    expect(report).to_contain_text("Asking the kernel …")
    full = sample_payload(wire=True)
    page.evaluate(_TELL, {"tag": payload["id"], "state": STATE, "payload": full})
    expect(page.get_by_role("status")).to_have_text(headline_of(LITE))


@pytest.mark.parametrize("pictures_met_it", [False, True])
def test_a_choice_that_is_taken_back_is_told_of_at_its_field(show, pictures_met_it):
    payload = sample_payload(wire=True)
    page = show(payload, listening=True)
    page.evaluate(_TELL, {"tag": payload["id"], "state": state_of(FLASH)})
    field = page.get_by_label("Margin", exact=True)
    field.fill("5")
    field.press("Enter")
    asked = {**state_of(FLASH), "margin": 5}
    assert page.evaluate("window.heard.at(-1)[1].state") == asked
    if pictures_met_it:
        rest = fold(sample_payload(wire=True, title="with pictures"))
        page.evaluate(_TELL, {"tag": payload["id"], "state": asked, "payload": rest})
        page.evaluate(_TELL, {"tag": payload["id"], "state": state_of(FLASH), "payload": rest})
        expect(page.locator(".gnb-title")).to_have_text("with pictures")
    else:
        page.evaluate(_TELL, {"tag": payload["id"], "state": state_of(FLASH)})
    expect(field).to_have_accessible_description("Python does not take this.")
    expect(field).to_have_value("5")
    expect(page.get_by_text("Asking the kernel")).to_have_count(0)


def test_what_needs_a_kernel_is_offered_once_one_listens(show):
    page = show(sample_payload(wire=True))
    expect(page.get_by_text("Confidence and margin need a kernel.")).to_be_visible()
    page.evaluate(_TELL, {"tag": sample_payload()["id"], "state": state_of(FLASH)})
    expect(page.get_by_label("Confidence")).to_have_value("0.95")
    page.evaluate("() => { window.listening = true; }")
    page.get_by_label("Confidence").fill("0.9")
    page.get_by_label("Confidence").press("Enter")
    expect(page.get_by_text("Asking the kernel …")).to_be_visible()
    state = {**state_of(FLASH), "confidence": 0.9}
    assert page.evaluate("window.heard.at(-1)[1].state") == state
    renewed = sample_payload(
        wire=True, state=state, basis={**sample_payload()["basis"], "confidence": 0.9}
    )
    page.evaluate(_TELL, {"tag": renewed["id"], "state": state, "payload": renewed})
    assert _saved(page, 1)["data"][MIME]["state"] == state
    expect(page.get_by_label("Confidence")).to_have_value("0.9")


def test_gates_that_change_who_passes_are_judged_anew_by_python(show):
    page = show(sample_payload(wire=True), listening=True)
    field = page.get_by_role("spinbutton", name="accuracy at least").nth(1)
    field.fill("0.71")
    field.press("Enter")
    expect(page.get_by_text("Gates changed: asking the kernel …")).to_be_visible()
    gates = [["accuracy", "min", 0.7], ["accuracy", "min", 0.71]]
    state = {**state_of(FLASH), "gates": gates}
    assert page.evaluate("window.heard.at(-1)[1].state") == state
    renewed = sample_payload(
        wire=True, state=state, basis={**sample_payload()["basis"], "gates": gates}
    )
    page.evaluate(_TELL, {"tag": renewed["id"], "state": state, "payload": renewed})
    expect(page.get_by_text("Gates changed")).to_have_count(0)
    assert _saved(page, 2)["data"][MIME]["basis"]["gates"] == gates


def test_an_output_that_cannot_be_changed_is_an_error_in_the_page(show):
    page = show(sample_payload())
    page.evaluate("() => { window.model.setData = () => { throw new Error('read-only'); }; }")
    page.get_by_label("Baseline").select_option(LITE)
    expect(page.get_by_role("alert").last).to_contain_text("could not be saved in the notebook")
    expect(page.get_by_role("alert").last).to_contain_text("read-only")


def test_a_disposed_output_hears_nothing(show):
    page = show(sample_payload(wire=True))
    page.evaluate("window.output.dispose()")
    page.evaluate(_TELL, {"tag": sample_payload()["id"], "state": STATE})
    assert page.evaluate("[window.saved.length, document.getElementById('at').innerText]") == [
        0,
        "",
    ]


def test_a_choice_is_written_after_it_is_seen_and_before_anybody_saves(show):
    page = show(sample_payload())
    page.evaluate("() => { window.requestAnimationFrame = () => 0; }")  # nobody sees it yet
    seen, before, after = page.evaluate(
        """async (name) => {
          const root = document.querySelector('#at > div').shadowRoot;
          const select = root.querySelector('select[name="baseline"]');
          select.value = name;
          select.dispatchEvent(new Event('change'));
          const seen = root.querySelector('[role="status"]').textContent;
          await new Promise((done) => setTimeout(done));
          const before = window.saved.length;
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true }));
          return [seen, before, window.saved.length];
        }""",
        LITE,
    )
    assert (seen, before, after) == (headline_of(LITE), 0, 1)
    assert page.evaluate(f"window.model.data['{MIME}'].state") == state_of(LITE)
    page.get_by_label("Baseline").select_option(MINI)
    page.evaluate("() => window.output.dispose()")
    page.wait_for_function("window.saved.length === 2")
    assert page.evaluate(f"window.model.data['{MIME}'].state") == state_of(MINI)
