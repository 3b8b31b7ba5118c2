import itertools

import numpy as np
import pytest
from scipy import special

from garden_nb.stats import mcnemar_p, tango_bounds, tango_interval


def statistic(b, c, n, x):
    """Tango's score statistic as the paper gives it."""
    linear = -b - c + (2 * n - b + c) * x
    root = np.sqrt(np.maximum(linear**2 + 8 * n * c * x * (1 - x), 0))
    variance = n * ((root - linear) / (2 * n) + x * (1 - x))
    return np.where(variance > 0, (b - c - n * x) / np.sqrt(np.maximum(variance, 1e-300)), 0)


def bisect(b, c, n, tail):
    """Both ends by 200 halvings of the score statistic."""
    z, delta = -special.ndtri(tail / 2), (b - c) / n
    ends = []
    for direction in (-1, 1):
        inner, outer = delta, float(direction)
        for _ in range(200):
            middle = (inner + outer) / 2
            if -direction * statistic(b, c, n, middle) > z:
                outer = middle
            else:
                inner = middle
        ends.append((inner + outer) / 2)
    return ends


@pytest.mark.parametrize("tail", [0.9, 0.05, 1e-3, 1e-10, 1e-40, 1e-300])
def test_the_closed_form_is_the_root_of_the_score_equation(tail):
    rng = np.random.default_rng(3)
    for n in (1, 2, 5, 20, 50, 1319, 20_000):
        for share, lean in itertools.product((0.001, 0.1, 0.5, 0.95), (0, 0.02, 0.5, 1)):
            discordant = rng.binomial(n, share)
            b = rng.binomial(discordant, lean)
            c = discordant - b
            got = tango_bounds(b, c, n, tail)
            assert np.allclose(got, bisect(b, c, n, tail), atol=1e-10, rtol=0), (b, c, n)


def test_near_the_double_root_of_an_empty_cell():
    # With c = 0 two roots meet where z**2/n = psi(1 - psi)/2.
    n, b = 40, 10
    psi = b / n
    z = np.sqrt(n * psi * (1 - psi) / 2)
    for nudge in (0.999999, 1.0, 1.000001):
        tail = 2 * special.ndtr(-z * nudge)
        assert np.allclose(tango_bounds(b, 0, n, tail), bisect(b, 0, n, tail), atol=1e-10)
        assert np.allclose(tango_bounds(0, b, n, tail), bisect(0, b, n, tail), atol=1e-10)


def test_no_discordant_case_still_has_a_width():
    low, high = tango_interval(0, 0, 20)
    assert (-low, high) == (pytest.approx(0.1611, abs=1e-4), pytest.approx(0.1611, abs=1e-4))


def test_all_cases_won_reaches_1():
    low, high = tango_interval(10, 0, 10)
    assert high == 1.0
    assert 0.44 < low < 0.45


def test_no_cases_no_interval():
    assert np.isnan(tango_interval(0, 0, 0)).all()


def test_it_is_the_dual_of_mcnemars_score_test():
    rng = np.random.default_rng(4)
    n = rng.integers(1, 300, 20_000)
    discordant = rng.binomial(n, rng.random(20_000))
    b = rng.binomial(discordant, rng.random(20_000))
    c = discordant - b
    tail = 10 ** rng.uniform(-12, -0.01, 20_000)
    low, high = tango_bounds(b, c, n, tail)
    p = mcnemar_p(b, c)
    clear = np.abs(p / tail - 1) > 1e-9
    assert np.array_equal(((low > 0) | (high < 0))[clear], (p < tail)[clear])


@pytest.mark.parametrize("counts", [(-1, 0, 5), (3, 3, 5), (0, -2, 5), (0, 0, -1)])
def test_counts_that_are_no_table(counts):
    with pytest.raises(ValueError, match="no paired table"):
        tango_interval(*counts)
