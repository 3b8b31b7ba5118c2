"""Gates: requirements on variants, and what they decided."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Gate", "GateResult", "GateVerdict"]


class GateVerdict(StrEnum):
    """What a gate decided; people read pass, fail, unclear, skipped."""

    PASS = "pass"
    FAIL = "fail"
    INCONCLUSIVE = "inconclusive"
    SKIPPED = "skipped"

    @property
    def word(self) -> str:
        """The word that people read."""
        return "unclear" if self is GateVerdict.INCONCLUSIVE else self.value


@dataclass(frozen=True, slots=True)
class Gate:
    """One requirement.

    Attributes:
        metric: The metric it is about.
        rule: `min`, `max`, `min_delta`, `max_delta`, `min_delta_pct`, `max_delta_pct`.
        bound: The bound, inclusive.
        variant: The variant it is about, or None for every variant.
    """

    metric: str
    rule: str
    bound: float
    variant: str | None = None

    @property
    def key(self) -> str:
        """The gate's name as it is written: `metric` or `label:metric`."""
        return self.metric if self.variant is None else f"{self.variant}:{self.metric}"


@dataclass(frozen=True, slots=True)
class GateResult:
    """What one gate decided.

    Attributes:
        gate: The gate.
        verdict: What it decided over all variants that it is about.
        checked: For each variant: label, the value compared (None without data), passed or not.
        reason: One line for people.
    """

    gate: Gate
    verdict: GateVerdict
    checked: tuple[tuple[str, float | None, bool], ...]
    reason: str
