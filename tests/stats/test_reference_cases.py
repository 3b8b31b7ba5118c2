"""Right answers from independent libraries and published tables, each to its tolerance."""

import json
from pathlib import Path

import numpy as np
import pytest

from garden_nb import stats

CASES = json.loads(Path(__file__).with_name("reference_cases.json").read_text())


def adjusted(p, method):
    p_adj = stats.adjust_p(p, method)
    return {"p_adj": [None if np.isnan(value) else value for value in p_adj]}


def wilson(successes, n, confidence):
    low, high = stats.wilson_interval(successes, n, confidence)
    return {"low": low, "high": high}


def preferred(wins, losses, ties, confidence):
    result = stats.win_rate(wins, losses, ties, confidence)
    if ties == 0:
        # Without ties both intervals are one, and each must meet the expected ends.
        assert result.ci_tied_low == pytest.approx(result.ci_low, abs=1e-12)
        assert result.ci_tied_high == pytest.approx(result.ci_high, abs=1e-12)
    return {"rate": result.rate, "low": result.ci_low, "high": result.ci_high}


def mcnemar(both, only_A, only_B, neither):  # noqa: N803  # the facts' own names
    return {
        "p_exact": stats.mcnemar(only_A, only_B, "exact"),
        "p_asymptotic": stats.mcnemar(only_A, only_B, "score"),
        "p_midp": stats.mcnemar(only_A, only_B, "midp"),
        "diff": stats.paired_binary(only_A, only_B, both + only_A + only_B + neither).delta,
    }


def proportions(both, only_A, only_B, neither, confidence):  # noqa: N803
    n = both + only_A + only_B + neither
    low, high = stats.tango_interval(only_A, only_B, n, confidence)
    delta = (only_A - only_B) / n
    return {"low": low, "high": high, "tango_low": low, "tango_high": high, "diff": delta}


def kappa(rater1, rater2):
    result = stats.cohen_kappa(rater1, rater2)
    return {
        "kappa": result.kappa,
        "agreement": result.agreement,
        "se": result.se,
        "low": result.ci_low,
        "high": result.ci_high,
    }


def power(**given):
    if "p_only_A" in given:
        share = given["p_only_A"] + given["p_only_B"]
        size = abs(given["p_only_A"] - given["p_only_B"])
        n = stats.cases_needed(
            size, discordant_share=share, alpha=given["alpha"], power=given["power"]
        )
        return {"n_pairs": n}
    if "p1" in given:
        planned = stats.power_two_proportion(
            given["p1"], given["p2"], given["n_per_arm"], given["alpha"]
        )
        return {"power": planned}
    plan = (given["baseline"], given["n_per_arm"], given["alpha"], given["power"])
    up, down = (stats.mde_two_proportion(*plan, direction=way) for way in ("up", "down"))
    return {"mde_up": up, "mde_down": down}


def paired_t(A, B):  # noqa: N803
    result = stats.paired_t(np.array(A) - np.array(B))
    return {
        "diff": result.delta,
        "t": result.delta / result.se,
        "p": result.p_value,
        "low": result.ci_low,
        "high": result.ci_high,
    }


def permutation(A, B):  # noqa: N803
    return {"p": stats.sign_flip(np.array(A) - np.array(B))}


def bootstrap(diffs, method="percentile", confidence=0.95):
    plan = {"method": method, "confidence": confidence, "resamples": 200_000}
    try:
        low, high = stats.paired_bootstrap(diffs, **plan)
    except ValueError:
        return {"error": "ValueError"}
    if len(diffs) > 1:
        pairs = stats.bootstrap_pairs(np.column_stack([np.zeros(len(diffs)), diffs]), **plan)
        assert pairs.ci_low[0, 0] == pytest.approx(low, abs=2e-2)
        assert pairs.ci_high[0, 0] == pytest.approx(high, abs=2e-2)
    result = stats.paired_t(diffs)
    return {
        "mean": result.delta,
        "low": low,
        "high": high,
        "p": result.p_value,
        "status": "unchanged" if low <= 0 <= high else "changed",
        "flag": "degenerate" if result.note in ("identical", "constant", "one_case") else None,
    }


def quantile(sorted, q):  # noqa: A002
    return {"value": [stats.percentile(sorted, place) for place in q]}


def repeats(successes, trials, k):
    return {
        "pass_hat_k": [stats.pass_hat_k(successes, trials, size) for size in k],
        "pass_at_k": [stats.pass_at_k(successes, trials, size) for size in k],
    }


def cluster(diffs, cluster):
    groups = len(set(cluster))
    se = stats.cluster_t(diffs, cluster, method="cr1").se
    return {"se_cr1": se, "se_cr0": se * np.sqrt((groups - 1) / groups)}


def tost(A, B, margin):  # noqa: N803
    return {"p": stats.tost(np.array(A) - np.array(B), margin).p_value}


def maxt(m, equicorrelation, df, confidence):
    correlation = np.full((m, m), equicorrelation) + (1 - equicorrelation) * np.eye(m)
    joint = stats.joint_draws(np.linalg.cholesky(correlation).T)
    family = stats.max_t_family(
        np.full(m, 0.01), joint, (np.arange(m), None), df=df, alpha=1 - confidence
    )
    return {"critical_value": family.critical_value}


def anytime(only_A, only_B):  # noqa: N803
    return {"log_e": float(np.log(stats.e_value_paired(only_A, only_B)))}


METHODS = {
    "multiplicity": adjusted,
    "wilson": wilson,
    "win_rate": preferred,
    "mcnemar": mcnemar,
    "paired_proportion_ci": proportions,
    "kappa": kappa,
    "power": power,
    "paired_t": paired_t,
    "permutation": permutation,
    "bootstrap_ci": bootstrap,
    "quantile": quantile,
    "repeats": repeats,
    "cluster": cluster,
    "tost": tost,
    "maxt": maxt,
    "anytime": anytime,
}

# Facts about quantities that are not offered (Newcombe's interval, Cohen's h on its own).
NOT_OFFERED = {"method", "newcombe_low", "newcombe_high", "effect_h"}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_answer_is_right(case):
    got = METHODS[case["topic"]](**case["inputs"])
    for name, expected in case["expected"].items():
        if name in NOT_OFFERED:
            continue
        answer = got[name]
        if isinstance(expected, str) or expected is None:
            assert answer == expected, name
        elif isinstance(expected, list):
            for one, right in zip(answer, expected, strict=True):
                assert one == (right if right is None else pytest.approx(right, abs=case["tol"]))
        else:
            assert answer == pytest.approx(expected, abs=case["tol"], rel=0), name


def test_every_topic_is_covered():
    assert {case["topic"] for case in CASES} == set(METHODS)
    assert len(CASES) == 64
