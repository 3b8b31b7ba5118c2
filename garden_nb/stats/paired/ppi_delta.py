"""A judge's paired difference, corrected by the cases that people scored too."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from garden_nb.stats.paired.t_bounds import t_bounds, t_p_value
from garden_nb.stats.tail import tail_of

__all__ = ["PpiResult", "ppi_delta"]


class PpiResult(NamedTuple):
    """A mean difference in human scores, estimated from a judge and some human scores.

    Attributes:
        delta: Contender minus baseline, in human scores.
        se: Standard error of `delta`.
        df: Degrees of freedom: human-scored cases minus 1.
        ci_low: Lower end of the interval; NaN with fewer than 2 human-scored cases.
        ci_high: Upper end.
        p_value: Two-sided p of "no difference".
        n_pairs: Cases with a judge's score on both sides.
        n_human: Cases with a human score on both sides.
        trust: How far the judge is used, from 0 (people only) to 1 (plain correction).
        method: `ppi++`.
    """

    delta: float
    se: float
    df: float
    ci_low: float
    ci_high: float
    p_value: float
    n_pairs: int
    n_human: int
    trust: float
    method: str = "ppi++"


def ppi_delta(judge: ArrayLike, human: ArrayLike, confidence: float = 0.95) -> PpiResult:
    """Return the mean difference in human scores by prediction-powered inference (PPI++).

    The judge's mean difference over the cases without a human score is corrected by the mean
    error on those with one. A judge that favours one side shifts nothing; one that carries no
    information is given no weight. The human-scored cases must be a random part of all.

    Args:
        judge: (n_cases,) the judge's difference contender - baseline of each case; NaN is absent.
        human: (n_cases,) people's difference of the same cases; NaN where nobody scored.
        confidence: Level of the interval.

    Raises:
        ValueError: If the shapes differ or the confidence is outside (0, 1).

    References:
        Angelopoulos, Duchi, Zrnic (2023), arXiv:2311.01453 (PPI++).
        Angelopoulos et al. (2023), arXiv:2301.09633 (PPI).
    """
    tail = tail_of(confidence)
    told, scored = np.asarray(judge, float), np.asarray(human, float)
    if told.shape != scored.shape or told.ndim != 1:
        raise ValueError(
            f"judge has shape {told.shape}, human {scored.shape}; give one difference per case."
        )
    known = np.isfinite(told)
    labelled = known & np.isfinite(scored)
    rest = told[known & ~labelled]
    trust = _trust(told[labelled], scored[labelled], rest.size)
    errors = scored[labelled] - trust * told[labelled]
    n_human = int(labelled.sum())
    delta = se = float("nan")
    if n_human:
        delta = float(errors.mean() + (trust * rest.mean() if rest.size else 0.0))
    if n_human > 1:
        spread = errors.var(ddof=1) / n_human
        se = float(np.sqrt(spread + (trust**2 * rest.var(ddof=1) / rest.size if trust else 0.0)))
    df = float(max(n_human - 1, 0))
    low, high = t_bounds(delta, se, df, tail)
    return PpiResult(
        delta=delta,
        se=se,
        df=df,
        ci_low=float(low),
        ci_high=float(high),
        p_value=float(t_p_value(delta, se, df)),
        n_pairs=int(known.sum()),
        n_human=n_human,
        trust=trust,
    )


def _trust(judge: NDArray[np.float64], human: NDArray[np.float64], n_rest: int) -> float:
    """Return the weight of the judge with the smallest variance, within 0..1."""
    if judge.size < 3 or n_rest < 2:
        return 0.0
    variance = float(judge.var(ddof=1))
    if variance == 0:
        return 0.0
    covariance = float(np.cov(judge, human)[0, 1])
    return float(np.clip(covariance / ((1 + judge.size / n_rest) * variance), 0.0, 1.0))
