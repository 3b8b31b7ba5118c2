import numpy as np
import pytest

from garden_nb.stats import paired_t, ppi_delta


def judged(n, labelled, rng, bias=0.15):
    """Human differences around 0, and a judge that favours the contender."""
    human = rng.normal(0, 0.5, n)
    judge = 0.8 * human + bias + rng.normal(0, 0.3, n)
    shown = np.full(n, np.nan)
    shown[:labelled] = human[:labelled]
    return judge, shown


def test_a_biased_judge_is_corrected_and_still_helps():
    rng = np.random.default_rng(21)
    hits, alone, widths = [], [], []
    for _ in range(1500):
        judge, shown = judged(400, 50, rng)
        got, judge_only, people = ppi_delta(judge, shown), paired_t(judge), paired_t(shown)
        hits.append(got.ci_low <= 0 <= got.ci_high)
        alone.append(judge_only.ci_low <= 0 <= judge_only.ci_high)
        widths.append((got.ci_high - got.ci_low) / (people.ci_high - people.ci_low))
    assert 0.93 <= np.mean(hits) <= 0.97
    assert np.mean(alone) < 0.1
    assert np.mean(widths) < 0.8


def test_a_judge_that_knows_nothing_is_not_used():
    rng = np.random.default_rng(22)
    _, shown = judged(300, 40, rng)
    got = ppi_delta(np.full(300, 0.7), shown)
    people = paired_t(shown)
    assert got.trust == 0.0
    assert (got.delta, got.se) == (pytest.approx(people.delta), pytest.approx(people.se))


def test_everything_scored_is_the_people_alone():
    rng = np.random.default_rng(23)
    judge, shown = judged(60, 60, rng)
    got, people = ppi_delta(judge, shown), paired_t(shown)
    assert got.delta == pytest.approx(people.delta)
    assert got.p_value == pytest.approx(people.p_value)
    assert got.n_human == got.n_pairs == 60


def test_the_judge_gets_the_weight_with_the_smallest_error():
    rng = np.random.default_rng(64)
    judge, shown = judged(80, 20, rng)
    # Three copies of the scored cases' judgements make both spreads the same.
    judge[20:] = np.tile(judge[:20], 3)
    got = ppi_delta(judge, shown)
    weights = np.linspace(0, 1, 100_001)
    spread = np.cov(judge[:20], shown[:20])
    rest = spread[0, 0] / 60
    error = weights**2 * rest + (spread[1, 1] - 2 * weights * spread[0, 1]) / 20
    error += weights**2 * spread[0, 0] / 20
    assert got.trust == pytest.approx(weights[error.argmin()], abs=2e-5)


def test_too_few_people():
    got = ppi_delta([0.1, 0.2, 0.3], [np.nan, np.nan, np.nan])
    assert np.isnan([got.delta, got.ci_low, got.p_value]).all()
    one = ppi_delta([0.1, 0.2, 0.3], [0.5, np.nan, np.nan])
    assert one.delta == 0.5
    assert np.isnan(one.ci_low)
    with pytest.raises(ValueError, match="one difference per case"):
        ppi_delta([0.1], [0.1, 0.2])
