"""What must hold for every family of comparisons: no interval contradicts its verdict."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from garden_nb.stats import (
    adjust_p,
    bootstrap_pairs,
    cluster_t_columns,
    matched_tail,
    max_t,
    mcnemar_p,
    paired_t_columns,
    repeated_binary_bounds,
    repeated_binary_columns,
    settled_bounds,
    t_bounds,
    tango_bounds,
)

ALPHA = 0.05
p_lists = st.lists(
    st.one_of(st.none(), st.floats(0, 1), st.sampled_from([0.0, 1e-300, 1e-40, 0.05, 1.0])),
    max_size=30,
)


@given(p_lists, st.sampled_from(["holm", "fdr_bh", None]))
def test_adjusted_p_values_are_ordered_and_never_smaller(p_values, method):
    p = np.array(p_values, float)
    got = adjust_p(p_values, method)
    known = ~np.isnan(p)
    assert np.array_equal(np.isnan(got), ~known)
    raw, adjusted = p[known], got[known]
    assert np.all(adjusted >= raw)
    assert np.all(adjusted <= 1)
    order = np.argsort(raw, kind="stable")
    assert np.all(np.diff(adjusted[order]) >= 0)
    for value in np.unique(raw):
        assert np.unique(adjusted[raw == value]).size == 1


@given(p_lists, st.randoms(use_true_random=False))
def test_the_order_of_a_family_changes_no_digit(p_values, random):
    order = random.sample(range(len(p_values)), len(p_values))
    for method in ("holm", "fdr_bh"):
        there = adjust_p(p_values, method)
        shuffled = adjust_p([p_values[at] for at in order], method)
        assert np.array_equal(shuffled, there[order], equal_nan=True)


@given(p_lists)
def test_holm_lies_between_nothing_and_bonferroni(p_values):
    p = np.array(p_values, float)
    m = int((~np.isnan(p)).sum())
    holm, bh = adjust_p(p_values, "holm"), adjust_p(p_values, "fdr_bh")
    known = ~np.isnan(p)
    floor = np.maximum(p[known], 2.3e-308)
    assert np.all(holm[known] <= np.minimum(m * floor, 1) * (1 + 1e-12))
    assert np.all(bh[known] <= holm[known] * (1 + 1e-12))


def pass_fail(m, n, rng):
    """Single runs: Tango and McNemar, p down to 1e-100."""
    discordant = rng.binomial(n, rng.choice([0.02, 0.3, 0.9], m))
    b = rng.binomial(discordant, rng.choice([0.02, 0.3, 0.5, 0.6, 1.0], m))
    c = discordant - b
    return (b - c) / n, mcnemar_p(b, c), lambda tail: tango_bounds(b, c, n, tail), None


def graded(m, n, rng):
    d = rng.normal(rng.choice([0, 0.2, 3.0], m), 1, (n, m))
    d[:, rng.random(m) < 0.05] = 0.25
    columns = paired_t_columns(d)
    bounds = lambda tail: t_bounds(columns.delta, columns.se, columns.df, tail)  # noqa: E731
    return columns.delta, columns.p_value, bounds, d


def clustered(m, n, rng):
    labels = rng.integers(0, 7, n)
    d = rng.normal(rng.choice([0, 0.5, 2.0], m), 1, (n, m)) + rng.normal(0, 0.5, (7, m))[labels]
    columns = cluster_t_columns(d, labels)
    bounds = lambda tail: t_bounds(columns.delta, columns.se, columns.df, tail)  # noqa: E731
    return columns.delta, columns.p_value, bounds, d


def repeated(m, n, rng):
    p = rng.beta(1, 1, (n, m))
    q = np.clip(p + rng.choice([0, 0.1, 0.6], m), 0, 1)
    d = (rng.binomial(4, q) - rng.binomial(4, p)) / 4
    columns = repeated_binary_columns(d)
    bounds = lambda tail: repeated_binary_bounds(columns, tail)  # noqa: E731
    return columns.delta, columns.p_value, bounds, d


def resampled(m, n, rng):
    d = rng.normal(rng.choice([0, 0.3, 1.0], m), 1, (n, m))
    table = np.column_stack([np.zeros(n), d])
    pairs = [(0, at + 1) for at in range(m)]
    got = bootstrap_pairs(table, pairs=pairs, resamples=1000, seed=int(rng.integers(1000)))

    def bounds(tail):
        low, high = got.bounds(np.broadcast_to(tail, m)[:, None])
        return low[:, 0], high[:, 0]

    return got.delta[:, 0], got.p_value[:, 0], bounds, d


KINDS = {
    "tango": (pass_fail, 9000),
    "t": (graded, 9000),
    "cluster": (clustered, 5000),
    "repeated": (repeated, 5000),
    "bootstrap": (resampled, 2000),
}
CORRECTIONS = ("holm", "fdr_bh", None, "maxt")


@pytest.mark.parametrize("kind", KINDS)
def test_30_000_comparisons_without_a_contradiction(kind):
    make, wanted = KINDS[kind]
    rng = np.random.default_rng(70)
    done, smallest, verdicts = 0, 1.0, set()
    while done < wanted:
        m, n = int(rng.integers(1, 40)), int(rng.integers(5, 200))
        delta, p, bounds, d = make(m, n, rng)
        for method in CORRECTIONS:
            if method == "maxt":
                if d is None or done % 7:
                    continue
                family = max_t(p, d, draws=1000)
                p_adj, tail = family.p_adj, np.full(m, family.tail)
            else:
                p_adj = adjust_p(p, method)
                tail = matched_tail(p, adjust_p(p, method, clip=False), ALPHA)
            rejected = p_adj < ALPHA
            raw = bounds(tail)
            low, high = settled_bounds(raw, delta, rejected)
            assert np.array_equal((low > 0) | (high < 0), rejected)
            # Settling only removes rounding; it never moves an end that anybody could see.
            width = np.maximum(high - low, 1e-300)
            assert np.all(np.abs(low - raw[0]) <= 1e-9 * width)
            assert np.all(np.abs(high - raw[1]) <= 1e-9 * width)
            done += m
            verdicts |= set(rejected.tolist())
        smallest = min(smallest, float(p.min()))
    assert verdicts == {True, False}
    if kind in ("tango", "t"):
        assert smallest < 1e-30


@given(st.integers(2, 30), st.integers(0, 30), st.integers(1, 50))
def test_a_strict_p_is_matched_through_the_intervals_own(b, c, m):
    n = b + c + 5
    p_score, p_mid = mcnemar_p(b, c), mcnemar_p(b, c, "midp")
    strict = max(float(p_score), float(p_mid))
    p_adj = adjust_p([strict] + [0.9] * (m - 1), "holm", clip=False)[0]
    low, high = tango_bounds(b, c, n, matched_tail(p_score, p_adj, ALPHA))
    if abs(p_adj / ALPHA - 1) > 1e-9:
        assert (low > 0 or high < 0) == (p_adj < ALPHA)
