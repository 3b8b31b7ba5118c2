"""A comparison as a plan: what other numbers of cases would show."""

import math

from garden_nb.analysis.comparison import Comparison
from garden_nb.stats.power.cases_needed import cases_needed
from garden_nb.stats.power.mde_paired_binary import discordant_share, mde_paired_binary
from garden_nb.stats.power.mde_paired_t import mde_paired_t

__all__ = ["Planned"]


class Planned:
    """One comparison as a plan: what a number of cases shows 8 times in 10 if it is there.

    The spread of the present cases is taken as that of further ones, never the difference seen.

    Args:
        row: A comparison with a standard error.

    References:
        Connor (1987), doi:10.2307/2531961 (pass/fail). Cohen (1988), chapter 2 (means).
        Hoenig, Heisey (2001), doi:10.1198/000313001300339897 (why not the difference seen).
    """

    def __init__(self, row: Comparison) -> None:
        self._spread: dict[str, float] = {"sd": (row.se or 0.0) * math.sqrt(row.n_pairs)}
        if row.method == "tango" and row.gained is not None and row.lost is not None:
            share = discordant_share(row.gained, row.lost, row.n_pairs)
            self._spread = {"discordant_share": share}

    def shows(self, n: int, alpha: float) -> float | None:
        """Return the smallest difference that `n` cases show; None where they show none."""
        if "sd" in self._spread:
            size = mde_paired_t(self._spread["sd"], n, alpha)
        else:
            size = mde_paired_binary(n, self._spread["discordant_share"], alpha)
        return size if size > 0 else None

    def needed(self, size: float, alpha: float) -> int | None:
        """Return how many cases show a difference of `size`; None where no number would."""
        spread = self._spread
        share = spread.get("discordant_share")
        return cases_needed(size, sd=spread.get("sd"), discordant_share=share, alpha=alpha)
