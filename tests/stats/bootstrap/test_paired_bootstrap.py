import math
import random

import numpy as np
import pytest

from garden_nb.stats import paired_bootstrap, percentile


@pytest.mark.parametrize("seed", [0, 7, -3, 2**70])
def test_the_draws_are_pythons(seed):
    diffs = np.random.default_rng(34).normal(size=37).tolist()
    generator = random.Random(seed)  # noqa: S311  # the contract's generator
    means = sorted(math.fsum(generator.choices(diffs, k=37)) / 37 for _ in range(999))
    low, high = paired_bootstrap(diffs, resamples=999, seed=seed)
    assert low == pytest.approx(percentile(means, 0.025), abs=1e-12)
    assert high == pytest.approx(percentile(means, 0.975), abs=1e-12)


def test_long_samples_are_drawn_in_parts_without_a_seam():
    diffs = np.random.default_rng(35).normal(size=70_000)
    generator = random.Random(1)  # noqa: S311  # the contract's generator
    means = []
    for _ in range(40):
        chosen = [int(generator.random() * 70_000) for _ in range(70_000)]
        means.append(diffs[chosen].mean())
    low, _ = paired_bootstrap(diffs, resamples=40, seed=1, confidence=0.5)
    assert low == pytest.approx(percentile(sorted(means), 0.25), abs=1e-12)


def test_a_constant_shifts_the_interval_by_itself():
    diffs = np.random.default_rng(36).normal(size=50)
    low, high = paired_bootstrap(diffs)
    moved = paired_bootstrap(diffs + 8.0)
    assert moved == (pytest.approx(low + 8.0, abs=1e-12), pytest.approx(high + 8.0, abs=1e-12))


def test_the_mean_lies_inside():
    for diffs in ([0.1] * 3, [0.1 + 0.2, 0.3], [1e9, 1e-9], [0.4]):
        for resamples in (1, 20):
            low, high = paired_bootstrap(diffs, resamples=resamples)
            assert low <= math.fsum(diffs) / len(diffs) <= high


def test_no_seed_no_repetition():
    diffs = np.random.default_rng(37).normal(size=30)
    assert len({paired_bootstrap(diffs, resamples=50, seed=None) for _ in range(5)}) > 1


def test_the_expanded_interval_is_wider_for_few_cases():
    diffs = np.random.default_rng(38).normal(size=10)
    low, high = paired_bootstrap(diffs)
    wide = paired_bootstrap(diffs, method="expanded")
    assert 1.1 < (wide.high - wide.low) / (high - low) < 1.4


@pytest.mark.parametrize(
    "given",
    [
        {"diffs": []},
        {"diffs": [0.1, float("nan")]},
        {"diffs": [0.1], "resamples": 0},
        {"diffs": [0.1], "confidence": 1.0},
    ],
)
def test_wrong_input(given):
    with pytest.raises(ValueError, match=r"give|10000"):
        paired_bootstrap(**given)
