"""How far absent outcomes could move a difference."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from garden_nb.stats.paired.mcnemar import mcnemar

__all__ = ["MissingBounds", "missing_bounds"]


class MissingBounds(NamedTuple):
    """The range of a mean difference over every way of filling in what is absent.

    Attributes:
        delta_low: Mean difference if every absent outcome spoke against the contender.
        delta_high: Mean difference if every absent outcome spoke for it.
        n_cases: Cases in the range: all rows.
        missing_baseline: Cases the baseline has no outcome for.
        missing_contender: Cases the contender has no outcome for.
        p_missing: McNemar score p of "both miss equally often".
    """

    delta_low: float
    delta_high: float
    n_cases: int
    missing_baseline: int
    missing_contender: int
    p_missing: float


def missing_bounds(
    baseline: ArrayLike, contender: ArrayLike, *, low: float = 0.0, high: float = 1.0
) -> MissingBounds:
    """Return the smallest and largest mean difference that the absent outcomes allow.

    Args:
        baseline: (n_cases,) scores, NaN where absent.
        contender: (n_cases,) scores of the same cases.
        low: The lowest possible score.
        high: The highest possible score.

    Raises:
        ValueError: If the shapes differ or a score is outside low..high.

    References:
        Manski (1990), American Economic Review 80:319 (worst-case bounds).
    """
    left, right = np.asarray(baseline, float), np.asarray(contender, float)
    if left.shape != right.shape or left.ndim != 1:
        raise ValueError(
            f"baseline has shape {left.shape}, contender {right.shape}; give one score per case."
        )
    gone_left, gone_right = np.isnan(left), np.isnan(right)
    known = np.concatenate([left[~gone_left], right[~gone_right]])
    if np.any((known < low) | (known > high)):
        raise ValueError(f"scores lie outside low={low!r}..high={high!r}; give the scale's ends.")
    worst = np.where(gone_right, low, right) - np.where(gone_left, high, left)
    best = np.where(gone_right, high, right) - np.where(gone_left, low, left)
    only_left = int((gone_left & ~gone_right).sum())
    only_right = int((gone_right & ~gone_left).sum())
    return MissingBounds(
        delta_low=float(worst.mean()) if worst.size else float("nan"),
        delta_high=float(best.mean()) if best.size else float("nan"),
        n_cases=int(left.size),
        missing_baseline=int(gone_left.sum()),
        missing_contender=int(gone_right.sum()),
        p_missing=mcnemar(only_left, only_right),
    )
