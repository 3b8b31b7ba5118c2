"""Evidence against equal pass rates that may be looked at after every case."""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

__all__ = ["anytime_p", "e_value_paired", "log_e_value_paired"]


def log_e_value_paired(b: ArrayLike, c: ArrayLike) -> NDArray[np.float64]:
    """Return the natural logarithms of `e_value_paired`, which never overflow.

    Args:
        b: Cases only the contender passed so far.
        c: Cases only the baseline passed so far.

    Raises:
        ValueError: If a count is negative.
    """
    won, lost = np.asarray(b, float), np.asarray(c, float)
    if np.any(won < 0) or np.any(lost < 0):
        raise ValueError("discordant counts are negative; give counts of cases.")
    return np.asarray((won + lost) * np.log(2) + special.betaln(won + 1, lost + 1))


def e_value_paired(b: int, c: int) -> float:
    """Return the e-value against "both variants pass equally often".

    It is the likelihood ratio of a uniform mixture over the chance that a discordant case goes
    the contender's way, against one half. Stopping the first time it reaches 1/alpha, after any
    case, raises a false alarm with probability alpha at most.

    Args:
        b: Cases only the contender passed so far.
        c: Cases only the baseline passed so far.

    Returns:
        E >= 0; 1 without discordant cases, infinite beyond a float's range.

    Raises:
        ValueError: If a count is negative.

    References:
        Ramdas, Gruenwald, Vovk, Shafer (2023), arXiv:2210.01948 (e-values and Ville's bound).
    """
    with np.errstate(over="ignore"):
        return float(np.exp(log_e_value_paired(b, c)))


def anytime_p(b: ArrayLike, c: ArrayLike) -> NDArray[np.float64]:
    """Return min(1, 1/E): p-values that stay valid whenever they are looked at.

    Args:
        b: Cases only the contender passed so far.
        c: Cases only the baseline passed so far.

    Raises:
        ValueError: If a count is negative.
    """
    return np.asarray(np.exp(np.minimum(-log_e_value_paired(b, c), 0.0)))
