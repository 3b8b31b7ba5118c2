"""Reports as files: the ending says what is written."""

import pytest

from garden_nb.errors import InputError
from garden_nb.flows.charts import CHARTS
from random_runs import Shape, report_of

STARTS = {
    "html": b"<!doctype html>",
    "md": b"## ",
    "json": b"{",
    "csv": b"variant,baseline,metric",
    "png": b"\x89PNG\r\n",
    "svg": b"<svg ",
}


@pytest.fixture(scope="module")
def report():
    return report_of(Shape(n_cases=40, categories=3))


@pytest.mark.parametrize("ending", STARTS)
def test_each_ending_has_its_form(report, tmp_path, ending):
    path = tmp_path / "new" / f"qa.{ending.upper()}"
    report.export(path)
    assert path.read_bytes().startswith(STARTS[ending])


def test_text_is_for_terminals(report, tmp_path):
    report.export(tmp_path / "qa.txt")
    assert (tmp_path / "qa.txt").read_text() == f"{report.to_text()}\n"


@pytest.mark.parametrize("chart", CHARTS)
def test_a_picture_is_of_any_chart(report, tmp_path, chart):
    report.export(tmp_path / "qa.svg", chart=chart)
    assert (tmp_path / "qa.svg").read_text() == getattr(report.charts, chart).to_svg()


def test_what_cannot_be_written_is_refused(report, tmp_path):
    with pytest.raises(InputError, match=r"no known ending. Accepted: .html, .md, .json"):
        report.export(tmp_path / "qa.docx")
    with pytest.raises(InputError, match='Did you mean "deltas"'):
        report.export(tmp_path / "qa.svg", chart="delta")
    assert list(tmp_path.iterdir()) == []
