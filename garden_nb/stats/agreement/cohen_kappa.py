"""Agreement of two raters beyond chance."""

import math
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from garden_nb.stats.tail import normal_quantile, tail_of

__all__ = ["KappaResult", "KappaWeights", "cohen_kappa"]

KappaWeights = Literal["linear", "quadratic"]


class KappaResult(NamedTuple):
    """Agreement of two raters.

    Attributes:
        kappa: 1 is perfect, 0 is what chance gives; None where undefined (both raters gave one
            and the same label throughout, or there is no data).
        agreement: Share of equal labels; NaN without data.
        se: Asymptotic standard error; NaN where kappa is None.
        ci_low: Lower end of the interval, at least -1; NaN where kappa is None.
        ci_high: Upper end, at most 1.
        n: Items both raters labelled.
    """

    kappa: float | None
    agreement: float
    se: float
    ci_low: float
    ci_high: float
    n: int


def cohen_kappa(
    x: Sequence[Any] | NDArray[Any],
    y: Sequence[Any] | NDArray[Any],
    weights: KappaWeights | None = None,
    confidence: float = 0.95,
) -> KappaResult:
    """Return Cohen's kappa with its interval, and the raw agreement beside it.

    Args:
        x: (n,) labels of one rater; None and NaN are absent.
        y: (n,) labels of the other, of the same items.
        weights: None for names; `linear` or `quadratic` for numbers on a scale, where a miss
            counts by its distance on that scale.
        confidence: Level of the interval.

    Raises:
        ValueError: If the lengths differ, the weights are unknown, or weighted labels are not
            numbers.

    References:
        Cohen (1960), doi:10.1177/001316446002000104.
        Fleiss, Cohen, Everitt (1969), doi:10.1037/h0028106 (standard error).

    Example:
        >>> result = cohen_kappa(["a", "b", "a", "b"], ["a", "b", "b", "b"])
        >>> result.kappa, result.agreement
        (0.5, 0.75)
    """
    tail = tail_of(confidence)
    if len(x) != len(y):
        raise ValueError(f"x has {len(x)} labels, y has {len(y)}; give the same items.")
    if weights not in (None, "linear", "quadratic"):
        raise ValueError(f"weights={weights!r} is unknown; give None, 'linear' or 'quadratic'.")
    rated = [(a, b) for a, b in zip(x, y, strict=True) if not (_absent(a) or _absent(b))]
    if not rated:
        return KappaResult(None, math.nan, math.nan, math.nan, math.nan, 0)
    labels = sorted({label for pair in rated for label in pair}, key=_label_key)
    table = np.zeros((len(labels), len(labels)))
    place = {label: at for at, label in enumerate(labels)}
    for a, b in rated:
        table[place[a], place[b]] += 1
    table /= len(rated)
    kappa, se = _weighted(table, _credit(labels, weights))
    se /= math.sqrt(len(rated))
    agreement = sum(a == b for a, b in rated) / len(rated)
    if math.isnan(kappa):
        return KappaResult(None, agreement, math.nan, math.nan, math.nan, len(rated))
    half = float(normal_quantile(tail)) * se
    low, high = max(-1.0, kappa - half), min(1.0, kappa + half)
    return KappaResult(kappa, agreement, se, low, high, len(rated))


def _absent(label: object) -> bool:
    return label is None or label != label  # noqa: PLR0124  # only NaN differs from itself


def _label_key(label: object) -> tuple[str, Any]:
    """Return what sorts numbers by value and everything else by type and text."""
    if isinstance(label, bool | int | float | np.number | np.bool_):
        return "", float(label)
    return type(label).__name__, str(label)


def _credit(labels: list[Any], weights: KappaWeights | None) -> NDArray[np.float64]:
    """Return the credit of each pair of labels: 1 for equal ones, down to 0."""
    if weights is None:
        return np.eye(len(labels))
    try:
        scale = np.array([float(label) for label in labels])
    except (TypeError, ValueError):
        raise ValueError(
            f"weights={weights!r} needs numbers on a scale, not {labels!r}; give weights=None."
        ) from None
    distance = np.abs(scale[:, None] - scale[None, :])
    if weights == "quadratic":
        distance = distance**2
    return np.asarray(1 - distance / max(float(distance.max()), np.finfo(float).tiny))


def _weighted(table: NDArray[np.float64], credit: NDArray[np.float64]) -> tuple[float, float]:
    """Return kappa and its standard error times sqrt(n), from shares and credits."""
    rows, columns = table.sum(axis=1), table.sum(axis=0)
    observed = float((credit * table).sum())
    chance = float(rows @ credit @ columns)
    room = 1 - chance
    if room <= 1e-15:
        return float("nan"), float("nan")
    kappa = (observed - chance) / room
    mean = (credit @ columns)[:, None] + (rows @ credit)[None, :]
    inside = (table * (credit - mean * (1 - kappa)) ** 2).sum()
    variance = float(inside) - (kappa - chance * (1 - kappa)) ** 2
    return kappa, float(np.sqrt(max(variance, 0.0))) / room
