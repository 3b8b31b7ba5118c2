"""The cases that changed, in the report: who lost and gained what, both answers side by side."""

import pytest
from cases_view import whole_report
from playwright.sync_api import expect
from sample_report import FLASH, LITE, MINI, sample_payload

from garden_nb.flows.cases.changed_sections import changed_sections
from garden_nb.present.flips import counted_under


@pytest.fixture(scope="module")
def changed():
    return changed_sections(whole_report(), [FLASH, LITE, MINI])


def _summaries(sections, on_error):
    return [section["summary"] for section in counted_under(on_error, sections)]


def _details(page):
    summary = page.get_by_text("Cases that changed", exact=True)
    return summary, page.locator(".gnb-changed")


def test_they_are_closed_at_first_and_side_by_side_when_opened(mount, changed):
    page = mount(sample_payload(changed=changed))
    summary, details = _details(page)
    expect(details).to_have_js_property("open", value=False)
    summary.click()
    expect(details.get_by_role("heading", level=3)).to_have_text(_summaries(changed[FLASH], "fail"))
    case = details.locator(".case").first
    expect(case).to_contain_text("▼ lost dates-000 · leap · Which weekday was 1 February 2024?")
    before = case.get_by_role("article", name=FLASH, exact=True)
    after = case.get_by_role("article", name=LITE, exact=True)
    assert before.locator("del").all_inner_texts() == ["was", "Monday"]
    assert after.locator("ins").all_inner_texts() == ["fell on", "THURSDAY?"]
    boxes = [each.bounding_box() for each in (before, after)]
    assert boxes[0]["y"] == boxes[1]["y"]
    expect(details).to_contain_text("timeout: no answer in 30 s")
    expect(details).to_contain_text("16 more changed.")


def test_they_follow_the_baseline_and_stay_open(mount, changed):
    page = mount(sample_payload(changed=changed), width=600)
    summary, details = _details(page)
    summary.click()
    page.get_by_label("Baseline").select_option(MINI)
    expect(details).to_have_js_property("open", value=True)
    expect(details.get_by_role("heading", level=3)).to_have_text(_summaries(changed[MINI], "fail"))
    boxes = [each.bounding_box() for each in details.get_by_role("article").all()[:2]]
    assert boxes[0]["x"] == boxes[1]["x"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 600


def test_they_are_counted_under_the_failure_policy_that_is_chosen(mount, changed):
    counted, dropped = (_summaries(changed[FLASH], policy) for policy in ("fail", "drop"))
    assert counted != dropped
    page = mount(sample_payload(changed=changed))
    summary, details = _details(page)
    summary.click()
    page.get_by_label("Failures").select_option("drop")
    expect(details.get_by_role("heading", level=3)).to_have_text(dropped)
    page.get_by_label("Failures").select_option("fail")
    expect(details.get_by_role("heading", level=3)).to_have_text(counted)


def test_without_changed_cases_there_is_no_line_to_open(mount, changed):
    page = mount(sample_payload(changed={**changed, FLASH: []}))
    expect(_details(page)[1]).to_be_hidden()
    page.get_by_label("Baseline").select_option(LITE)
    expect(_details(page)[1]).to_be_visible()


def test_without_texts_ids_and_marks_are_left(mount):
    changed = changed_sections(whole_report(), [FLASH], texts=False)
    page = mount(sample_payload(changed=changed))
    summary, details = _details(page)
    summary.click()
    expect(details).to_contain_text("dates-000")
    expect(details).not_to_contain_text("weekday")
    expect(details.locator(".box")).to_have_count(0)


def test_on_paper_they_are_open(mount, changed):
    page = mount(sample_payload(changed=changed))
    page.emulate_media(media="print")
    expect(page.get_by_text("1 February 2024").first).to_be_visible()
