import math

import numpy as np
import pytest
from scipy import integrate

from garden_nb.stats import anytime_p, e_value_paired, log_e_value_paired


def test_it_is_the_mixture_over_all_chances():
    for b, c in ((0, 0), (3, 1), (15, 3), (9, 8)):
        mixed, _ = integrate.quad(lambda q, b=b, c=c: (2 * q) ** b * (2 - 2 * q) ** c, 0, 1)
        assert e_value_paired(b, c) == pytest.approx(mixed)


def test_it_is_a_fair_game_at_every_step():
    for b in range(12):
        for c in range(12):
            ahead = (e_value_paired(b + 1, c) + e_value_paired(b, c + 1)) / 2
            assert ahead == pytest.approx(e_value_paired(b, c))


def test_looking_after_every_case_keeps_the_level():
    rng = np.random.default_rng(60)
    steps = rng.choice([-1, 0, 1], (4000, 500), p=[0.15, 0.7, 0.15])
    b, c = np.cumsum(steps == 1, axis=1), np.cumsum(steps == -1, axis=1)
    assert np.mean((log_e_value_paired(b, c) >= math.log(20)).any(axis=1)) <= 0.05


def test_it_stops_early_on_a_real_difference():
    rng = np.random.default_rng(61)
    steps = rng.choice([-1, 0, 1], (2000, 500), p=[0.05, 0.8, 0.15])
    b, c = np.cumsum(steps == 1, axis=1), np.cumsum(steps == -1, axis=1)
    crossed = anytime_p(b, c) <= 0.05
    assert crossed.any(axis=1).mean() > 0.85
    assert np.where(crossed.any(axis=1), crossed.argmax(axis=1), 500).mean() < 350


def test_extremes():
    assert e_value_paired(5000, 0) == math.inf
    assert log_e_value_paired(5000, 0) == pytest.approx(5000 * math.log(2) - math.log(5001))
    assert anytime_p(0, 0) == 1.0
    assert 0 <= anytime_p(5000, 0) < 1e-300
    with pytest.raises(ValueError, match="negative"):
        e_value_paired(-1, 0)
