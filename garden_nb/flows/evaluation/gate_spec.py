"""A gate in code: bounds on one metric."""

from dataclasses import asdict, dataclass

from garden_nb.errors import GatesError, Problem

__all__ = ["GateSpec"]


@dataclass(frozen=True, slots=True)
class GateSpec:
    """Bounds on one metric, all inclusive; at least one of them.

    A bare number in place of a `GateSpec` is the floor `min`.

    Attributes:
        min: The least value.
        max: The largest value.
        min_delta: The least difference contender - baseline.
        max_delta: The largest difference.
        min_delta_pct: The least difference in percent of the baseline's value.
        max_delta_pct: The largest one.

    Raises:
        GatesError: There is no bound.
    """

    min: float | None = None
    max: float | None = None
    min_delta: float | None = None
    max_delta: float | None = None
    min_delta_pct: float | None = None
    max_delta_pct: float | None = None

    def __post_init__(self) -> None:
        if not self.rules():
            accepted = f"Accepted: at least one of {', '.join(self.__slots__)}."
            raise GatesError(Problem("GateSpec", "it has no bound.", accepted))

    def rules(self) -> dict[str, float]:
        """Return the bounds that were given, by rule."""
        return {rule: bound for rule, bound in asdict(self).items() if bound is not None}
