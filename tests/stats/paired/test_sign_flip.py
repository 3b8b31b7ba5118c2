import numpy as np
import pytest
from scipy import stats as oracle

from garden_nb.stats import sign_flip


def test_against_scipy():
    rng = np.random.default_rng(19)
    for n in (4, 8, 11):
        d = np.round(rng.normal(0.3, 1, n), 2)
        right = oracle.permutation_test(
            (d,), np.sum, permutation_type="samples", n_resamples=np.inf
        ).pvalue
        assert sign_flip(d) == pytest.approx(right, abs=1e-12)


def test_no_signs_no_evidence_no_data_no_answer():
    assert sign_flip([0.0, 0.0]) == 1.0
    assert np.isnan(sign_flip([]))
    assert sign_flip([0.0] * 500 + [1.0] * 5) == 2.0**-4


def test_too_many_signs():
    with pytest.raises(ValueError, match="use paired_t"):
        sign_flip(np.arange(1, 22))
