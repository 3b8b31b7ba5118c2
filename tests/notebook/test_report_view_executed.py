"""`report.view()` in a notebook that a program executes: traits that work, and no widget left."""

import json

import pytest
from test_executed import SETUP, bundles, execute

_VIEW = """

view = garden.report().view()
view.baseline = "one"
view
"""


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    return execute(tmp_path_factory.mktemp("nb"), SETUP, "garden.run()", _VIEW)


def test_what_was_chosen_is_one_static_output(executed):
    (shown,) = bundles(executed.cells[2])
    assert set(shown) == {"text/html", "text/plain"}
    assert "Differences to one" in shown["text/html"]


def test_no_widget_is_left(executed):
    assert "widget-view" not in json.dumps(executed)
    assert "widgets" not in executed.metadata
