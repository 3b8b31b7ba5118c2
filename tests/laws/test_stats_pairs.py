"""What must hold for every comparison of two variants."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from garden_nb.stats import (
    cluster_t,
    log_ratio,
    paired_binary,
    paired_bootstrap,
    paired_t,
    repeated_binary,
    t_bounds,
    t_p_value,
    tango_bounds,
    wilson_interval,
)

scores = hnp.arrays(float, st.integers(2, 40), elements=st.floats(-1e3, 1e3, width=32))
tails = st.one_of(st.floats(1e-12, 0.999), st.sampled_from([1e-300, 1e-40, 0.05]))


def same(left, right):
    return all(
        (a is None and b is None) or a == b or (a != a and b != b)  # noqa: PLR0124  # NaN
        for a, b in zip(left, right, strict=True)
    )


@st.composite
def shares(draw):
    """Case means of repeated pass/fail outcomes of two variants."""
    n, repeats = draw(st.integers(1, 25)), draw(st.integers(1, 5))
    passed = hnp.arrays(int, (2, n), elements=st.integers(0, repeats))
    left, right = draw(passed) / repeats
    return right - left


@st.composite
def tables(draw):
    n = draw(st.integers(1, 500))
    discordant = draw(st.integers(0, n))
    b = draw(st.integers(0, discordant))
    return b, discordant - b, n


@given(scores, st.randoms(use_true_random=False))
def test_the_order_of_cases_changes_no_digit(d, random):
    order = random.sample(range(d.size), d.size)
    names = [f"{random.random()} {at}" for at in range(d.size)]
    labels = np.arange(d.size) // 3
    assert same(paired_t(d), paired_t(d[order]))
    renamed = np.array(names)[labels]
    assert same(cluster_t(d, labels), cluster_t(d[order], renamed[order]))


@given(shares(), st.randoms(use_true_random=False))
def test_the_order_of_repeated_cases_changes_no_digit(d, random):
    order = random.sample(range(d.size), d.size)
    assert same(repeated_binary(d), repeated_binary(d[order]))


@given(scores)
def test_swapping_the_baseline_mirrors_everything(d):
    labels = np.arange(d.size) // 2
    for there, back in (
        (paired_t(d), paired_t(-d)),
        (cluster_t(d, labels), cluster_t(-d, labels)),
    ):
        assert back.delta == -there.delta
        assert same((back.ci_low, back.ci_high), (-there.ci_high, -there.ci_low))
        assert same((back.p_value, back.se, back.df), (there.p_value, there.se, there.df))


@given(tables())
def test_swapping_the_baseline_mirrors_pass_rates(table):
    b, c, n = table
    there, back = paired_binary(b, c, n), paired_binary(c, b, n)
    assert back.delta == -there.delta
    assert back.p_value == there.p_value
    assert back.ci_low == pytest.approx(-there.ci_high, abs=1e-12)
    assert back.ci_high == pytest.approx(-there.ci_low, abs=1e-12)


@given(scores.filter(lambda d: np.ptp(d) > 1e-3), st.integers(-1000, 1000))
def test_a_constant_shifts_estimate_and_interval(d, constant):
    there, moved = paired_t(d), paired_t(d + constant)
    for name in ("delta", "ci_low", "ci_high"):
        shifted = getattr(there, name) + constant
        assert getattr(moved, name) == pytest.approx(shifted, rel=1e-9, abs=1e-6)
    low, high = paired_bootstrap(d, resamples=50)
    again = paired_bootstrap(d + constant, resamples=50)
    assert again == pytest.approx((low + constant, high + constant), rel=1e-9, abs=1e-6)


@given(scores.filter(lambda d: np.ptp(d) > 1e-3), st.sampled_from([1e-6, 0.01, 100.0, 1e6]))
def test_the_unit_of_measurement_does_not_matter(d, unit):
    there, scaled = paired_t(d), paired_t(d * unit)
    assert scaled.p_value == pytest.approx(there.p_value, rel=1e-6)
    assert scaled.ci_low == pytest.approx(there.ci_low * unit, rel=1e-6, abs=1e-6 * unit)


@given(st.floats(-5, 5), st.floats(1e-6, 5), st.floats(1, 500), tails)
def test_the_t_interval_excludes_0_when_p_is_below_the_tail(delta, se, df, tail):
    low, high = t_bounds(delta, se, df, tail)
    p = t_p_value(delta, se, df)
    assert low <= delta <= high
    if abs(p / tail - 1) > 1e-9:
        assert (low > 0 or high < 0) == (p < tail)


@given(tables(), tails, tails)
def test_a_smaller_tail_gives_a_wider_interval(table, one, other):
    (narrow, wide) = (tango_bounds(*table, tail) for tail in (max(one, other), min(one, other)))
    delta = (table[0] - table[1]) / table[2]
    assert -1 <= wide[0] <= narrow[0] + 1e-12
    assert narrow[0] <= delta + 1e-12
    assert narrow[1] - 1e-12 <= wide[1] <= 1


@given(shares())
def test_the_estimate_lies_in_an_interval_of_some_width(d):
    got = repeated_binary(d)
    assert -1 <= got.ci_low <= got.delta + 1e-9
    assert got.delta - 1e-9 <= got.ci_high <= 1
    assert got.ci_high - got.ci_low > 1e-3
    assert 0 < got.p_value <= 1


@given(shares(), st.integers(2, 10))
def test_copying_records_narrows_nothing(d, copies):
    # Repeats are averaged within the case, so copies of records are the same differences.
    copied = np.repeat(d[:, None], copies, axis=1).mean(axis=1)
    once, often = repeated_binary(d), repeated_binary(copied)
    assert often.ci_high - often.ci_low == pytest.approx(once.ci_high - once.ci_low, abs=1e-9)


@given(st.integers(0, 200), st.integers(1, 200))
def test_wilson_mirrors(successes, n):
    if successes > n:
        return
    low, high = wilson_interval(successes, n)
    back = wilson_interval(n - successes, n)
    assert low <= successes / n <= high
    assert back == pytest.approx((1 - high, 1 - low), abs=1e-12)


@given(
    hnp.arrays(float, (2, 15), elements=st.floats(0.0009765625, 1024, width=32)),
    st.sampled_from([0.001, 7.0]),
)
def test_the_currency_does_not_change_a_ratio(values, rate):
    left, right = values
    there, other = log_ratio(left, right), log_ratio(left * rate, right * rate)
    assert other.ratio == pytest.approx(there.ratio, rel=1e-9)
    assert other.ci_low == pytest.approx(there.ci_low, rel=1e-6)
