"""McNemar's test."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from garden_nb.stats.paired.tango_interval import check_counts

__all__ = ["McNemarMethod", "mcnemar", "mcnemar_p"]

McNemarMethod = Literal["score", "midp", "exact"]


def mcnemar_p(b: ArrayLike, c: ArrayLike, method: McNemarMethod = "score") -> NDArray[np.float64]:
    """Return the two-sided p-values of McNemar's test for arrays of discordant counts.

    Args:
        b: Cases only the contender passed.
        c: Cases only the baseline passed.
        method: As in `mcnemar`.
    """
    b, c = np.asarray(b, float), np.asarray(c, float)
    total = b + c
    some = np.where(total > 0, total, 1.0)
    if method == "score":
        p = special.erfc(np.abs(b - c) / np.sqrt(2 * some))
    else:
        fewer = np.minimum(b, c)
        # P(X <= k) for X ~ Binomial(total, 1/2), through the incomplete beta function.
        below = special.betainc(np.where(total > 0, total - fewer, 1.0), fewer + 1, 0.5)
        p = np.minimum(2 * below, 1.0)
        if method == "midp":
            log_point = -np.log(total + 1) - special.betaln(total - fewer + 1, fewer + 1)
            point = np.exp(log_point - total * np.log(2))
            p = np.where(b == c, 1 - point / 2, 2 * below - point)
    return np.where(total > 0, p, np.where(np.isnan(total), np.nan, 1.0))


def mcnemar(b: int, c: int, method: McNemarMethod = "score") -> float:
    """Return the two-sided p-value of McNemar's test of equal pass rates.

    Args:
        b: Cases only the contender passed.
        c: Cases only the baseline passed.
        method: `score` (uncorrected, the dual of `tango_interval`), `midp` or `exact`.

    Returns:
        The p-value; 1 where no case is discordant.

    Raises:
        ValueError: If a count is negative or the method is unknown.

    References:
        McNemar (1947), doi:10.1007/BF02295996.
        Fagerland, Lydersen, Laake (2013), doi:10.1186/1471-2288-13-91 (mid-p).
    """
    if method not in ("score", "midp", "exact"):
        raise ValueError(f"method={method!r} is unknown; give 'score', 'midp' or 'exact'.")
    check_counts(b, c, b + c)
    return float(mcnemar_p(b, c, method))
