"""Plots: Altair objects to change, whose pictures need no network."""

import json
from base64 import b64decode

import altair as alt
import pytest

from garden_nb.flows.charts import CHARTS, Charts
from garden_nb.present.charts import delta_spec
from garden_nb.present.plot import Plot, to_plot
from garden_nb.present.svg import to_svg
from random_runs import Shape, report_of

VERSION_5 = "application/vnd.vegalite.v5+json"
SHAPE = Shape(n_cases=40, n_metrics=3, categories=2)


@pytest.fixture(scope="module")
def charts():
    report = report_of(SHAPE)
    return Charts(report._evidence, report._spec)


@pytest.mark.parametrize("name", CHARTS)
def test_every_chart_is_an_altair_chart_that_can_be_changed(charts, name):
    chart = getattr(charts, name)
    assert isinstance(chart, alt.TopLevelMixin)
    mine = chart.properties(title="mine").configure_axis(labelFontSize=9)
    assert isinstance(mine, Plot)
    assert mine.to_dict(validate=True)["title"] == "mine"
    assert "mine" in mine.to_svg()
    assert chart.to_svg() != mine.to_svg()


def test_panels_are_altair_charts_too(charts):
    panel = charts.deltas.vconcat[0]
    assert isinstance(panel.properties(title="one"), alt.LayerChart)
    assert isinstance(panel.layer[0], alt.Chart)
    beside = panel | panel
    assert beside.to_dict(validate=True)["hconcat"]


def test_the_altair_chart_gives_the_picture_of_its_specification(report):
    assert to_plot(delta_spec(report)).to_svg() == to_svg(delta_spec(report))


def test_dark_pictures_have_the_same_words_in_other_inks(charts):
    light, dark = charts.deltas.to_svg(), charts.deltas.to_svg(dark=True)
    assert "#111418" in dark
    assert "#111418" not in light
    assert "#ffffff" not in dark
    assert charts.deltas.to_png(dark=True) != charts.deltas.to_png()


@pytest.mark.parametrize(
    ("ending", "start"),
    [("png", b"\x89PNG"), ("svg", b"<svg"), ("json", b"{"), ("pdf", b"%PDF"), ("html", b"<!DOC")],
)
def test_charts_are_saved_without_a_network(charts, tmp_path, ending, start):
    path = tmp_path / f"chart.{ending}"
    charts.deltas.save(str(path))
    assert path.read_bytes().lstrip()[: len(start)].upper() == start.upper()
    if ending == "html":
        page = path.read_text()
        assert 'src="http' not in page
        assert len(page) > 500_000  # Vega is inside


def test_pictures_are_written_where_asked(charts, tmp_path):
    svg = charts.power.to_svg(tmp_path / "a.svg")
    png = charts.power.to_png(tmp_path / "a.png", scale=1)
    assert (tmp_path / "a.svg").read_text() == svg
    assert (tmp_path / "a.png").read_bytes() == png


@pytest.mark.parametrize("name", CHARTS)
def test_in_a_notebook_a_chart_is_a_picture_and_what_jupyterlab_draws(charts, name):
    chart = getattr(charts, name)
    data, about = chart._repr_mimebundle_()
    assert set(data) == {VERSION_5, "image/png", "text/plain"}
    assert data[VERSION_5]["$schema"].endswith("/v5.json")
    assert data["text/plain"] == chart.to_dict()["description"]
    png = b64decode(data["image/png"])
    width = int.from_bytes(png[16:20])
    assert about["image/png"]["width"] == width / 2
    assert len(json.dumps(data)) < 150_000


def test_what_people_changed_is_shown_as_a_picture_alone(charts):
    data, _ = charts.deltas.properties(title="mine")._repr_mimebundle_()
    assert set(data) == {"image/png", "text/plain"}
