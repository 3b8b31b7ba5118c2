"""What the demo is for: some differences are clear, some are noise. From real runs."""

import numpy as np
import pytest
from scipy.stats import binomtest

from garden_nb.demo import demo_agents, demo_cases

BASELINE = "keywords"


@pytest.fixture(scope="module")
def right():
    """Label -> (n_cases,) booleans, from asking every agent every question."""
    cases = demo_cases()
    answers = cases["answer"].to_numpy()
    return {
        label: np.array([agent(question) for question in cases["question"]]) == answers
        for label, agent in demo_agents().items()
    }


def mcnemar(one, two):
    """Exact two-sided McNemar test: the discordant pairs are a fair coin under the null."""
    only_one, only_two = int(np.sum(one & ~two)), int(np.sum(two & ~one))
    return binomtest(only_one, only_one + only_two).pvalue


def test_no_agent_is_hopeless_or_perfect(right):
    accuracies = {label: hits.mean() for label, hits in right.items()}
    assert all(0.35 <= accuracy <= 0.85 for accuracy in accuracies.values()), accuracies


def test_some_contenders_differ_from_the_baseline_and_some_do_not(right):
    against = {
        label: mcnemar(hits, right[BASELINE]) for label, hits in right.items() if label != BASELINE
    }
    assert min(against.values()) < 0.001, against
    assert max(against.values()) > 0.2, against


def test_one_contender_is_better_and_one_is_worse(right):
    for better, worse in (("combined", BASELINE), (BASELINE, "names")):
        assert right[better].sum() > right[worse].sum()
        assert mcnemar(right[better], right[worse]) < 0.01


def test_the_questions_are_neither_all_easy_nor_all_hard(right):
    solved = np.mean(list(right.values()), axis=0)
    assert 0.1 < np.mean(solved == 0) < 0.3
    assert 0.1 < np.mean(solved == 1) < 0.5
