"""The Pareto front: what nothing else beats on both counts."""

from collections.abc import Sequence

__all__ = ["pareto_front"]


def pareto_front(places: Sequence[tuple[float, float]]) -> set[int]:
    """Return the indices of the places that no other is at least as good as on both.

    Args:
        places: Pairs of a cost, of which less is better, and a gain, of which more is better.

    Example:
        >>> sorted(pareto_front([(1.0, 0.5), (2.0, 0.9), (3.0, 0.8)]))
        [0, 1]
    """

    def beaten(one: tuple[float, float]) -> bool:
        return any(o != one and o[0] <= one[0] and o[1] >= one[1] for o in places)

    return {i for i, place in enumerate(places) if not beaten(place)}
