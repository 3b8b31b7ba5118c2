import numpy as np
import pytest
from scipy import stats as oracle

from garden_nb.stats import mcnemar, mcnemar_p


@pytest.mark.parametrize("method", ["score", "midp", "exact"])
def test_no_discordant_case_is_no_evidence(method):
    assert mcnemar(0, 0, method) == 1.0


def test_the_exact_test_is_the_binomial_test():
    for b in range(12):
        for c in range(1, 12):
            assert mcnemar(b, c, "exact") == pytest.approx(
                oracle.binomtest(b, b + c).pvalue, rel=1e-12
            )


def test_the_mid_p_lies_between_score_and_exact_in_the_tail():
    b, c = np.array([30, 60, 360]), np.array([10, 20, 76])
    assert np.all(mcnemar_p(b, c, "midp") < mcnemar_p(b, c, "exact"))
    assert mcnemar_p(360, 76, "exact") == pytest.approx(2.8913946350346335e-45, rel=1e-10)


def test_sides_do_not_matter():
    b, c = np.meshgrid(np.arange(9), np.arange(9))
    for method in ("score", "midp", "exact"):
        p = mcnemar_p(b, c, method)
        assert np.array_equal(p, p.T)
        assert np.all((p > 0) & (p <= 1))


def test_unknown_methods_and_negative_counts():
    with pytest.raises(ValueError, match="'score', 'midp' or 'exact'"):
        mcnemar(1, 2, "chi2")
    with pytest.raises(ValueError, match="no paired table"):
        mcnemar(-1, 2)
