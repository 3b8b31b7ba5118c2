from fractions import Fraction

import numpy as np
import pytest

from garden_nb.stats.exact_sum import exact_sum, split_exact


@pytest.mark.parametrize("scale", [1e-9, 1.0, 1e12])
def test_the_sum_is_that_of_fractions(scale):
    values = np.random.default_rng(0).normal(size=(1000, 3)) * scale
    for column, got in zip(values.T, exact_sum(values), strict=True):
        right = sum(map(Fraction, column.tolist()))
        assert got == pytest.approx(float(right), rel=1e-14, abs=1e-17 * scale)


def test_no_order_changes_a_bit():
    rng = np.random.default_rng(1)
    values = rng.normal(size=(777, 20)) * 10.0 ** rng.integers(-6, 6, 20)
    first = exact_sum(values)
    for _ in range(20):
        assert np.array_equal(exact_sum(rng.permutation(values)), first)
    assert np.array_equal(exact_sum(-values), -first)


def test_parts_add_up_and_plain_sums_do_depend_on_the_order():
    rng = np.random.default_rng(2)
    values = rng.normal(size=(500, 1))
    high, low = split_exact(values)
    assert np.abs(values - high - low).max() < 1e-20
    sums = {float(rng.permutation(values)[:, 0].sum()) for _ in range(30)}
    assert len(sums) > 1


def test_nothing_adds_up_to_nothing():
    assert exact_sum(np.zeros((4, 2))).tolist() == [0.0, 0.0]
    assert exact_sum(np.empty((0, 2))).tolist() == [0.0, 0.0]
