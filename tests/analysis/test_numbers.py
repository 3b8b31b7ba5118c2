"""Numbers for people: units, digits, and laws that no rounding may break."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from garden_nb.analysis.numbers import Scale, format_p, format_plain, format_ratio
from garden_nb.core.metrics import Kind, Metric

SHARE = Metric("accuracy", Kind.BINARY, low=0.0, high=1.0)
RATING = Metric("rating", Kind.BOUNDED, low=1.0, high=5.0)
LATENCY = Metric("latency_ms", unit="ms")
COST = Metric("cost_usd", unit="usd")
TOKENS = Metric("total_tokens", unit="tokens")
METRICS = [SHARE, RATING, LATENCY, COST, TOKENS, Metric("f1")]

metrics = st.sampled_from(METRICS)
finite = st.floats(-1e12, 1e12)
small = st.one_of(st.floats(-1.0, 1.0), st.floats(-1e-6, 1e-6), st.sampled_from([0.0, -0.0]))


def read(text):
    """Return the numbers of a written interval, delta first."""
    text = text.replace("−", "-").replace("$", "")
    for sign in "×%[]":
        text = text.replace(sign, " ")
    words = [word.replace(",", "") for word in text.replace(", ", " ").split()]
    return [float(word) for word in words if word not in {"ms", "s"}]


@pytest.mark.parametrize(
    ("metric", "values", "value", "written"),
    [
        (SHARE, (), 0.785, "78.5 %"),
        (SHARE, (), 1.0, "100.0 %"),
        (SHARE, (), 0.9999, "99.99 %"),
        (SHARE, (), 0.0, "0.0 %"),
        (SHARE, (), 0.0004, "0.04 %"),
        (LATENCY, (812.0, 521.0), 812.0, "0.81 s"),
        (LATENCY, (240.0, 90.0), 240.0, "240 ms"),
        (LATENCY, (1.2,), 1.234, "1.23 ms"),
        (COST, (0.00041, 0.00016), 0.00041, "$0.00041"),
        (COST, (12.5,), -3.0, "−$3.0"),
        (TOKENS, (1234.5,), 1234.5, "1,234"),
        (RATING, (3.42,), 3.42, "3.42"),
        (Metric("f1"), (0.812,), 0.8124, "0.812"),
        (SHARE, (), None, "–"),
        (SHARE, (), math.nan, "–"),
    ],
)
def test_values_have_units_and_sensible_digits(metric, values, value, written):
    assert Scale.of(metric, values).value(value) == written


@pytest.mark.parametrize(
    ("metric", "interval", "written"),
    [
        (SHARE, (-0.065, -0.123, -0.015), "−6.5 [−12.3, −1.5]"),
        (SHARE, (0.015, -0.03, 0.062), "+1.5 [−3.0, +6.2]"),
        (SHARE, (-0.02, -0.04, -0.0004), "−2.00 [−4.00, −0.04]"),
        (SHARE, (0.0001, -0.02, 0.02), "0.0 [−2.0, +2.0]"),
        (SHARE, (0.5, 1e-12, 0.9), "+50.0 [+1.0e−10, +90.0]"),
        (SHARE, (0.5, None, None), "+50.0"),
        (LATENCY, (-291.0, -333.0, -250.0), "−0.291 s [−0.333, −0.250]"),
        (COST, (-0.00025, -0.0003, -0.0002), "−$0.00025 [−0.00030, −0.00020]"),
        (SHARE, (None, -1.0, 1.0), "–"),
    ],
)
def test_intervals(metric, interval, written):
    assert Scale.of(metric, [812.0]).interval(*interval) == written


@given(metrics, st.lists(st.one_of(small, finite), min_size=3, max_size=3), small)
def test_an_interval_never_contradicts_its_verdict(metric, numbers, size):
    low, delta, high = sorted(numbers)
    text = Scale.of(metric, [size]).interval(delta, low, high)
    shown_delta, shown_low, shown_high = read(text)
    assert (shown_low > 0) == (low > 0) or low <= 0 <= high
    assert (shown_high < 0) == (high < 0) or low <= 0 <= high
    assert shown_low <= shown_delta <= shown_high
    assert "−0.0 " not in f"{text} "
    for number, shown in zip((delta, low, high), (shown_delta, shown_low, shown_high), strict=True):
        assert shown == 0 or math.copysign(1, shown) == math.copysign(1, number)


@given(metrics, st.lists(finite, min_size=1, max_size=4))
def test_a_value_is_close_to_what_is_written(metric, values):
    scale = Scale.of(metric, values)
    (shown,) = read(scale.value(values[0]))
    true = values[0] * scale.factor
    assert shown == pytest.approx(true, rel=0.06, abs=0.51 * 10.0**-scale.decimals)


@given(st.floats(0.0, 1.0))
def test_a_share_prints_as_all_or_none_only_when_it_is(share):
    assume(share in {0.0, 1.0} or 1e-11 < share < 1 - 1e-11)
    text = Scale.of(SHARE).value(share)
    assert (text == "0.0 %") == (share == 0)
    assert (text == "100.0 %") == (share == 1)


@pytest.mark.parametrize(
    ("ratio", "written"),
    [
        ((0.39, 0.37, 0.41), "×0.39 [0.37, 0.41]"),
        ((1.03, 0.97, 1.10), "×1.03 [0.97, 1.10]"),
        ((1.03, 1.001, 1.10), "×1.030 [1.001, 1.100]"),
        ((0.045, 0.001, 0.1), "×0.045 [0.001, 0.100]"),
        ((12.3, None, None), "×12.3"),
        ((None, 0.9, 1.1), "–"),
    ],
)
def test_ratios(ratio, written):
    assert format_ratio(*ratio) == written


@given(st.lists(st.one_of(st.floats(1e-9, 1e9), st.floats(0.99, 1.01)), min_size=3, max_size=3))
def test_a_ratio_never_contradicts_its_verdict(numbers):
    low, ratio, high = sorted(numbers)
    _, shown_low, shown_high = read(format_ratio(ratio, low, high))
    assert shown_low > 0
    assert (shown_low > 1) == (low > 1) or low <= 1 <= high
    assert (shown_high < 1) == (high < 1) or low <= 1 <= high


@given(st.floats(0.0, 1.0), st.sampled_from([0.05, 0.1, 0.01, 0.001, 0.0001, 0.2]))
def test_p_stays_on_its_side_of_alpha_and_is_never_zero(p, alpha):
    text = format_p(p, alpha)
    shown = float(text.removeprefix("<"))
    assert shown > 0
    assert (p < alpha) == (shown < alpha or text.startswith("<"))


@pytest.mark.parametrize(
    ("p", "written"),
    [
        (0.0094, "0.009"),
        (0.49, "0.49"),
        (0.9, "0.90"),
        (1.0, "1.00"),
        (0.0, "<0.001"),
        (0.0009999, "<0.001"),
        (0.04999, "0.04999"),
        (0.05 - 1e-13, "<0.05"),
        (0.05, "0.050"),
        (None, "–"),
    ],
)
def test_p_values(p, written):
    assert format_p(p) == written


@pytest.mark.parametrize(
    ("number", "written"),
    [(0.6, "0.60"), (900.0, "900"), (-0.025, "−0.025"), (1e-7, "1e−07"), (math.inf, "–")],
)
def test_bounds_are_written_as_they_were_typed(number, written):
    assert format_plain(number) == written
