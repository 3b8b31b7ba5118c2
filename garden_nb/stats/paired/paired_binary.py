"""Two variants on pass/fail outcomes, one run per case."""

import math

from garden_nb.stats.pair_result import MIN_PAIRS, PairResult
from garden_nb.stats.paired.mcnemar import mcnemar
from garden_nb.stats.paired.tango_interval import check_counts, tango_interval

__all__ = ["paired_binary"]


def paired_binary(
    b: int, c: int, n: int, confidence: float = 0.95, *, strict: bool = False
) -> PairResult:
    """Return the difference of pass rates with Tango's interval and McNemar's score p.

    Args:
        b: Cases only the contender passed.
        c: Cases only the baseline passed.
        n: Cases with an outcome on both sides.
        confidence: Level of the interval.
        strict: Report the larger of the score and the mid-p value. The interval's own dual p
            stays the score p; matched levels are made from that one.

    Raises:
        ValueError: If the counts are no paired table or the confidence is outside (0, 1).

    References:
        Tango (1998), Statistics in Medicine 17:891.
        Fagerland, Lydersen, Laake (2013), doi:10.1186/1471-2288-13-91.
    """
    check_counts(b, c, n)
    low, high = tango_interval(b, c, n, confidence)
    p_value = mcnemar(b, c)
    if strict:
        p_value = max(p_value, mcnemar(b, c, "midp"))
    return PairResult(
        delta=(b - c) / n if n else math.nan,
        se=math.sqrt(b + c - (b - c) ** 2 / n) / n if n else math.nan,
        df=math.inf,
        ci_low=low,
        ci_high=high,
        p_value=p_value if n else math.nan,
        n_pairs=n,
        method="tango",
        b=b,
        c=c,
        note=_note(b + c, n),
    )


def _note(discordant: int, n: int) -> str | None:
    if n == 0:
        return "no_data"
    if n < MIN_PAIRS:
        return "few_cases"
    return None if discordant else "no_discordant"
