import numpy as np
import pytest
from scipy import special

from garden_nb.stats import wilson_bounds, wilson_interval


def test_ends_lie_in_the_unit_interval_and_at_its_edges():
    assert wilson_interval(0, 10).low == 0.0
    assert wilson_interval(10, 10).high == 1.0
    assert np.isnan(wilson_interval(0, 0)).all()


def test_it_inverts_the_score_test_at_tiny_tails():
    for tail in (0.05, 1e-40):
        low, high = wilson_bounds(30, 100, tail)
        for end in (low, high):
            z = abs(0.3 - end) / np.sqrt(end * (1 - end) / 100)
            assert special.erfc(z / np.sqrt(2)) == pytest.approx(tail, rel=1e-7)


@pytest.mark.parametrize(("successes", "n"), [(-1, 5), (6, 5), (1, float("inf")), (0, -1)])
def test_wrong_counts(successes, n):
    with pytest.raises(ValueError, match="0 <= successes <= n"):
        wilson_interval(successes, n)
