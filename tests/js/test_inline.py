"""The same module inside a report's own HTML: a notebook's output, or an exported page."""

import pytest
from playwright.sync_api import expect
from sample_report import FLASH, LITE, headline_of, sample_payload

from garden_nb.present.html import to_html, to_page

_RUN_SCRIPTS_AGAIN = """() => {
  for (const old of document.querySelectorAll('script:not([type])')) {
    const script = document.createElement('script');
    script.textContent = old.textContent;
    old.replaceWith(script);
  }
}"""


def _reports(page):
    return page.get_by_role("region", name="Garden report")


def test_the_html_becomes_interactive_in_place(open_page):
    page = open_page(f"<!doctype html><meta charset='utf-8'><body>{to_html(sample_payload())}")
    expect(_reports(page)).to_have_count(1)
    expect(page.locator(".gnb-static")).to_be_hidden()
    page.get_by_label("Baseline").select_option(LITE)
    expect(_reports(page).get_by_role("status")).to_have_text(headline_of(LITE))
    expect(_reports(page).get_by_role("img")).to_have_js_property("naturalWidth", 300)


def test_scripts_that_run_again_change_nothing(open_page):
    page = open_page(f"<!doctype html><meta charset='utf-8'><body>{to_html(sample_payload())}")
    page.get_by_label("Baseline").select_option(LITE)
    page.evaluate(_RUN_SCRIPTS_AGAIN)
    page.wait_for_timeout(100)
    expect(_reports(page)).to_have_count(1)
    expect(page.get_by_label("Baseline")).to_have_value(LITE)


def test_two_copies_of_one_report_stay_in_step_beside_another_report(open_page):
    one, other = sample_payload(), sample_payload(LITE, id="gfedcba9876543210")
    html = "".join(map(to_html, (one, one, other)))
    page = open_page(f"<!doctype html><meta charset='utf-8'><body>{html}")
    expect(_reports(page)).to_have_count(3)
    _reports(page).nth(2).get_by_label("Baseline").select_option(FLASH)
    _reports(page).nth(0).get_by_label("Baseline").select_option(LITE)
    headlines = [headline_of(LITE), headline_of(LITE), headline_of(FLASH)]
    expect(page.get_by_role("status")).to_have_text(headlines)


def test_damaged_data_leaves_the_script_less_report_and_says_so(open_page):
    html = to_html(sample_payload()).replace('"packed":"H4sI', '"packed":"AAAA')
    page = open_page(f"<!doctype html><meta charset='utf-8'><body>{html}")
    expect(page.get_by_role("alert")).to_contain_text("cannot be made interactive")
    expect(page.locator(".gnb-static")).to_be_visible()
    expect(page.get_by_role("status").first).to_have_text(headline_of(FLASH))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_an_exported_page_works_from_a_file(browser, tmp_path, theme):
    path = tmp_path / "report.html"
    path.write_text(to_page(sample_payload()), encoding="utf-8")
    page = browser.new_page(color_scheme=theme)
    errors = []
    page.on("console", lambda message: errors.append(message.text))
    page.goto(path.as_uri())
    page.get_by_label("Baseline").select_option(LITE)
    expect(_reports(page)).to_have_attribute("data-theme", theme)
    expect(_reports(page).get_by_role("status")).to_have_text(headline_of(LITE))
    expect(_reports(page).get_by_role("img")).to_have_js_property("naturalWidth", 300)
    assert errors == []
    page.close()


def test_without_scripts_everything_is_there(browser, tmp_path):
    path = tmp_path / "report.html"
    path.write_text(to_page(sample_payload()), encoding="utf-8")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(path.as_uri())
    expect(page.get_by_role("status").first).to_have_text(headline_of(FLASH))
    expect(page.get_by_role("img").first).to_be_visible()
    other = page.get_by_text(headline_of(LITE))
    expect(other).to_be_hidden()
    page.locator("summary", has_text=f"If the baseline were {LITE}").click()
    expect(other).to_be_visible()
    context.close()
