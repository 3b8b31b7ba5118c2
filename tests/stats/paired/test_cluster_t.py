import numpy as np
import pytest
from scipy import linalg

from garden_nb.stats import cluster_t, cluster_t_columns, paired_t


def textbook_cr2(d, labels):
    """CR2 and Bell-McCaffrey for any regression, here on a column of ones."""
    n = len(d)
    x = np.ones((n, 1))
    bread = np.linalg.inv(x.T @ x)
    hat = x @ bread @ x.T
    residual = d - hat @ d
    variance, columns = 0.0, []
    for g in np.unique(labels):
        rows = labels == g
        adjust = linalg.sqrtm(np.linalg.inv(np.eye(rows.sum()) - hat[np.ix_(rows, rows)])).real
        pull = bread @ x[rows].T @ adjust
        variance += (pull @ residual[rows]).item() ** 2
        columns.append((np.eye(n) - hat)[:, rows] @ pull[0])
    working = np.array(columns) @ np.array(columns).T
    eigen = np.linalg.eigvalsh(working)
    return np.sqrt(variance), eigen.sum() ** 2 / (eigen**2).sum()


@pytest.mark.parametrize("sizes", [(5, 5, 5, 5), (23, 7, 4, 2, 1), (1,) * 9, (40, 1, 1)])
def test_the_closed_forms_are_the_general_estimator(sizes):
    rng = np.random.default_rng(7)
    labels = np.repeat(np.arange(len(sizes)), sizes)
    d = rng.normal(size=labels.size) + rng.normal(size=len(sizes))[labels]
    se, df = textbook_cr2(d, labels)
    got = cluster_t(d, labels)
    assert got.se == pytest.approx(se, rel=1e-10)
    assert got.df == pytest.approx(df, rel=1e-10)
    assert got.delta == pytest.approx(d.mean())


def test_singletons_are_the_plain_method():
    d = np.random.default_rng(8).normal(0.3, 1, 40)
    plain = paired_t(d)
    for method in ("cr2", "cr1"):
        got = cluster_t(d, np.arange(40), method=method)
        for name in ("delta", "se", "df", "ci_low", "ci_high", "p_value"):
            assert getattr(got, name) == pytest.approx(getattr(plain, name), rel=1e-10)


def test_copies_of_a_case_narrow_nothing():
    d = np.random.default_rng(9).normal(0.3, 1, 20)
    once = cluster_t(d, np.arange(20))
    often = cluster_t(np.tile(d, 10), np.tile(np.arange(20), 10))
    assert often.se == pytest.approx(once.se)
    assert often.df == pytest.approx(once.df)
    assert paired_t(np.tile(d, 10)).se < once.se / 2


def test_one_cluster_has_no_interval():
    got = cluster_t([0.1, 0.4, 0.2, 0.9, 0.3], ["a"] * 5)
    assert np.isnan([got.se, got.ci_low, got.p_value]).all()
    assert got.note == "one_cluster"
    assert not got.testable


def test_equal_differences_flip_whole_clusters():
    got = cluster_t([0.2] * 12, np.repeat(np.arange(6), 2))
    assert got.p_value == 2.0**-5
    assert got.ci_low == got.ci_high == pytest.approx(0.2)


def test_columns_with_absent_values_use_the_clusters_that_are_there():
    rng = np.random.default_rng(10)
    labels = np.repeat(["a", "b", "c", "d"], [3, 6, 2, 9])
    table = rng.normal(size=(20, 5))
    table[labels == "d", 1] = np.nan
    table[rng.random(table.shape) < 0.2] = np.nan
    table[:, 4] = np.nan
    columns = cluster_t_columns(table, labels)
    for at in range(4):
        keep = np.isfinite(table[:, at])
        one = cluster_t(table[keep, at], labels[keep])
        assert columns.se[at] == pytest.approx(one.se)
        assert columns.df[at] == pytest.approx(one.df)
    assert np.isnan(columns.p_value[4])


def test_wrong_input():
    with pytest.raises(ValueError, match="'cr2' or 'cr1'"):
        cluster_t([1.0, 2.0], [0, 1], method="cr3")
    with pytest.raises(ValueError, match="clusters of shape"):
        cluster_t([1.0, 2.0], [0, 1, 2])


def test_very_unequal_clusters_are_covered_by_cr2_and_not_by_cr1():
    sizes = np.array([231, 75, 60, 40, 30, 20, 10, 5, 3, 2, 1])
    labels = np.repeat(np.arange(sizes.size), sizes)
    rng = np.random.default_rng(11)
    effects = rng.normal(size=(2000, sizes.size)) * 0.5
    data = effects[:, labels] + rng.normal(size=(2000, labels.size))
    covered = {}
    for method in ("cr2", "cr1"):
        columns = cluster_t_columns(data.T, labels, method)
        covered[method] = np.mean(columns.p_value >= 0.05)
    assert covered["cr2"] >= 0.93
    assert covered["cr1"] < 0.90
