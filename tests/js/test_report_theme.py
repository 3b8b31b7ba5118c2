"""`report.js` in light and dark, on screen and on paper."""

import base64

import pytest
from cases_view import whole_report
from playwright.sync_api import expect
from sample_report import sample_payload

_CONTRASTS = """() => {
  const root = document.querySelector('#at > div').shadowRoot;
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgb = (colour, under) => {
    context.fillStyle = under;
    context.fillRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (parts) => parts
    .map((part) => part / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const paper = getComputedStyle(root.querySelector('.gnb-root')).backgroundColor;
  const texts = 'h2, p, li, th, td, bdi, span, label, select, summary, button';
  const seen = [...root.querySelectorAll(texts)];
  return seen.filter((each) => each.innerText).map((each) => {
    const box = each.closest('button, select') ?? each.closest('.gnb-bar, .gnb-gates li');
    const under = box ? getComputedStyle(box).backgroundColor : paper;
    const [one, other] = [getComputedStyle(each).color, under]
      .map((colour) => light(rgb(colour, paper)) + 0.05);
    return [each.innerText.slice(0, 30), Math.max(one, other) / Math.min(one, other)];
  });
}"""
_JUPYTER_DARK = """() => {
  document.body.style.cssText = `--jp-ui-font-color1: rgba(255, 255, 255, .87);
    --jp-layout-color0: #111; --jp-border-color2: #424242`;
  document.body.dataset.jpThemeLight = 'false';
}"""


def _plot(page) -> str:
    source = page.get_by_role("img").get_attribute("src")
    return base64.b64decode(source.partition(",")[2]).decode()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_text_has_a_contrast_of_four_and_a_half(mount, theme):
    page = mount(sample_payload(), theme=theme)
    contrasts = page.evaluate(_CONTRASTS)
    assert len(contrasts) > 30
    assert [(text, ratio) for text, ratio in contrasts if ratio < 4.5] == []


def test_the_plot_takes_the_inks_of_the_theme(mount):
    page = mount(sample_payload(), theme="light")
    assert 'fill="#1f2328"' in _plot(page)
    assert 'stroke="#b3402a"' in _plot(page)
    page.emulate_media(color_scheme="dark")
    expect(page.get_by_role("region", name="Garden report")).to_have_attribute("data-theme", "dark")
    dark = _plot(page)
    assert 'fill="#e6e8eb"' in dark
    assert 'stroke="#ff9877"' in dark
    assert 'fill="#111418"' in dark


def test_jupyters_theme_wins_over_what_the_reader_prefers(mount):
    page = mount(sample_payload(), theme="light")
    page.evaluate(_JUPYTER_DARK)
    report = page.get_by_role("region", name="Garden report")
    expect(report).to_have_attribute("data-theme", "dark")
    expect(report).to_have_css("background-color", "rgb(17, 17, 17)")
    assert 'fill="rgba(255, 255, 255, .87)"' in _plot(page)
    page.evaluate("document.body.dataset.jpThemeLight = 'true'")
    expect(report).to_have_attribute("data-theme", "light")


@pytest.mark.parametrize(
    ("kind", "theme"),
    [("vscode-dark", "dark"), ("vscode-light", "light"), ("vscode-high-contrast-light", "light")],
)
def test_vs_codes_theme_is_known(mount, kind, theme):
    page = mount(sample_payload(), theme="light" if theme == "dark" else "dark")
    page.evaluate("(kind) => { document.body.dataset.vscodeThemeKind = kind; }", kind)
    report = page.get_by_role("region", name="Garden report")
    expect(report).to_have_attribute("data-theme", theme)


def test_paper_is_white_whatever_the_theme(mount):
    page = mount(sample_payload(), theme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    report = page.get_by_role("region", name="Garden report")
    expect(report).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(report.get_by_role("img")).to_have_css("filter", "invert(1) hue-rotate(180deg)")
    expect(page.get_by_text("Cases are paired by id.")).to_be_visible()


@pytest.mark.parametrize("width", [600, 490, 240])
def test_nothing_is_cut_where_an_output_is_narrow(mount, width):
    page = mount(whole_report().payload(), width=width)
    scrolls = page.locator(".gnb-scroll")
    cut = "each => each.scrollWidth - each.clientWidth"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width > 240:  # below, tables scroll by themselves
        assert {each.evaluate(cut) for each in scrolls.all()} == {0}
