import numpy as np
import pytest
from scipy import special

from garden_nb.stats.paired.t_bounds import t_p_value
from garden_nb.stats.tail import normal_quantile, t_quantile, tail_of


@pytest.mark.parametrize("confidence", [0, 1, -0.1, 95, float("nan")])
def test_a_confidence_lies_between_0_and_1(confidence):
    with pytest.raises(ValueError, match=r"give 0\.95"):
        tail_of(confidence)


def test_tiny_tails_keep_their_size():
    assert special.erfc(normal_quantile(1e-40) / np.sqrt(2)) == pytest.approx(1e-40, rel=1e-12)
    for df in (3, 19, 99.5, 5000):
        for tail in (0.05, 1e-10, 1e-40):
            quantile = t_quantile(df, tail)
            assert t_p_value(quantile, 1.0, df) == pytest.approx(tail, rel=1e-9)


def test_no_degrees_of_freedom_no_quantile():
    assert np.isnan(t_quantile([0.0, np.nan], 0.05)).all()
