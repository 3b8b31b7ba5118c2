"""Success at least once, or every time, in k attempts."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["pass_at_k", "pass_at_k_cases", "pass_hat_k", "pass_hat_k_cases"]


def _all_drawn(hits: ArrayLike, n: ArrayLike, k: int) -> NDArray[np.float64]:
    """Return, for each case, the chance that k of n attempts drawn at random are all hits."""
    drawn, attempts = np.broadcast_arrays(np.asarray(hits, float), np.asarray(n, float))
    if k < 1:
        raise ValueError(f"k={k!r} is below 1; give the number of attempts.")
    if np.any(attempts < k):
        raise ValueError(f"k={k} attempts cannot be drawn from n={float(attempts.min()):g}.")
    if np.any((drawn < 0) | (drawn > attempts)):
        raise ValueError("successes lie outside 0..n.")
    chance = np.ones(drawn.shape)
    for taken in range(k):
        chance = chance * np.maximum(drawn - taken, 0) / (attempts - taken)
    return chance


def pass_hat_k_cases(successes: ArrayLike, n: ArrayLike, k: int) -> NDArray[np.float64]:
    """Return pass^k of each case; intervals come from `paired_t` on these.

    Args:
        successes: (n_cases,) successful attempts.
        n: Attempts of each case, one number or (n_cases,), at least k.
        k: Attempts drawn.
    """
    return _all_drawn(successes, n, k)


def pass_at_k_cases(successes: ArrayLike, n: ArrayLike, k: int) -> NDArray[np.float64]:
    """Return pass@k of each case; intervals come from `paired_t` on these.

    Args:
        successes: (n_cases,) successful attempts.
        n: Attempts of each case, one number or (n_cases,), at least k.
        k: Attempts drawn.
    """
    failures = np.asarray(n, float) - np.asarray(successes, float)
    return 1 - _all_drawn(failures, n, k)


def pass_hat_k(successes: ArrayLike, n: ArrayLike, k: int) -> float:
    """Return pass^k, the mean chance that k attempts at a case all succeed.

    Args:
        successes: (n_cases,) successful attempts.
        n: Attempts of each case, one number or (n_cases,), at least k.
        k: Attempts drawn without replacement.

    Returns:
        A share from 0 to 1; NaN without cases.

    Raises:
        ValueError: If a case has fewer than k attempts, successes are outside 0..n or k < 1.

    References:
        Yao et al. (2024), arXiv:2406.12045.
    """
    return _mean(pass_hat_k_cases(successes, n, k))


def pass_at_k(successes: ArrayLike, n: ArrayLike, k: int) -> float:
    """Return pass@k, the mean chance that at least one of k attempts at a case succeeds.

    Args:
        successes: (n_cases,) successful attempts.
        n: Attempts of each case, one number or (n_cases,), at least k.
        k: Attempts drawn without replacement.

    Returns:
        A share from 0 to 1; NaN without cases.

    Raises:
        ValueError: If a case has fewer than k attempts, successes are outside 0..n or k < 1.

    References:
        Chen et al. (2021), arXiv:2107.03374.
    """
    return _mean(pass_at_k_cases(successes, n, k))


def _mean(values: NDArray[np.float64]) -> float:
    return float(values.mean()) if values.size else float("nan")
