import itertools

import numpy as np
import pytest

from garden_nb.stats import pass_at_k, pass_at_k_cases, pass_hat_k, pass_hat_k_cases


def test_every_draw_of_k_attempts_is_counted():
    for n in range(1, 7):
        for hits in range(n + 1):
            runs = [1] * hits + [0] * (n - hits)
            for k in range(1, n + 1):
                draws = list(itertools.combinations(runs, k))
                assert pass_hat_k([hits], n, k) == pytest.approx(np.mean([all(d) for d in draws]))
                assert pass_at_k([hits], n, k) == pytest.approx(np.mean([any(d) for d in draws]))


def test_cases_may_have_different_numbers_of_attempts():
    assert pass_hat_k_cases([2, 3], [2, 6], 2).tolist() == [1.0, pytest.approx(0.2)]
    assert pass_at_k_cases([0, 3], [2, 6], 2).tolist() == [0.0, pytest.approx(0.8)]


def test_many_attempts_stay_exact():
    assert pass_at_k([1], 10_000, 100) == pytest.approx(0.01)
    assert np.isnan(pass_at_k([], [], 1))


@pytest.mark.parametrize(
    ("given", "message"),
    [(([1], 2, 3), "cannot be drawn"), (([3], 2, 1), "outside"), (([1], 2, 0), "below 1")],
)
def test_wrong_input(given, message):
    for function in (pass_at_k, pass_hat_k):
        with pytest.raises(ValueError, match=message):
            function(*given)
