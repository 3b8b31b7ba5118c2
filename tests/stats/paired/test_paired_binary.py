import math

import numpy as np
import pytest

from garden_nb.stats import mcnemar, paired_binary, paired_t


def test_the_estimate_and_its_error():
    result = paired_binary(9, 4, 50)
    differences = np.repeat([1.0, -1.0, 0.0], [9, 4, 37])
    assert result.delta == pytest.approx(0.1)
    assert result.se == pytest.approx(paired_t(differences).se * math.sqrt(49 / 50))
    assert (result.b, result.c, result.n_pairs, result.method) == (9, 4, 50, "tango")
    assert result.testable


@pytest.mark.parametrize(
    ("counts", "note", "testable"),
    [
        ((0, 0, 0), "no_data", False),
        ((1, 0, 1), "few_cases", False),
        ((4, 0, 4), "few_cases", False),
        ((0, 0, 20), "no_discordant", True),
        ((3, 1, 20), None, True),
    ],
)
def test_notes(counts, note, testable):
    result = paired_binary(*counts)
    assert (result.note, result.testable) == (note, testable)


def test_strict_takes_the_larger_p_and_keeps_the_interval():
    plain, strict = paired_binary(4, 0, 20), paired_binary(4, 0, 20, strict=True)
    assert strict.p_value == mcnemar(4, 0, "midp") > plain.p_value
    assert strict[3:5] == plain[3:5]
