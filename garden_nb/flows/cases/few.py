"""A chosen few of many cases."""

from collections.abc import Sequence

from garden_nb.analysis.flips import FlipKind, Flips

__all__ = ["few"]


def few(found: Sequence[int], flips: Flips, most: int) -> list[int]:
    """Return at most `most` of the cases found: losses first, gains as a third of them if needed.

    Args:
        found: Positions of cases in reading order.
        flips: How they fare.
        most: How many to return.
    """
    kinds = [flips.kind(at) for at in found]
    lost, gained = (
        [at for at, kind in zip(found, kinds, strict=True) if kind is wanted]
        for wanted in (FlipKind.REGRESSION, FlipKind.FIX)
    )
    gains = gained[: max(-(-most // 3), most - len(lost))]
    losses = lost[: most - len(gains)]
    changed = {*lost, *gained}
    return [*losses, *gains, *(at for at in found if at not in changed)][:most]
