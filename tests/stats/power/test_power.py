import math

import numpy as np
import pytest
from scipy import stats as oracle

from garden_nb.stats import (
    cases_needed,
    discordant_needed,
    discordant_share,
    mcnemar,
    mcnemar_p,
    mde_paired_binary,
    mde_paired_t,
    mde_two_proportion,
    paired_t_columns,
    power_two_proportion,
    t_bounds,
    tango_bounds,
)


def test_the_paired_truth_is_half_of_what_two_samples_say():
    assert mde_paired_binary(200, 0.10) == pytest.approx(0.062, abs=5e-4)
    assert mde_two_proportion(0.7, 200) == pytest.approx(0.119, abs=5e-4)
    assert mde_paired_binary(50, 0.30) == pytest.approx(0.212, abs=5e-4)
    assert mde_two_proportion(0.7, 50) == pytest.approx(0.213, abs=5e-4)


def test_connors_size_and_his_effect_are_inverse():
    for share in (0.05, 0.2, 0.6):
        for size in (0.03, 0.1, 0.4):
            n = cases_needed(size, discordant_share=share)
            if size > share:
                assert n is None
                continue
            assert mde_paired_binary(n, share) <= size
            assert n == 1 or not mde_paired_binary(n - 1, share) <= size * (1 - 1e-9)


@pytest.mark.parametrize(("n", "share"), [(100, 0.2), (300, 0.1), (60, 0.5)])
def test_the_planned_power_is_realised(n, share):
    effect = mde_paired_binary(n, share)
    rng = np.random.default_rng(48)
    b, c, _ = rng.multinomial(
        n, [(share + effect) / 2, (share - effect) / 2, 1 - share], size=20_000
    ).T
    assert 0.79 <= np.mean(mcnemar_p(b, c) < 0.05) <= 0.85


def test_no_effect_may_be_large_enough():
    assert math.isnan(mde_paired_binary(20, 0.05))
    assert math.isnan(mde_paired_binary(3, 1.0))
    assert math.isnan(mde_paired_binary(50, 0.0))
    assert math.isnan(mde_two_proportion(0.95, 20))
    assert mde_two_proportion(0.95, 20, direction="down") > 0.2


def test_a_stricter_level_needs_a_larger_effect():
    assert mde_paired_binary(200, 0.2, alpha=0.05 / 12) > mde_paired_binary(200, 0.2)
    assert mde_paired_t(1.0, 50, alpha=0.05 / 12) > mde_paired_t(1.0, 50)


def test_the_power_of_a_t_is_realised():
    effect = mde_paired_t(2.0, 25)
    d = np.random.default_rng(49).normal(effect, 2.0, (25, 20_000))
    assert np.mean(paired_t_columns(d).p_value < 0.05) == pytest.approx(0.8, abs=0.01)
    assert math.isnan(mde_paired_t(1.0, 1))
    exact = oracle.nct.sf(oracle.t.isf(0.025, 24), 24, effect / 2.0 * 5)
    assert exact == pytest.approx(0.8, abs=0.005)


@pytest.mark.parametrize("goal", ["bound", "equivalence"])
def test_so_many_cases_settle_a_bound_if_the_two_are_equal(goal):
    rng = np.random.default_rng(50)
    n = cases_needed(0.06, discordant_share=0.2, goal=goal)
    b, c, _ = rng.multinomial(n, [0.1, 0.1, 0.8], size=20_000).T
    low, high = tango_bounds(b, c, n, 0.05)
    settled = low > -0.06 if goal == "bound" else (low > -0.06) & (high < 0.06)
    assert np.mean(settled) == pytest.approx(0.8, abs=0.04)
    n = cases_needed(0.3, sd=1.0, goal=goal)
    columns = paired_t_columns(rng.normal(0, 1, (n, 20_000)))
    low, high = t_bounds(columns.delta, columns.se, columns.df, 0.05)
    settled = low > -0.3 if goal == "bound" else (low > -0.3) & (high < 0.3)
    assert np.mean(settled) == pytest.approx(0.8, abs=0.02)


def test_cases_for_scores_invert_the_smallest_effect():
    n = cases_needed(0.5, sd=1.0)
    assert mde_paired_t(1.0, n) <= 0.5 < mde_paired_t(1.0, n - 1)
    assert cases_needed(0.5, sd=0.0) == 2
    assert cases_needed(-0.5, sd=1.0) == n


def test_power_of_two_samples_at_the_mde():
    up = mde_two_proportion(0.6, 150, power=0.55)
    assert power_two_proportion(0.6, 0.6 + up, 150) == pytest.approx(0.55, abs=1e-12)
    assert power_two_proportion(0.4, 0.4, 80) == pytest.approx(0.05)


def test_discordant_cases():
    assert discordant_needed(0.05) == 4
    for tail in (0.5, 0.05, 0.004, 1e-6):
        k = discordant_needed(tail)
        assert mcnemar(k, 0) < tail <= mcnemar(k - 1, 0)
    assert discordant_share(0, 0, 20) == pytest.approx(1 / 22)
    assert discordant_share(9, 4, 50) == pytest.approx(14 / 52)
    assert discordant_share(0, 0, 0) == 0.5


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mde_paired_binary(0, 0.1), "n >= 1"),
        (lambda: mde_paired_binary(10, 1.1), "share"),
        (lambda: mde_paired_binary(10, 0.1, alpha=0), "alpha"),
        (lambda: mde_paired_binary(10, 0.1, power=0.01), "power"),
        (lambda: mde_paired_t(-1.0, 10), "sd"),
        (lambda: mde_two_proportion(1.2, 10), "pass rate"),
        (lambda: mde_two_proportion(0.5, 10, direction="left"), "'up' or 'down'"),
        (lambda: power_two_proportion(0.5, 0.6, 0), "below 1"),
        (lambda: cases_needed(0.0, sd=1.0), "other than 0"),
        (lambda: cases_needed(0.1), "exactly one"),
        (lambda: cases_needed(0.1, sd=1.0, goal="win"), "'equivalence'"),
    ],
)
def test_wrong_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
