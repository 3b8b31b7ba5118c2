"""Cases in a notebook that a program executes: a chosen few, and no widget."""

import json

import pytest
from test_executed import SETUP, bundles, execute

_EXPLORE = """

garden.report().explore(contender="one")
"""


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    return execute(tmp_path_factory.mktemp("nb"), SETUP, "garden.run()", _EXPLORE)


def test_a_chosen_few_cases_are_one_small_static_output(executed):
    (shown,) = bundles(executed.cells[2])
    assert set(shown) == {"text/html", "text/plain"}
    assert (
        "one against zero on exact_match: 100 lost, 100 gained, of 200 cases" in shown["text/html"]
    )
    assert "10 of 200 cases" in shown["text/plain"]
    assert len(json.dumps(executed.cells[2]["outputs"])) <= 32_000


def test_no_widget_is_left(executed):
    assert "widget-view" not in json.dumps(executed)
    assert "widgets" not in executed.metadata
