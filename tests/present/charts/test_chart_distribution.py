"""Distributions: counted on the cases that both have, with the baseline behind."""

import numpy as np
import pytest

from garden_nb.analysis.matrix import Matrix
from garden_nb.core.metrics import Kind, Metric
from garden_nb.errors import InputError
from garden_nb.present.charts import distribution_spec
from random_runs import Shape, report_of

RATING = Metric("rating", Kind.BOUNDED, low=1.0, high=5.0)


def matrix_of(values):
    values = np.array(values, dtype=float)
    return Matrix(RATING, values, np.ones(values.shape, dtype=bool), (0, 0, 0))


def three():
    """A report of three variants, fuzzy the baseline; its numbers are not those drawn here."""
    return report_of(Shape(), baseline="fuzzy", adjust="holm").frozen


def test_bars_are_shares_of_the_cases_that_both_have():
    nan = np.nan
    values = [[1, 2, nan], [1, 2, nan], [3, 3, 5], [5, 4, nan], [nan, 5, 5]]
    first, second = distribution_spec(three(), matrix_of(values))["concat"]
    rows = first["data"]["values"]
    assert [row["base"] for row in rows] == [50.0, 0.0, 25.0, 0.0, 25.0]
    assert [row["share"] for row in rows] == [0.0, 50.0, 25.0, 25.0, 0.0]
    assert first["title"]["subtitle"][0].endswith(", 4 cases:")
    assert first["title"]["subtitle"][1] == "2 higher, 1 lower"
    assert [row["base"] for row in second["data"]["values"]] == [0.0, 0.0, 100.0, 0.0, 0.0]
    assert second["title"]["subtitle"][1] == "1 higher, 0 lower"


def test_means_are_those_of_the_bars():
    (first, _) = distribution_spec(three(), matrix_of([[1, 2, 3], [2, 5, 3]]))["concat"]
    base, mean = first["layer"][-2:]
    assert base["encoding"]["x"]["datum"] == 1.5
    assert mean["data"]["values"][0]["mean"] == 3.5


def test_a_contender_without_common_cases_has_no_panel():
    values = [[1, 2, np.nan], [2, 3, np.nan]]
    assert len(distribution_spec(three(), matrix_of(values))["concat"]) == 1
    with pytest.raises(InputError, match="no contender has a case with a value of rating"):
        distribution_spec(three(), matrix_of([[1, np.nan, np.nan]]))
