"""HTML: complete without scripts, nothing fetched, every word escaped."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from urllib.parse import unquote
from xml.etree import ElementTree as ET

from pages import Page
from sketch import FLASH, LITE, MINI, build, rename

from garden_nb.present.html import to_html, to_page
from garden_nb.present.payload import build_payload, unpack


def unpacked(payload):
    """Return the script that is packed in another one."""
    (packed,) = re.findall(r'"(H4sI[^"]+)"', Page(to_html(payload)).scripts[1])
    return unpack(packed)


def picture(image):
    """Return the picture that an element holds."""
    kind, _, data = image["src"].partition(",")
    assert kind == "data:image/svg+xml"
    svg = unquote(data)
    ET.fromstring(svg)  # noqa: S314
    return svg


NASTY = "</script><script>alert(1)</script><!--"


def test_the_fragment_shows_the_view_the_plot_and_every_other_baseline(payload):
    html = to_html(payload)
    page = Page(html)
    assert page.open == []
    assert page.tags[0] == (
        "div",
        {
            "class": "gnb",
            "data-gnb-id": payload["id"],
            "style": "line-height:1.45;max-width:980px",
        },
    )
    assert f"Keep {FLASH}." in page.text
    assert page.tables[0][2][:4] == [LITE, "72.0 %", "−6.5 [−12.3, −1.5]", "0.009"]
    classes = [attributes.get("class") for _, attributes in page.tags]
    assert classes.count("gnb-view") == 2
    assert classes.count("gnb-other") == 1
    assert classes.count("gnb-plot") == 1
    assert f"If the baseline were {LITE}" in page.text


def test_the_plot_is_a_picture_with_words(payload):
    (image,) = [attributes for tag, attributes in Page(to_html(payload)).tags if tag == "img"]
    assert picture(image).startswith("<svg ")
    assert "prefers-color-scheme" not in picture(image)  # the page around it may not be dark
    assert image["alt"].startswith(f"Differences to {FLASH}: {LITE} −6.5 [−12.3, −1.5]")


def test_the_data_holds_the_payload_and_the_state(payload):
    page = Page(to_html(payload))
    data = json.loads(page.scripts[0])
    assert data["id"] == payload["id"]
    assert data["state"] == payload["state"]
    assert unpack(data["packed"]) == payload
    scripts = [attributes for tag, attributes in page.tags if tag == "script"]
    assert scripts[0] == {"type": "application/json", "class": "gnb-data"}


def test_the_script_is_one_function_without_module_syntax(payload):
    script = unpacked(payload)
    assert script.startswith("(() => {\n")
    assert script.endswith("})();")
    assert f'upgradeInline("{payload["id"]}", "' in script
    assert not re.search(r"^(import|export)\b", script, re.MULTILINE)
    assert "currentScript" not in script


def test_notebooks_and_pages_keep_the_same_script_packed(payload):
    script, again = (Page(html).scripts[1] for html in (to_html(payload), to_page(payload)))
    assert script == again
    assert len(script) < len(unpacked(payload)) / 2


def test_nothing_is_fetched_and_no_style_element_is_needed(payload):
    html = to_html(payload)
    page = Page(html)
    addresses = [a[name] for _, a in page.tags for name in ("src", "href", "srcset") if name in a]
    assert addresses
    assert all(address.startswith("data:") for address in addresses)
    assert not {"style", "link", "iframe"} & {tag for tag, _ in page.tags}
    assert not re.search(r"https?://(?!www\.w3\.org/)", html)


def test_the_other_order_of_a_saved_state_is_the_same_choice(payload):
    shuffled = payload | {"state": dict(sorted(payload["state"].items()))}
    assert f"Keep {FLASH}." in Page(to_html(shuffled)).text


def test_the_page_is_a_whole_document_that_only_its_own_script_may_run_in(payload):
    html = to_page(payload)
    page = Page(html)
    assert html.startswith("<!doctype html>\n")
    assert page.tags[0] == ("html", {"lang": "en"})
    assert "<title>Garden report: qa</title>" in html
    names = {attributes.get("name") for tag, attributes in page.tags if tag == "meta"}
    assert {"viewport", "color-scheme"} <= names
    (policy,) = [a["content"] for tag, a in page.tags if a.get("http-equiv")]
    scripts = page.scripts[1], unpacked(payload)
    hashes = [b64encode(sha256(each.encode()).digest()).decode() for each in scripts]
    assert policy.endswith(f"script-src 'sha256-{hashes[0]}' 'sha256-{hashes[1]}'")
    assert policy.startswith("default-src 'none';")


def test_the_page_has_a_picture_for_dark_rooms(payload):
    (image,) = [attributes for tag, attributes in Page(to_page(payload)).tags if tag == "img"]
    assert "@media (prefers-color-scheme:dark)" in picture(image)
    assert "{fill:#111418}" in picture(image)


def test_hostile_names_stay_text_in_elements_attributes_and_scripts():
    names = {FLASH: NASTY, LITE: '" onerror="alert(1)', MINI: "{{ 7*7 }}{% raw %}\x00\u202e"}
    report = rename(build(), names)
    payload = build_payload([report], report, "g0123456789abcdef")
    for html in (to_html(payload), to_page(payload)):
        page = Page(html)
        assert len(page.scripts) == 2
        assert not [name for _, attributes in page.tags for name in attributes if name[:2] == "on"]
        assert f"Keep {NASTY}." in page.text
        assert [row[0] for row in page.tables[0][2:]] == [
            '" onerror="alert(1)',
            "{{ 7*7 }}{% raw %}␀⟨U+202E⟩",
        ]
        assert json.loads(page.scripts[0])["state"]["baseline"] == NASTY


def test_long_names_are_shortened_with_the_whole_as_title():
    name = "provider/" + "x" * 60
    report = rename(build(), {LITE: name})
    page = Page(to_html(build_payload([report], report, "g0")))
    titles = [attributes["title"] for tag, attributes in page.tags if "title" in attributes]
    assert name in titles
    assert len(page.tables[0][2][0]) == 40


def test_a_report_is_the_same_bytes_twice(payload):
    assert to_page(payload) == to_page(payload)
