"""Confidence, margin, metrics: Python computes them; they are offered while a kernel listens."""

import pytest
from playwright.sync_api import expect
from sample_report import FLASH, sample_payload, state_of

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
    ("label", "typed", "before"),
    [
        ("Confidence", "1", "0.95"),
        ("Confidence", "", "0.95"),
        ("Margin", "-1", ""),
        ("Margin", "0", ""),
    ],
)
def test_what_python_would_refuse_is_not_asked(mount, label, typed, before):
    page = mount(sample_payload())
    page.evaluate(_LISTEN, arg=True)
    page.get_by_label(label).fill(typed)
    page.get_by_label(label).press("Tab")
    expect(page.get_by_label(label)).to_have_value(before)
    expect(page.get_by_text("Asking")).to_have_count(0)
    assert all(state == state_of(FLASH) for state, _ in page.evaluate("window.chosen"))


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
