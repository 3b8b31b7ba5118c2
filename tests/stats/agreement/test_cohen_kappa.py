import numpy as np
import pytest

from garden_nb.stats import cohen_kappa


def test_perfect_and_reversed_agreement():
    assert cohen_kappa([1, 2, 3], [1, 2, 3]).kappa == pytest.approx(1.0)
    assert cohen_kappa([0, 1, 0, 1], [1, 0, 1, 0]).kappa == pytest.approx(-1.0)


def test_weights_forgive_near_misses():
    x, y = [1, 2, 3, 4, 5, 5], [2, 3, 4, 5, 4, 5]
    plain, linear, quadratic = (cohen_kappa(x, y, w).kappa for w in (None, "linear", "quadratic"))
    assert plain < linear < quadratic


def test_distance_is_on_the_scale_even_where_a_grade_is_never_given():
    # Nobody gives a 3 or a 4: 2 against 5 is still three grades apart.
    x, y = [1, 2, 5, 5, 1, 2], [1, 5, 5, 2, 1, 2]
    scale = np.array([1.0, 2.0, 5.0])
    credit = 1 - np.abs(scale[:, None] - scale) / 4
    table = np.zeros((3, 3))
    for a, b in zip(x, y, strict=True):
        table[np.searchsorted(scale, a), np.searchsorted(scale, b)] += 1 / 6
    chance = table.sum(axis=1) @ credit @ table.sum(axis=0)
    right = ((credit * table).sum() - chance) / (1 - chance)
    assert cohen_kappa(x, y, "linear").kappa == pytest.approx(right)


def test_undefined_is_none_with_the_agreement_beside_it():
    got = cohen_kappa(["a"] * 4, ["a"] * 4)
    assert (got.kappa, got.agreement, got.n) == (None, 1.0, 4)
    assert np.isnan([got.se, got.ci_low, got.ci_high]).all()
    empty = cohen_kappa([], [])
    assert empty.kappa is None
    assert np.isnan(empty.agreement)


def test_absent_labels_leave_their_item():
    got = cohen_kappa(["a", None, "b", float("nan")], ["a", "a", "a", "b"])
    assert (got.n, got.agreement) == (2, 0.5)


def test_the_names_of_labels_do_not_matter():
    rng = np.random.default_rng(52)
    x, y = rng.integers(0, 3, (2, 60))
    names = np.array(["tie", "a", "b"])
    assert cohen_kappa(x, y) == pytest.approx(cohen_kappa(names[x].tolist(), names[y].tolist()))


def test_the_interval_covers():
    rng = np.random.default_rng(53)
    hits = []
    for _ in range(1500):
        x = rng.integers(0, 3, 150)
        y = np.where(rng.random(150) < 0.6, x, rng.integers(0, 3, 150))
        got = cohen_kappa(x.tolist(), y.tolist())
        hits.append(got.ci_low <= 0.6 <= got.ci_high)
    assert 0.93 <= np.mean(hits) <= 0.97


def test_wrong_input():
    with pytest.raises(ValueError, match="same items"):
        cohen_kappa([1], [1, 2])
    with pytest.raises(ValueError, match="'linear' or 'quadratic'"):
        cohen_kappa([1], [1], "cubic")
    with pytest.raises(ValueError, match="numbers on a scale"):
        cohen_kappa(["a", "b"], ["a", "a"], "linear")
