"""Confidence, margin, metrics: Python computes them; they are offered while a kernel listens."""

import pytest
from playwright.sync_api import expect
from sample_report import FLASH, LITE, headline_of, sample_payload, state_of

NOTE = "Confidence and margin need a kernel."
_LISTEN = "(answer) => { window.answer = answer; window.handle.listen(); }"
_LACKS = "The saved report lacks these numbers"


def test_without_a_kernel_there_is_a_word_on_it(mount):
    page = mount(sample_payload())
    expect(page.get_by_text(NOTE)).to_be_visible()
    expect(page.get_by_label("Confidence")).to_have_count(0)
    expect(page.get_by_label("Margin")).to_have_count(0)


@pytest.mark.parametrize(
    ("label", "typed", "choice"),
    [("Confidence", "0.9", {"confidence": 0.9}), ("Margin", "0.02", {"margin": 0.02})],
)
def test_a_kernel_is_asked_and_its_numbers_are_shown(mount, label, typed, choice):
    page = mount(sample_payload())
    page.evaluate(_LISTEN, arg=True)
    expect(page.get_by_text(NOTE)).to_have_count(0)
    page.get_by_label(label).fill(typed)
    page.get_by_label(label).press("Enter")
    assert page.evaluate("window.chosen") == [[{**state_of(FLASH), **choice}, None]]
    expect(page.get_by_text("Asking the kernel …")).to_be_visible()
    basis = {**sample_payload()["basis"], **choice}
    renewed = sample_payload(state={**state_of(FLASH), **choice}, basis=basis)
    page.evaluate("(payload) => window.handle.update(payload)", renewed)
    expect(page.get_by_text("Asking")).to_have_count(0)
    expect(page.get_by_label(label)).to_have_value(typed)
    expect(page.get_by_label(label)).to_be_focused()


def test_a_kernel_that_went_away_leaves_the_choice_as_it_was(mount):
    page = mount(sample_payload())
    page.evaluate(_LISTEN, arg=False)
    page.get_by_label("Margin").fill("0.02")
    page.get_by_label("Margin").press("Enter")
    expect(page.get_by_text(_LACKS)).to_be_visible()
    expect(page.get_by_label("Margin")).to_have_value("")


@pytest.mark.parametrize(
    ("label", "typed", "accepted"),
    [
        ("Confidence", "1", "Accepted: from 0.5 to below 1."),
        ("Confidence", "", "Accepted: from 0.5 to below 1."),
        ("Margin", "-1", "Accepted: a number above 0, or none."),
        ("Margin", "0", "Accepted: a number above 0, or none."),
    ],
)
def test_what_python_would_refuse_is_not_asked_and_said_beside_its_field(
    mount, label, typed, accepted
):
    page = mount(sample_payload())
    page.evaluate(_LISTEN, arg=True)
    page.get_by_label(label).fill(typed)
    page.get_by_label(label).press("Tab")
    field = page.get_by_label(label)
    expect(field).to_have_value(typed)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(f"Not taken. {accepted}")
    expect(page.get_by_role("alert")).to_have_text(f"Not taken. {accepted}")
    expect(page.get_by_text("Asking")).to_have_count(0)
    page.get_by_label("Baseline").select_option(LITE)
    page.get_by_label("Baseline").select_option(FLASH)
    expect(field).to_have_value(typed)
    field.fill("0.6")
    field.press("Enter")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("alert").filter(has_text="Not")).to_have_count(0)
    chosen = [state for state, _ in page.evaluate("window.chosen")]
    assert chosen[:2] == [state_of(LITE), state_of(FLASH)]


def test_python_s_refusal_stands_beside_the_field_and_the_verdict_stays(mount):
    page = mount(sample_payload())
    page.evaluate(_LISTEN, arg=True)
    field = page.get_by_label("Margin")
    field.fill("5")
    field.press("Enter")
    expect(field).to_have_value("5")
    page.evaluate("(state) => window.handle.update(state)", {**state_of(FLASH), "margin": 5})
    expect(page.get_by_text("Asking the kernel …")).to_be_visible()  # that was an echo
    page.evaluate("(state) => window.handle.update(state)", state_of(FLASH))
    expect(page.get_by_text("Asking")).to_have_count(0)
    expect(field).to_have_value("5")
    expect(field).to_have_accessible_description("Python does not take this.")
    expect(page.get_by_role("status")).to_have_text(headline_of(FLASH))


