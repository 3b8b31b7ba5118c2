"""The display bundle and its plain text."""

import json

from sketch import LITE, rename

from garden_nb.present.bundle import MIME_TYPE, to_bundle
from garden_nb.present.html import to_html
from garden_nb.present.payload import stub
from garden_nb.present.text import to_text


def test_the_bundle_is_the_payload_html_and_text_and_nothing_else(report, payload):
    bundle = to_bundle(payload, report)
    assert set(bundle) == {MIME_TYPE, "text/html", "text/plain"}
    assert bundle[MIME_TYPE] == stub(payload)
    assert bundle["text/html"] == to_html(payload)
    json.dumps(bundle, allow_nan=False).encode("utf-8")


def test_text_reads_from_the_advice_to_aligned_tables(report):
    lines = to_text(report).splitlines()
    assert lines[0] == "Keep gemini-2.5-flash."
    assert lines[1] == f"▼ {LITE} is worse on accuracy (17 cases lost, 4 gained)"
    assert "✓ pass: accuracy ≥ 0.70 (every variant; lowest 0.72)" in lines
    start = lines.index(next(line for line in lines if line.startswith("accuracy: ")))
    head, *rows = lines[start + 1 : start + 5]
    values = ["78.5 %", "72.0 %", "77.0 %"]
    ends = {line.index(cell) + len(cell) for line, cell in zip(rows, values, strict=True)}
    assert ends == {head.index("passed") + len("passed")}


def test_text_is_one_line_per_fact_whatever_the_names(report):
    plain, hostile = to_text(report), to_text(rename(report, {LITE: "a\nb\x1b[2J"}))
    assert len(plain.splitlines()) == len(hostile.splitlines())
    assert "a␊b␛[2J" in hostile
