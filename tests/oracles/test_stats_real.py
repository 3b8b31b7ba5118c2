"""Real results with published totals; skipped where they are not beside the repository."""

import csv
import json
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from garden_nb.stats import (
    adjust_p,
    bootstrap_pairs,
    joint_draws,
    matched_tail,
    max_t_family,
    mcnemar,
    paired_binary,
    pass_at_k,
    pass_hat_k,
    repeat_variance,
    tango_bounds,
    wilson_interval,
)

REAL = Path(__file__).parents[2] / ".." / "shared" / "real"

pytestmark = pytest.mark.skipif(
    not REAL.exists(), reason="needs the real results in ../shared/real beside the repository"
)


@pytest.fixture(scope="module")
def expected():
    return json.loads((REAL / "expected.json").read_text())


@pytest.fixture(scope="module")
def gsm8k():
    rows = defaultdict(dict)
    with (REAL / "gsm8k_example_solutions.csv").open() as lines:
        for row in csv.DictReader(lines):
            rows[row["variant"]][row["id"]] = float(row["correct"])
    ids = sorted(set.intersection(*(set(cases) for cases in rows.values())))
    return {variant: np.array([cases[i] for i in ids]) for variant, cases in rows.items()}


@pytest.fixture(scope="module")
def rewards():
    rows = defaultdict(list)
    with (REAL / "tau_airline_gpt4o.csv").open() as lines:
        for row in csv.DictReader(lines):
            rows[row["id"]].append(float(row["reward"]))
    return np.array([rows[i] for i in sorted(rows)])


def test_gsm8k_rates(gsm8k, expected):
    for variant, facts in expected["gsm8k"]["variants"].items():
        passed = gsm8k[variant]
        assert (passed.size, passed.sum()) == (facts["n"], facts["passed"])
        low, high = wilson_interval(passed.sum(), passed.size)
        assert low == pytest.approx(facts["wilson_low"], abs=1e-12)
        assert high == pytest.approx(facts["wilson_high"], abs=1e-12)


def test_gsm8k_pairs(gsm8k, expected):
    for pair in expected["gsm8k"]["pairs"]:
        d = gsm8k[pair["b"]] - gsm8k[pair["a"]]
        b, c = int((d > 0).sum()), int((d < 0).sum())
        assert (b, c, d.size) == (pair["only_b"], pair["only_a"], pair["n"])
        got = paired_binary(b, c, d.size)
        assert got.delta == pytest.approx(pair["diff_b_minus_a"], abs=1e-14)
        assert got.p_value == pytest.approx(pair["p_score"], rel=1e-9)
        assert mcnemar(b, c, "exact") == pytest.approx(pair["p_exact"], rel=1e-9)
        assert got.ci_low == pytest.approx(pair["tango_low"], abs=1e-9)
        assert got.ci_high == pytest.approx(pair["tango_high"], abs=1e-9)


def test_gsm8k_families(gsm8k, expected):
    facts = expected["gsm8k"]
    names = [name for name in facts["variants"] if name != facts["baseline"]]
    differences = np.column_stack([gsm8k[name] - gsm8k[facts["baseline"]] for name in names])
    b, c = (differences > 0).sum(axis=0), (differences < 0).sum(axis=0)
    n = len(differences)
    p = np.array([mcnemar(int(i), int(j)) for i, j in zip(b, c, strict=True)])
    right = {}
    for pair in facts["pairs"]:
        other = {pair["a"], pair["b"]} - {facts["baseline"]}
        if len(other) == 1:
            right[other.pop()] = pair
    for method in ("holm", "fdr_bh", None):
        p_adj = adjust_p(p, method)
        if method:
            wanted = [right[name][f"p_{method}_vs_baseline"] for name in names]
            assert p_adj == pytest.approx(wanted, rel=1e-9)
        low, high = tango_bounds(b, c, n, matched_tail(p, adjust_p(p, method, clip=False)))
        assert np.array_equal((low > 0) | (high < 0), p_adj < 0.05)
        assert np.all((low > 0) | (high < 0))
    joint = joint_draws(differences - differences.mean(axis=0))
    family = max_t_family(p, joint, (np.arange(3), None), df=np.inf)
    low, high = tango_bounds(b, c, n, family.tail)
    assert np.array_equal((low > 0) | (high < 0), family.p_adj < 0.05)
    assert 0.05 / 3 < family.tail < 0.05


def test_gsm8k_by_bootstrap(gsm8k, expected):
    names = list(expected["gsm8k"]["variants"])
    table = np.column_stack([gsm8k[name] for name in names])
    got = bootstrap_pairs(table)
    for at, (i, j) in enumerate(got.pairs):
        d = table[:, j] - table[:, i]
        tango = paired_binary(int((d > 0).sum()), int((d < 0).sum()), d.size)
        assert got.ci_low[at, 0] == pytest.approx(tango.ci_low, abs=0.003)
        assert got.ci_high[at, 0] == pytest.approx(tango.ci_high, abs=0.003)


def test_tau_bench_repeats(rewards, expected):
    facts = expected["tau_airline"]
    assert rewards.shape == (facts["n_cases"], facts["repeats"])
    successes = rewards.sum(axis=1)
    for k in range(1, 5):
        assert pass_hat_k(successes, 4, k) == pytest.approx(facts[f"pass^{k}"], abs=1e-12)
        assert pass_at_k(successes, 4, k) == pytest.approx(facts[f"pass@{k}"], abs=1e-12)
    split = repeat_variance(rewards)
    assert split.se == pytest.approx(facts["se_case_means"], abs=1e-12)
    assert split.se_pooled == pytest.approx(facts["se_if_pooled_wrong"], abs=1e-12)
    assert split.within == pytest.approx(facts["var_within"], abs=1e-12)
    assert split.between == pytest.approx(facts["var_between"], abs=1e-12)