def test_a_kernel_that_died_is_not_waited_for_for_ever(open_page, css):
    page = open_page()
    page.clock.install()
    page.evaluate(
        """async ([payload, css]) => {
          const { mountReport } = await import('/report.js');
          const at = document.getElementById('at');
          window.handle = mountReport(at, payload, { css, onState: () => true });
          window.handle.listen();
        }""",
        [sample_payload(), css],
    )
    page.get_by_label("Margin").fill("0.02")
    page.get_by_label("Margin").press("Enter")
    expect(page.get_by_text("Asking the kernel …")).to_be_visible()
    page.clock.fast_forward(11_000)
    expect(page.get_by_text(_LACKS)).to_be_visible()
    expect(page.get_by_label("Margin")).to_have_value("")


def test_metrics_are_picked_from_a_list_and_asked_for(mount):
    names = ["accuracy", "rubric", "brevity"]
    page = mount(sample_payload(metrics=names))
    expect(page.get_by_text("Confidence, margin and metrics need a kernel.")).to_be_visible()
    page.evaluate(_LISTEN, arg=True)
    picker = page.get_by_role("group", name="Metrics", exact=True)
    expect(picker).to_be_hidden()
    page.get_by_text("Metrics all").click()
    expect(picker.get_by_role("checkbox", checked=True)).to_have_count(3)
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    chosen = {**state_of(FLASH), "metrics": ["rubric", "brevity"]}
    assert page.evaluate("window.chosen") == [[chosen, None]]
    expect(page.get_by_text("Asking the kernel …")).to_be_visible()
    basis = {**sample_payload()["basis"], "metrics": ["rubric", "brevity"]}
    renewed = sample_payload(state=chosen, basis=basis, metrics=names)
    page.evaluate("(payload) => window.handle.update(payload)", renewed)
    expect(page.get_by_text("Metrics 2 of 3")).to_be_visible()
    expect(picker.get_by_role("checkbox", name="accuracy")).to_be_focused()
    picker.get_by_role("checkbox", name="accuracy").click()
    assert page.evaluate("window.chosen.at(-1)[0].metrics") is None
    page.keyboard.press("Escape")
    expect(picker).to_be_hidden()


def test_one_metric_is_always_compared(mount):
    payload = sample_payload(metrics=["accuracy", "rubric"])
    for part in ("state", "basis"):
        payload[part]["metrics"] = ["rubric"]
    page = mount(payload)
    page.evaluate(_LISTEN, arg=True)
    page.get_by_text("Metrics 1 of 2").click()
    page.get_by_role("checkbox", name="rubric").click()
    expect(page.get_by_role("checkbox", name="rubric")).to_be_checked()
    expect(page.get_by_text("Asking")).to_have_count(0)


@pytest.mark.parametrize("label", ["Confidence", "Margin"])
def test_what_is_being_typed_outlasts_numbers_that_come_meanwhile(mount, label):
    page = mount(sample_payload())
    page.evaluate(_LISTEN, arg=True)
    page.get_by_label(label).fill("0.9")
    page.evaluate("(payload) => window.handle.update(payload)", sample_payload(title="renewed"))
    expect(page.locator(".gnb-title")).to_have_text("renewed")
    expect(page.get_by_label(label)).to_have_value("0.9")
    page.get_by_label(label).press("Enter")
    assert page.evaluate("window.chosen.length") == 1


def test_a_bound_that_is_being_typed_outlasts_numbers_that_come_meanwhile(mount):
    page = mount(sample_payload())
    page.evaluate(_LISTEN, arg=True)
    bound = page.get_by_role("spinbutton", name="accuracy at least").nth(1)
    bound.fill("0.9")
    page.evaluate("(payload) => window.handle.update(payload)", sample_payload(title="renewed"))
    expect(page.locator(".gnb-title")).to_have_text("renewed")
    expect(bound).to_have_value("0.9")
    bound.press("Enter")
    ((state, _),) = page.evaluate("window.chosen")
    assert state["gates"][1][2] == 0.9


def test_what_python_chose_meanwhile_is_shown(mount):
    page = mount(sample_payload())
    page.evaluate(_LISTEN, arg=True)
    page.get_by_label("Confidence").fill("0.9")
    state = {**state_of(FLASH), "confidence": 0.99}
    basis = {**sample_payload()["basis"], "confidence": 0.99}
    page.evaluate(
        "(payload) => window.handle.update(payload)", sample_payload(state=state, basis=basis)
    )
    expect(page.get_by_label("Confidence")).to_have_value("0.99")
