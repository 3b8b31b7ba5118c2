"""The slice in the page: its tables in place of those of all cases, without a kernel."""

from playwright.sync_api import expect
from sample_report import FLASH, LITE, MIME, headline_of, sample_payload

from garden_nb.present.html import to_html


def _captions(page):
    return page.get_by_role("region", name="Garden report").locator("caption")


def test_a_slice_shows_its_own_tables_under_the_same_advice(mount):
    page = mount(sample_payload())
    page.get_by_label("Slice").select_option("refunds & returns")
    expect(_captions(page)).to_contain_text("accuracy in refunds & returns")
    expect(_captions(page)).to_contain_text("12 cases, small: a first impression")
    expect(page.locator("figcaption")).to_contain_text("Picture: all cases.")
    expect(page.get_by_role("status")).to_have_text(headline_of(FLASH))
    page.get_by_label("Baseline").select_option(LITE)
    expect(_captions(page)).to_contain_text("accuracy in refunds & returns")
    page.get_by_label("Correction").select_option(label="none")
    expect(page.get_by_role("row", name=f"{FLASH} 78.5 %")).to_contain_text("0.005")
    page.get_by_label("Slice").select_option("")
    expect(_captions(page)).to_contain_text("share of cases passed")
    expect(page.locator("figcaption")).not_to_contain_text("Picture")
    assert page.evaluate("window.chosen.map(([state]) => state.slice)") == [
        *["refunds & returns"] * 3,
        "",
    ]


def test_a_slice_that_is_not_there_any_more_is_all_cases(mount):
    payload = sample_payload()
    payload["state"]["slice"] = "gone"
    page = mount(payload)
    expect(_captions(page)).to_contain_text("share of cases passed")
    expect(page.get_by_label("Slice")).to_have_value("")


def test_the_saved_html_stays_that_of_all_cases_and_the_choice_comes_back(open_page):
    payload = sample_payload()
    page = open_page()
    page.evaluate(
        """async (data) => {
          const { ReportOutput } = await import('/output.js');
          window.model = { data, setData({ data }) { this.data = data; } };
          window.output = new ReportOutput(document.getElementById('at'));
          await window.output.render(window.model);
        }""",
        {MIME: payload, "text/html": to_html(payload), "text/plain": "before"},
    )
    page.get_by_label("Slice").select_option("billing")
    page.wait_for_function("(mime) => window.model.data[mime].state.slice !== ''", arg=MIME)
    html = page.evaluate("window.model.data['text/html']")
    assert "accuracy in billing" not in html.partition("<script")[0]
    again = open_page(f"<!doctype html><meta charset='utf-8'><body>{html}")
    expect(again.get_by_label("Slice")).to_have_value("billing")
    caption = again.get_by_role("region", name="Garden report").locator("caption")
    expect(caption).to_contain_text("120 cases")
