import numpy as np
import pytest

from garden_nb.stats import percentile


def test_it_is_numpys_linear_quantile():
    rng = np.random.default_rng(33)
    for size in (1, 2, 3, 10, 101):
        values = np.sort(rng.normal(size=size))
        for q in (0, 0.025, 1 / 3, 0.5, 0.999, 1):
            assert percentile(values, q) == pytest.approx(np.quantile(values, q), rel=1e-12)


def test_the_ends_are_the_ends():
    values = [0.1, 0.2, 0.3, 0.7]
    assert percentile(values, 0) == 0.1
    assert percentile(values, 1) == 0.7


@pytest.mark.parametrize(("values", "q"), [([], 0.5), ([1.0], -0.1), ([1.0], 1.1)])
def test_wrong_input(values, q):
    with pytest.raises(ValueError, match="percentile"):
        percentile(values, q)
