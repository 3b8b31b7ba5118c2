"""A gate in code: bounds on one metric, and how they are held."""

from dataclasses import dataclass, fields
from typing import Any

from garden_nb.analysis.gates import OPTIONS, RULES
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
        margin: The largest loss against the baseline that its whole interval may hold.
        use: What is held to the bounds: the number (`point`) or its whole interval (`ci`).
        min_cases: With fewer cases the gate is unclear.
        on_missing: Without a value the gate fails (`fail`) or says nothing (`skip`).
        severity: Whether a failure counts (`fail`), or is only shown (`warn`).

    Raises:
        GatesError: There is no bound.
    """

    min: float | None = None
    max: float | None = None
    min_delta: float | None = None
    max_delta: float | None = None
    min_delta_pct: float | None = None
    max_delta_pct: float | None = None
    margin: float | None = None
    use: str = "point"
    min_cases: int = 0
    on_missing: str = "fail"
    severity: str = "fail"

    def __post_init__(self) -> None:
        if not any(getattr(self, rule) is not None for rule in RULES):
            accepted = f"Accepted: at least one of {', '.join(RULES)}."
            raise GatesError(Problem("GateSpec", "it has no bound.", accepted))

    def rules(self) -> dict[str, Any]:
        """Return the bounds that were given, by rule, and the options that are not the default."""
        bounds = {rule: getattr(self, rule) for rule in RULES}
        usual = {item.name: item.default for item in fields(self)}
        options = {name: getattr(self, name) for name in OPTIONS}
        return {rule: bound for rule, bound in bounds.items() if bound is not None} | {
            name: value for name, value in options.items() if value != usual[name]
        }
