"""What is shared outside: numbers and names, no prompt, output, expected answer or error text."""

import json
import re

import pytest

from garden_nb import Garden, exact_match
from garden_nb.core.records import Score
from garden_nb.flows.charts import CHARTS
from garden_nb.present.payload import unpack

N = 24
WORDS = ("QUESTION", "ANSWER", "OUTPUT", "ERROR", "BECAUSE")
"""One in every text of each kind."""


def good(question):
    return f"OUTPUT to {question}"


def bad(question):
    if question.endswith("3"):
        raise ValueError(f"ERROR at {question}")
    return f"ANSWER {question.split()[-1]}" if question.endswith("4") else "OUTPUT"


def length(output):
    return Score(len(output) / 100, f"BECAUSE of {output}")


def graded(output):
    if output.endswith("5"):
        raise ValueError(f"could not read {output}")
    return output if output.endswith("7") else 1.0


def told(output):
    return Score(None, f"{output} is no number") if output.endswith("9") else Score(1.0)


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    cases = [
        {"question": f"QUESTION {i}", "answer": f"ANSWER {i}", "topic": f"t{i % 2}"}
        for i in range(N)
    ]
    return Garden(
        cases,
        {"good": good, "bad": bad},
        scorers=[exact_match, length, graded, told],
        category="topic",
        store=tmp_path_factory.mktemp("store") / "journal.db",
    ).run()


def whole(text):
    """Return a file with everything that is packed in it."""
    packed = [unpack(found) for found in re.findall(r'"packed": ?"([^"]+)"', text)]
    pictures = [unpack(found["svgs"]) for found in packed]
    return json.dumps([text, packed, pictures], ensure_ascii=False)


@pytest.mark.parametrize("ending", ["html", "json", "md", "txt", "csv", "svg"])
def test_no_file_for_outside_holds_a_text(report, tmp_path, ending):
    path = tmp_path / f"qa.{ending}"
    report.export(path, texts=False)
    text = whole(path.read_text())
    assert [word for word in WORDS if word in text] == []
    if ending in {"html", "json"}:
        assert "exact_match" in text
        assert '"QUESTION' not in text
        sections = re.search(r'"changed": \{"good"', text)
        assert sections, "the cases that changed are in it, by id"


def test_nothing_else_that_leaves_holds_a_text(report):
    assert any(count.failed for count in report.frozen.counts)
    assert set(report.frozen.unscored) == {"graded", "told"}
    shared = {
        "payload": whole(json.dumps(report.payload(texts=False))),
        "repr": repr(report),
        **{kind: report.to_frame(kind).to_csv() for kind in ("comparisons", "estimates", "cases")},
    }
    assert [name for name, text in shared.items() if any(word in text for word in WORDS)] == []


def test_texts_are_there_unless_somebody_says_no(report):
    for text in (report.to_html(), report.to_json()):
        assert all(word in whole(text) for word in ("QUESTION", "ANSWER", "OUTPUT", "BECAUSE"))


def test_reasons_are_told_by_their_kind(report):
    assert "ValueError" in report.to_text()
    assert report.frozen.unscored["graded"].reason.startswith("ValueError: could not read OUTPUT")
    reasons = json.loads(report.to_json(texts=False, view=False))["unscored"]
    assert reasons["graded"]["reason"] == "ValueError"
    assert reasons["told"]["reason"] == "a reason that is left out here"


def test_kinds_of_failures_are_counted_everywhere(report):
    assert report.failures == {"bad": {"ValueError": 3}}
    for text in (report.to_html(), report.to_markdown(), report.to_text()):
        assert "failures: ValueError 3" in text
    assert json.loads(report.to_json(view=False))["failures"] == report.failures


@pytest.mark.parametrize("name", CHARTS)
def test_no_chart_holds_a_text(report, name):
    chart = json.dumps(getattr(report.charts.of(metric="length"), name).to_dict())
    assert [word for word in WORDS if word in chart] == []
