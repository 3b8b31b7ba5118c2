"""What every comparison of a contender with a baseline returns."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["MIN_PAIRS", "PairColumns", "PairResult"]

MIN_PAIRS = 5
"""Below this many pairs there is an estimate, but nothing is judged."""


class PairResult(NamedTuple):
    """One comparison: the mean difference, its interval and the p-value that is its dual.

    The interval at confidence 1 - a excludes 0 exactly when `p_value < a`.

    Attributes:
        delta: Contender minus baseline, in the metric's unit; NaN without data.
        se: Standard error of `delta`; 0 where all differences are equal.
        df: Degrees of freedom of the reference distribution; infinite for the normal.
        ci_low: Lower end of the interval; NaN where there is none (n < 2).
        ci_high: Upper end.
        p_value: Two-sided p of "no difference"; NaN where there is no test (n < 2).
        n_pairs: Cases with a value on both sides.
        method: The method's name.
        b: Cases only the contender passed (binary methods).
        c: Cases only the baseline passed (binary methods).
        note: Why the numbers need care: `no_data`, `one_case`, `one_cluster`, `few_cases`
            (n < 5), `identical` (all differences 0), `constant` (all equal, not 0),
            `no_discordant` (no case on which exactly one passed), or None.
    """

    delta: float
    se: float
    df: float
    ci_low: float
    ci_high: float
    p_value: float
    n_pairs: int
    method: str
    b: int | None = None
    c: int | None = None
    note: str | None = None

    @property
    def testable(self) -> bool:
        """Whether a verdict may be drawn: at least 5 pairs and a p-value."""
        return self.n_pairs >= MIN_PAIRS and not np.isnan(self.p_value)


class PairColumns(NamedTuple):
    """Many comparisons at once: the sufficient statistics of each, one array entry per column.

    Attributes:
        delta: Mean differences; NaN without data.
        se: Standard errors; NaN for n < 2, 0 where all differences are equal.
        df: Degrees of freedom.
        p_value: Two-sided p-values; NaN for n < 2.
        n_pairs: Cases with a value on both sides.
    """

    delta: NDArray[np.float64]
    se: NDArray[np.float64]
    df: NDArray[np.float64]
    p_value: NDArray[np.float64]
    n_pairs: NDArray[np.int64]
