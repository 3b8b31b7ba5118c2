"""Dodging: places for labels along a line, near what they name and not over each other."""

from collections.abc import Sequence

__all__ = ["dodge"]


def dodge(wanted: Sequence[float], gap: float) -> list[float]:
    """Return one place per label: as near as can be to where it is wanted, `gap` apart at least.

    Labels keep their order; those that crowd stand as a block around their mean (the pool of
    adjacent violators).

    Args:
        wanted: Where each label would stand by itself, in any order.
        gap: The least distance between two.

    Example:
        >>> dodge([10.0, 11.0, 50.0], 4.0)
        [8.5, 12.5, 50.0]
    """
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    blocks: list[tuple[float, int]] = []
    for rank, i in enumerate(order):
        total, size = wanted[i] - rank * gap, 1
        while blocks and blocks[-1][0] / blocks[-1][1] > total / size:
            before, count = blocks.pop()
            total, size = total + before, size + count
        blocks.append((total, size))
    places = [total / size for total, size in blocks for _ in range(size)]
    spread = [0.0] * len(order)
    for rank, i in enumerate(order):
        spread[i] = places[rank] + rank * gap
    return spread
