"""Numbers that come before their pictures: shown at once, nothing moves, saved when whole."""

from playwright.sync_api import expect
from sample_report import MIME
from test_output import _TELL, show  # noqa: F401  # a fixture

from garden_nb.present.payload import fold
from random_runs import Shape, report_of

_BOXES = """() => {
  const root = [...document.querySelectorAll('*')].map((each) => each.shadowRoot).find(Boolean);
  const boxes = ['.gnb-figure', '.gnb-bar', '.gnb-tables'].map((each) => root.querySelector(each));
  return boxes.map((each) => each && [each.offsetTop, each.offsetHeight]);
}"""

_WATCH = """() => {
  const root = [...document.querySelectorAll('*')].map((each) => each.shadowRoot).find(Boolean);
  const figure = root.querySelector('.gnb-figure');
  window.hidden = 0;
  new MutationObserver(() => { window.hidden += figure.hidden ? 1 : 0; })
    .observe(figure, { attributes: true });
}"""


def _report():
    return report_of(Shape(n_cases=30, n_variants=10, n_metrics=2), 1)


def _picture(page):
    return page.locator(".gnb-plot")


def test_numbers_are_shown_at_once_and_nothing_moves_while_the_picture_is_drawn(mount):
    report = _report()
    page = mount(report.payload(wire=True))
    before, first = page.evaluate(_BOXES), _picture(page).get_attribute("src")
    report.baseline = next(each for each in report.variants if each != report.baseline)
    page.evaluate("(payload) => handle.update(payload)", report.payload(wire=True, whole=False))
    expect(page.get_by_label("Baseline", exact=True)).to_have_value(report.baseline)
    expect(page.locator(".gnb-headline")).to_have_text(report.decision.headline)
    expect(page.locator(".gnb-figure")).to_have_attribute("aria-busy", "true")
    expect(_picture(page)).to_be_hidden()
    assert page.evaluate(_BOXES)[0] == before[0]
    page.evaluate(_WATCH)
    page.evaluate("(payload) => handle.update(payload)", report.payload(wire=True))
    expect(page.locator(".gnb-figure")).to_have_attribute("aria-busy", "false")
    expect(_picture(page)).to_be_visible()
    assert _picture(page).get_attribute("src") != first
    assert page.evaluate("window.hidden") == 0  # unpacking takes a moment, too
    page.get_by_label("Correction").select_option("none")
    expect(page.locator(".gnb-notice")).to_be_empty()


def test_a_choice_that_is_still_to_come_says_that_the_kernel_was_asked(mount):
    report = _report()
    page = mount(report.payload(wire=True, whole=False))
    page.evaluate("handle.listen(); window.answer = true")
    page.get_by_label("Correction").select_option("none")
    expect(page.locator(".gnb-notice")).to_contain_text("Asking the kernel")
    report.adjust = None
    page.evaluate("(payload) => handle.update(payload)", report.payload(wire=True))
    expect(page.locator(".gnb-notice")).to_be_empty()
    expect(page.get_by_label("Correction")).to_have_value("none")


def test_no_room_is_kept_for_a_picture_that_does_not_come(mount):
    report = _report()
    page = mount(report.payload(wire=True))
    report.baseline = _another(report)
    page.clock.install()
    page.evaluate("(payload) => handle.update(payload)", report.payload(wire=True, whole=False))
    drawn = page.locator(".gnb-figure")
    said = drawn.evaluate("(each) => getComputedStyle(each, '::before').content")
    assert said == '"Drawing …"'
    page.clock.fast_forward(11_000)
    expect(drawn).to_be_hidden()
    page.evaluate("(payload) => handle.update(payload)", report.payload(wire=True))
    expect(_picture(page)).to_be_visible()


def _tell(page, report, *, whole):
    payload = fold(report.payload(wire=True, whole=whole))
    detail = {"tag": report.id, "state": payload["state"], "payload": payload}
    page.evaluate(_TELL, detail)
    expect(page.get_by_label("Baseline", exact=True)).to_have_value(report.baseline)


def _another(report):
    return next(each for each in report.variants if each != report.baseline)


def test_an_output_is_saved_when_it_is_whole(show):  # noqa: F811
    report = _report()
    page = show(report.payload(wire=True), listening=True)
    report.baseline = _another(report)
    _tell(page, report, whole=False)
    page.wait_for_timeout(300)
    page.get_by_label("Baseline", exact=True).press("Shift")  # who reads here saves nothing
    assert page.evaluate("window.saved") == []
    _tell(page, report, whole=True)
    page.wait_for_function("window.saved.length > 0")
    (saved,) = page.evaluate("window.saved.map((each) => each.data)")
    assert saved[MIME]["state"]["baseline"] == report.baseline


def test_numbers_whose_picture_is_on_its_way_are_saved_rather_than_lost(show, open_page):  # noqa: F811
    report = _report()
    page = show(report.payload(wire=True), listening=True)
    report.baseline = _another(report)
    _tell(page, report, whole=False)
    page.wait_for_timeout(300)
    page.keyboard.press("Control+s")
    data = page.evaluate("window.saved.at(-1).data")
    assert data[MIME]["state"]["baseline"] == report.baseline
    again = open_page(f"<!doctype html><meta charset='utf-8'><body>{data['text/html']}")
    expect(again.get_by_role("status")).to_have_text(report.decision.headline)
    expect(again.locator(".gnb-figure")).to_be_hidden()  # nobody waits for what never comes
    _tell(page, report, whole=True)
    page.wait_for_function("window.saved.length > 1")
    assert 'src="data:image' in page.evaluate("window.saved.at(-1).data['text/html']")


def test_numbers_that_come_too_late_are_left_aside(show):  # noqa: F811
    report = _report()
    page = show(report.payload(wire=True), listening=True)
    first, second = [each for each in report.variants if each != report.baseline][:2]
    late = fold(report.payload(wire=True, whole=False, baseline=first))
    report.baseline = second
    _tell(page, report, whole=True)
    state = {**late["state"], "baseline": second}
    page.evaluate(_TELL, {"tag": report.id, "state": state, "payload": late})
    page.wait_for_timeout(300)
    expect(page.get_by_role("status")).to_have_text(report.decision.headline)
    expect(page.get_by_role("alert")).to_have_count(0)
    saved = page.evaluate("window.saved.map((each) => each.data)")
    assert {each[MIME]["state"]["baseline"] for each in saved} <= {second}
    assert all(late["packed"] not in each["text/html"] for each in saved)
