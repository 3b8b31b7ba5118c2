import numpy as np
import pytest

from garden_nb.stats import adjust_p


@pytest.mark.parametrize("method", ["holm", "fdr_bh", None])
def test_untestable_comparisons_leave_the_family(method):
    got = adjust_p([0.01, None, 0.03, float("nan")], method)
    assert np.isnan(got[[1, 3]]).all()
    assert got[[0, 2]] == pytest.approx(adjust_p([0.01, 0.03], method))


@pytest.mark.parametrize("method", ["holm", "fdr_bh", None])
def test_an_empty_family(method):
    assert adjust_p([], method).size == 0
    assert np.isnan(adjust_p([None, None], method)).all()


def test_unclipped_values_pass_1():
    assert adjust_p([0.5, 0.6], "holm", clip=False).tolist() == [1.0, 1.0]
    assert adjust_p([0.6, 0.7], "holm", clip=False).tolist() == [1.2, 1.2]
    assert adjust_p([0.6, 0.7], "holm").tolist() == [1.0, 1.0]


def test_p_values_that_underflow_keep_their_ratios():
    got = adjust_p([0.0, 0.0, 0.2], "holm")
    assert 0 < got[0] == got[1] < 1e-300
    assert got[2] == 0.2


def test_the_input_is_not_changed():
    p = np.array([0.04, 0.01])
    adjust_p(p, "holm")
    assert p.tolist() == [0.04, 0.01]


def test_wrong_input():
    with pytest.raises(ValueError, match=r"outside \[0, 1\]"):
        adjust_p([0.5, 1.2])
    with pytest.raises(ValueError, match="use max_t"):
        adjust_p([0.5], "maxt")
